import { everyBit } from '../../shopping/answers/answer-set.ts';
import { type IntentContract, leastFactsOf } from '../../shopping/intent.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import { canFill, indexesOf } from './feature-sets.ts';

/** Which parts of a split are to make a difference. */
export interface Mattering {
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly exclusion: boolean;
}

export const NONE_MATTERS: Mattering = { persona: false, clarification: false, exclusion: false };

/** What each feature of a task can be in a split, as sets of bits, and whether there are enough for every place. */
export class FeaturePlaces {
  readonly everything: number;
  /** All but the exclusions, of which a split takes one. */
  readonly facts: number;
  readonly exclusions: number;
  readonly required: number;
  /** What each source can hold; an exclusion is no hidden source's. */
  readonly persona: number;
  readonly clarification: number;
  /** What the query can say by a clue, and outright. */
  readonly clues: number;
  readonly open: number;
  readonly #features: readonly Feature[];
  readonly #needs: IntentContract;

  constructor(features: readonly Feature[], needs: IntentContract, explicit: (feature: Feature) => boolean) {
    this.#features = features;
    this.#needs = needs;
    const able = (test: (feature: Feature) => boolean) =>
      features.reduce((bits, feature, index) => (test(feature) ? bits | (1 << index) : bits), 0);
    this.everything = everyBit(features.length);
    this.exclusions = able(({ type }) => type === 'negative_attribute');
    this.facts = this.everything & ~this.exclusions;
    this.required = able(({ required }) => required);
    this.persona = able(({ sources }) => sources.includes('persona')) & ~this.exclusions;
    this.clarification = able(({ sources }) => sources.includes('clarification')) & ~this.exclusions;
    const query = able(({ sources }) => sources.includes('query'));
    this.clues = able(({ implicit }) => implicit) & query;
    this.open = able(explicit) & query & ~this.exclusions;
  }

  /** Facts each hidden source holds at least. */
  get leastHidden(): number {
    return this.#needs.leastHidden;
  }

  /** Whether a split takes one of the exclusions. */
  get excludes(): boolean {
    return this.#needs.definingConstraint === 'exclusion' && this.exclusions !== 0;
  }

  /** Fewest facts of a split. */
  get leastFacts(): number {
    return leastFactsOf(this.#needs) - Number(this.#needs.definingConstraint === 'exclusion');
  }

  /** Whether there are features enough for every place. */
  get areEnough(): boolean {
    if (this.exclusions === 0) return this.areEnoughAround(~0, 0, 0, NONE_MATTERS);
    const ofField = (field: string | undefined) =>
      this.#features.reduce((bits, feature, index) => (feature.field === field ? bits | (1 << index) : bits), 0);
    return [...indexesOf(this.exclusions)].some((exclusion) =>
      this.areEnoughAround(~ofField(this.#features[exclusion]?.field), 0, 0, NONE_MATTERS),
    );
  }

  /**
   * Whether there are features enough where any source may hold `shared` ones and a hidden source its own besides; one
   * that `matters` has to hold some of its own.
   */
  areEnoughAround(shared: number, ofPersona: number, ofClarification: number, matters: Mattering): boolean {
    const { leastImplicit, leastQuery, leastHidden } = this.#needs;
    const required = this.required & ~this.exclusions;
    const telling = { persona: this.persona & ofPersona, clarification: this.clarification & ofClarification };
    const [forPersona, forClarification] = [Number(matters.persona), Number(matters.clarification)];
    return canFill([
      { count: forPersona, fitting: telling.persona },
      { count: leastHidden - forPersona, fitting: (this.persona & shared) | telling.persona | required },
      { count: forClarification, fitting: telling.clarification },
      {
        count: leastHidden - forClarification,
        fitting: (this.clarification & shared) | telling.clarification | required,
      },
      { count: leastImplicit, fitting: this.clues & shared },
      {
        count: Math.max(0, leastQuery - leastImplicit - Number(this.excludes)),
        fitting: (this.open & shared) | required,
      },
    ]);
  }
}
