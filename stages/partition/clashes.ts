import { type Feature, fieldNameOf, requirementOf, wordsOf } from '../../shopping/kinds/index.ts';
import { findMentions } from '../../text/mentions.ts';
import { FactPairs } from '../../text/recent.ts';

const mentioned = new FactPairs();

const mentions = (text: string, value: string, field: string) =>
  mentioned.of('', text, field, value, () => findMentions(text, value, field).length > 0);

/**
 * Which features of a task may not be in it together: an exclusion and what is stated of its field, or two of which one's
 * text gives away the other.
 */
export class Clashes {
  readonly #features: readonly Feature[];
  /** The values of each feature as text another source must not hold; none for numbers and vouchers. */
  readonly #texts: readonly (readonly string[])[];
  readonly #fields: readonly string[];
  /** Per feature the features it clashes with, as bits, and of which others that was found out. */
  readonly #clashing: Uint32Array;
  readonly #known: Uint32Array;

  constructor(features: readonly Feature[]) {
    this.#features = features;
    this.#texts = features.map((feature) => wordsOf(requirementOf(feature)));
    this.#fields = features.map(fieldNameOf);
    this.#clashing = new Uint32Array(features.length);
    this.#known = new Uint32Array(features.length);
  }

  /** Whether a feature clashes with any of a set of others. */
  withAny(feature: number, others: number): boolean {
    const unknown = others & ~(this.#known[feature] as number);
    for (let rest = unknown; rest !== 0; rest &= rest - 1) this.#findOut(feature, 31 - Math.clz32(rest & -rest));
    return ((this.#clashing[feature] as number) & others) !== 0;
  }

  #findOut(a: number, b: number): void {
    const clash = a !== b && (this.#excludesBeside(a, b) || this.#givesAway(a, b) || this.#givesAway(b, a));
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      this.#known[one]! |= 1 << other;
      if (clash) this.#clashing[one]! |= 1 << other;
    }
  }

  /** Whether one excludes values of the field that the other states. */
  #excludesBeside(a: number, b: number): boolean {
    return this.#fields[a] === this.#fields[b] && (this.#isExclusion(a) || this.#isExclusion(b));
  }

  #isExclusion(feature: number): boolean {
    return this.#features[feature]?.type === 'negative_attribute';
  }

  #givesAway(a: number, b: number): boolean {
    const field = this.#fields[b] as string;
    return (this.#texts[a] as readonly string[]).some((text) =>
      (this.#texts[b] as readonly string[]).some((value) => mentions(text, value, field)),
    );
  }
}
