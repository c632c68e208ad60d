// Before the first turn: seats stay one for each person, and too few make no game.

import { rememberSeats, showIfPlayed, swapSeats } from "../table/seats.js";

const form = document.getElementById("opening");

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-seat]")) swapSeats(form, event.target);
  if (event.target.matches("[data-absent]")) showIfPlayed(form);
});

rememberSeats(form);
showIfPlayed(form);
