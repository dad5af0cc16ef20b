/** The best products so far, at most so many of them: the higher score first, of equal ones the lower number. */
export class Best {
  readonly #most: number;
  /** A heap with the worst of them on top. */
  readonly #scores: Float64Array;
  readonly #products: Uint32Array;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
    this.#scores = new Float64Array(most);
    this.#products = new Uint32Array(most);
  }

  /** A product has to have more to be among them, given that products come in ascending order. */
  get bar(): number {
    return this.#size < this.#most ? -1 : (this.#scores[0] as number);
  }

  /** Adds a product whose score is above the bar. */
  add(score: number, product: number): void {
    if (this.#size < this.#most) this.#rise(this.#size++, score, product);
    else this.#sink(score, product);
  }

  #isWorse(a: number, score: number, product: number): boolean {
    const other = this.#scores[a] as number;
    return other < score || (other === score && (this.#products[a] as number) > product);
  }

  #put(at: number, score: number, product: number): void {
    this.#scores[at] = score;
    this.#products[at] = product;
  }

  #rise(from: number, score: number, product: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#isWorse(parent, score, product)) break;
      this.#put(at, this.#scores[parent] as number, this.#products[parent] as number);
      at = parent;
    }
    this.#put(at, score, product);
  }

  #sink(score: number, product: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const next = child + 1;
      if (next < this.#size && this.#isWorse(next, this.#scores[child] as number, this.#products[child] as number))
        child = next;
      if (!this.#isWorse(child, score, product)) break;
      this.#put(at, this.#scores[child] as number, this.#products[child] as number);
      at = child;
    }
    this.#put(at, score, product);
  }

  /** The products, the best first. */
  ranked(): Uint32Array {
    const places = Uint32Array.from({ length: this.#size }, (_, place) => place);
    const [scores, products] = [this.#scores, this.#products];
    places.sort((a, b) => scores[b]! - scores[a]! || products[a]! - products[b]!);
    return places.map((place) => products[place] as number);
  }
}
