// A page of an event: its clock counts, its live parts follow, rows of its standings open.

import "../arbitr/clock.js";
import "../arbitr/live.js";
import "./standings.js";
