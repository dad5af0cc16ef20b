import type { StatedTerms } from './stated-terms.ts';

/** Products that are compared with each other: what each of them states, and the words of its title. */
export interface Compared {
  /** Numbers of features, each once, by a product's place. */
  readonly features: readonly Uint32Array[];
  /** Number of features there are. */
  readonly size: number;
}

/**
 * Returns the features by which products are compared: the fields they state, the values they state of them, and the
 * words of their titles that another of them has as well.
 */
export function comparedBy(
  rows: readonly number[],
  terms: StatedTerms,
  titleWords: (row: number) => readonly string[],
): Compared {
  const numbers = new Map<number | string, number>();
  const numberOf = (feature: number | string) => {
    const known = numbers.get(feature);
    if (known !== undefined) return known;
    numbers.set(feature, numbers.size);
    return numbers.size - 1;
  };
  const features = rows.map((row) => {
    const own = new Set<number>();
    for (const term of terms.of(row)) {
      own.add(numberOf(term));
      own.add(numberOf(-1 - (terms.fieldOf[term] as number)));
    }
    for (const word of titleWords(row)) own.add(numberOf(word));
    return Uint32Array.from(own);
  });
  const holders = new Uint32Array(numbers.size);
  for (const own of features) for (const feature of own) holders[feature]!++;
  return {
    features: features.map((own) => own.filter((feature) => (holders[feature] as number) > 1)),
    size: numbers.size,
  };
}

/** Tells how alike products are: features both have, of those either has. */
export class Likeness {
  readonly #compared: Compared;
  readonly #isOwn: Uint8Array;

  constructor(compared: Compared) {
    this.#compared = compared;
    this.#isOwn = new Uint8Array(compared.size);
  }

  /** Returns the likeness of one product to each of the others, in their order. */
  to(place: number, others: readonly number[]): Float64Array {
    const { features } = this.#compared;
    const isOwn = this.#isOwn;
    const own = features[place] as Uint32Array;
    for (let at = 0; at < own.length; at++) isOwn[own[at] as number] = 1;
    const alike = new Float64Array(others.length);
    for (let other = 0; other < others.length; other++) {
      const theirs = features[others[other] as number] as Uint32Array;
      let shared = 0;
      for (let at = 0; at < theirs.length; at++) shared += isOwn[theirs[at] as number] as number;
      const either = own.length + theirs.length - shared;
      alike[other] = either === 0 ? 0 : shared / either;
    }
    for (let at = 0; at < own.length; at++) isOwn[own[at] as number] = 0;
    return alike;
  }
}

/** Rates each product, by place, by how common its features are among those given: the most typical one comes first. */
export function typicality({ features, size }: Compared): Float64Array {
  const holders = new Uint32Array(size);
  for (const own of features) for (const feature of own) holders[feature]!++;
  return Float64Array.from(features, (own) => {
    let sum = 0;
    for (const feature of own) sum += holders[feature] as number;
    return own.length === 0 ? 0 : sum / Math.sqrt(own.length);
  });
}
