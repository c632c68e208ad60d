// The boards of a game: they come in packs, many at once, and neighbours are fetched before they
// are asked for.

const NEAR_EDGE = 4; // moves from the end of a pack at which the next one is fetched

export class Boards {
  // `tag`: of a record that has an address; a pasted one is stored nowhere, and sent along.
  constructor({ drawings, tag, atOnce, last }) {
    this.address = drawings;
    this.tag = tag;
    this.atOnce = Number(atOnce);
    this.last = Number(last);
    this.packs = new Map();
  }

  async drawing(move) {
    const { first, pieces, moves } = await this.packWith(move);
    return moves[move - first].map((piece) => pieces[piece]).join("");
  }

  prefetch(move) {
    for (const near of [move, move + NEAR_EDGE, move - NEAR_EDGE]) {
      if (near >= 0 && near <= this.last) this.packWith(near).catch(() => {});
    }
  }

  packWith(move) {
    const number = Math.floor(move / this.atOnce);
    if (!this.packs.has(number)) {
      const asked = this.fetched(number);
      this.packs.set(number, asked);
      asked.catch(() => this.packs.delete(number)); // asked again when it is needed again
    }
    return this.packs.get(number);
  }

  async fetched(number) {
    const address = this.address.replace(/0\/$/, `${number}/`);
    const answer = this.tag
      ? await fetch(`${address}?v=${this.tag}`)
      : await fetch(address, { method: "POST", body: pasted() });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  }
}

const form = document.querySelector("[data-viewer]");
const shown = form?.elements.record.value; // what is typed afterwards is another record

function pasted() {
  const data = new FormData();
  data.set("record", shown);
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  return data;
}
