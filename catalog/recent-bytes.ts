/**
 * Remembers lists that were asked for lately, as many as fit into so many bytes. What was not asked for the longest goes
 * first; a list larger than an eighth of all there is room for is not kept.
 */
export class RecentBytes<List extends { readonly byteLength: number }> {
  readonly #most: number;
  readonly #lists = new Map<string, List>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): List | undefined {
    const list = this.#lists.get(key);
    if (list === undefined) return undefined;
    this.#lists.delete(key);
    this.#lists.set(key, list);
    return list;
  }

  /** The list of a key, made where it is not remembered. */
  of(key: string, make: () => List): List {
    const known = this.get(key);
    if (known !== undefined) return known;
    const list = make();
    this.#keep(key, list);
    return list;
  }

  #keep(key: string, list: List): void {
    // A list of nothing takes room too: its key, and its place in the map.
    const size = ({ byteLength }: List) => byteLength + OVERHEAD;
    if (size(list) * 8 > this.#most) return;
    this.#lists.set(key, list);
    this.#bytes += size(list);
    for (const [oldest, old] of this.#lists) {
      if (this.#bytes <= this.#most) break;
      this.#lists.delete(oldest);
      this.#bytes -= size(old);
    }
  }
}

const OVERHEAD = 200;
