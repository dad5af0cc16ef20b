/** Where the items of a list stand in the bytes of a row; kept from row to row, since making it costs more than filling it. */
export class ListItems {
  /** Where each begins, and where it ends; the end is below 0 where it is no plain text. */
  starts = new Int32Array(16);
  ends = new Int32Array(16);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }
}

function grown(places: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(places.length * 2);
  larger.set(places);
  return larger;
}
