/** A list, and whether it was asked for since it was last passed by. */
interface Kept<List> {
  readonly list: List;
  used: boolean;
}

/**
 * Remembers lists that were asked for lately, as many as fit into so many bytes. The oldest goes first, but one that was
 * asked for meanwhile is passed by once; a list larger than an eighth of all there is room for is not kept.
 */
export class RecentBytes<List extends { readonly byteLength: number }> {
  readonly #most: number;
  readonly #lists = new Map<string, Kept<List>>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): List | undefined {
    const kept = this.#lists.get(key);
    if (kept === undefined) return undefined;
    kept.used = true;
    return kept.list;
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
    this.#lists.set(key, { list, used: false });
    this.#bytes += size(list);
    for (const [oldest, kept] of this.#lists) {
      if (this.#bytes <= this.#most) break;
      this.#lists.delete(oldest);
      if (kept.used) this.#lists.set(oldest, { list: kept.list, used: false });
      else this.#bytes -= size(kept.list);
    }
  }
}

const OVERHEAD = 200;
