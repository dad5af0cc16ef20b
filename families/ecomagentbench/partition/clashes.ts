import { twinOf } from '../../../catalog/index.ts';
import { detailFieldOf, type Feature, fieldNameOf, requirementOf, wordsOf } from '../../../shopping/kinds/index.ts';
import { nameGiven } from '../../../shopping/language/field-name.ts';
import { boundSaid } from '../../../shopping/language/quantity-words.ts';
import { FactPairs } from '../../../text/cache/recent.ts';
import { findMentions, findRangeMentions } from '../../../text/mentions.ts';
import { normaliseText } from '../../../text/normalise.ts';

const mentioned = new FactPairs();

const mentions = (text: string, value: string, field: string) =>
  mentioned.of('', text, field, value, () => findMentions(text, value, field).length > 0);

/**
 * Pairs of a task's features that may not be in it together: an exclusion and what is stated of its field, two of fields
 * that are called the same, or two of which one's text gives away the other.
 */
export class Clashes {
  readonly #features: readonly Feature[];
  /** Texts each feature is said in, values and bounds of quantities; none for vouchers and numbers of any product. */
  readonly #texts: readonly (readonly string[])[];
  readonly #fields: readonly string[];
  /** Their names as texts say them. */
  readonly #names: readonly string[];
  /** Per feature the features it clashes with, as bits, and of which others that was found out. */
  readonly #clashing: Uint32Array;
  readonly #known: Uint32Array;

  constructor(features: readonly Feature[]) {
    this.#features = features;
    this.#texts = features.map((feature) =>
      isQuantity(feature) ? [boundSaid(feature.value)] : wordsOf(requirementOf(feature)),
    );
    this.#fields = features.map(fieldNameOf);
    this.#names = this.#fields.map((field) => normaliseText((nameGiven(field) ?? field).replaceAll('_', ' ')));
    this.#clashing = new Uint32Array(features.length);
    this.#known = new Uint32Array(features.length);
  }

  /** Tells whether a feature clashes with any of a set of others. */
  withAny(feature: number, others: number): boolean {
    const unknown = others & ~(this.#known[feature] as number);
    for (let rest = unknown; rest !== 0; rest &= rest - 1) this.#findOut(feature, 31 - Math.clz32(rest & -rest));
    return ((this.#clashing[feature] as number) & others) !== 0;
  }

  #findOut(a: number, b: number): void {
    const clash =
      a !== b &&
      (this.#sharesName(a, b) || this.#excludesBeside(a, b) || this.#givesAway(a, b) || this.#givesAway(b, a));
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      this.#known[one]! |= 1 << other;
      if (clash) this.#clashing[one]! |= 1 << other;
    }
  }

  /** Tells whether two fields are called the same, which a profile and a question cannot tell apart. */
  #sharesName(a: number, b: number): boolean {
    return this.#fields[a] !== this.#fields[b] && this.#names[a] === this.#names[b];
  }

  /** Tells whether one excludes values of the field that the other states, or of one that says the same. */
  #excludesBeside(a: number, b: number): boolean {
    const [one, other] = [this.#fields[a] as string, this.#fields[b] as string];
    return (one === other || twinOf(one) === other) && (this.#isExclusion(a) || this.#isExclusion(b));
  }

  #isExclusion(feature: number): boolean {
    return this.#features[feature]?.type === 'negative_attribute';
  }

  #givesAway(a: number, b: number): boolean {
    const field = this.#fields[b] as string;
    const feature = this.#features[b] as Feature;
    return (this.#texts[a] as readonly string[]).some((text) =>
      isQuantity(feature)
        ? findRangeMentions(text, field, feature.value).length > 0
        : (this.#texts[b] as readonly string[]).some((value) => mentions(text, value, field)),
    );
  }
}

const isQuantity = (feature: Feature): feature is Feature & { type: 'numeric_range' } =>
  feature.type === 'numeric_range' && detailFieldOf(feature.field) !== null;
