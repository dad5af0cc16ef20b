import { everyBit } from '../../../shopping/answers/answer-set.ts';
import { type IntentContract, leastFactsOf } from '../../../shopping/intent.ts';
import { type Feature, fieldNameOf } from '../../../shopping/kinds/index.ts';
import { listed } from '../../../shopping/language/speech.ts';
import { canFill, indexesOf, lackingKinds, type Places } from './feature-sets.ts';

/** The parts of a split that are to make a difference. */
export interface Mattering {
  readonly persona: boolean;
  readonly clarification: boolean;
  /** Both together, where neither has to alone. */
  readonly hiding: boolean;
  readonly exclusion: boolean;
}

/** Names of the kinds of places, in the order of `#kinds`; two kinds of places in one hidden source share a name. */
const KIND_NAMES = [
  'for the persona',
  'for the persona',
  'for the clarification',
  'for the clarification',
  'for clues in the query',
  'for the query to say outright',
  'for a hidden source besides',
];

export const NONE_MATTERS: Mattering = { persona: false, clarification: false, hiding: false, exclusion: false };

/**
 * The places each feature of a task can have in a split, as sets of bits, and whether there are enough for every place.
 */
export class FeaturePlaces {
  readonly everything: number;
  /** All but the exclusions, of which a split takes one. */
  readonly facts: number;
  readonly exclusions: number;
  readonly required: number;
  /** Features that each source can hold; an exclusion is no hidden source's. */
  readonly persona: number;
  readonly clarification: number;
  /** Features that the query can say by a clue, and those it can say outright. */
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

  /** True where a split takes one of the exclusions. */
  get excludes(): boolean {
    return this.#needs.definingConstraint === 'exclusion' && this.exclusions !== 0;
  }

  /** Fewest facts of a split, and of its query. */
  get leastFacts(): number {
    return leastFactsOf(this.#needs) - Number(this.#needs.definingConstraint === 'exclusion');
  }
  get leastQuery(): number {
    return this.#needs.leastQuery - Number(this.#needs.definingConstraint === 'exclusion');
  }

  /** Facts that hidden sources hold besides the least of each. */
  get moreHidden(): number {
    return this.leastFacts - this.leastQuery - 2 * this.leastHidden;
  }

  /** The needs of each source, and those the features are too few for; null where there are enough for every place. */
  get shortage(): string | null {
    const fields = this.exclusions === 0 ? [null] : [...new Set(this.#fieldsOf(this.exclusions))];
    const shortages = fields.map((field) => this.#shortageBeside(field));
    return shortages.includes(null) ? null : (shortages[0] as string);
  }

  /** The same where the split excludes a value of a field, of which it then states nothing. */
  #shortageBeside(excluded: string | null): string | null {
    const ofField = this.#features.reduce(
      (bits, feature, index) => (fieldNameOf(feature) === excluded ? bits | (1 << index) : bits),
      0,
    );
    const kinds = this.#kinds(~ofField, 0, 0, NONE_MATTERS);
    const lacking = lackingKinds(kinds);
    if (lacking === 0) return null;
    const inWords = (kind: number) => `${kinds[kind]?.count} ${KIND_NAMES[kind]}`;
    const needed = [...kinds.keys()].filter((kind) => kinds[kind]?.count !== 0);
    const chosen = [...indexesOf(lacking)];
    const wanted = chosen.reduce((sum, kind) => sum + (kinds[kind] as Places).count, 0);
    const fitting = this.#fieldsOf(chosen.reduce((bits, kind) => bits | (kinds[kind] as Places).fitting, 0));
    const places =
      chosen.length === needed.length
        ? `all ${wanted}`
        : `the ${wanted} ${listed(chosen.map((kind) => KIND_NAMES[kind] as string))}`;
    const serving = fitting.length === 0 ? 'none can serve' : `only ${fitting.length} can serve`;
    return [
      excluded === null ? '' : `beside an exclusion of ${excluded}, `,
      `features are needed: ${needed.map(inWords).join(', ')}; ${serving} ${places}`,
      fitting.length === 0 ? '' : `: ${fitting.join(', ')}`,
    ].join('');
  }

  #fieldsOf(features: number): string[] {
    return [...indexesOf(features)].map((index) => fieldNameOf(this.#features[index] as Feature));
  }

  /**
   * Tells whether there are features enough where any source may hold `shared` ones and a hidden source its own
   * besides; one that `matters` has to hold some of its own.
   */
  areEnoughAround(shared: number, ofPersona: number, ofClarification: number, matters: Mattering): boolean {
    return canFill(this.#kinds(shared, ofPersona, ofClarification, matters));
  }

  #kinds(shared: number, ofPersona: number, ofClarification: number, matters: Mattering): Places[] {
    const { leastImplicit, leastQuery, leastHidden } = this.#needs;
    const required = this.required & ~this.exclusions;
    const telling = { persona: this.persona & ofPersona, clarification: this.clarification & ofClarification };
    const [forPersona, forClarification] = [Number(matters.persona), Number(matters.clarification)];
    const kinds = [
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
    ];
    const hidden = ((this.persona | this.clarification) & shared) | telling.persona | telling.clarification;
    return this.moreHidden === 0 ? kinds : [...kinds, { count: this.moreHidden, fitting: hidden }];
  }
}
