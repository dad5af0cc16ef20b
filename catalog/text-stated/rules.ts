import type { Product } from '../../schemas/product.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { baseFormOf } from '../product/options.ts';
import { isWithin, MENTION_KINDS, type Mention, type MentionKind, mentionsIn } from './mentions.ts';
import type { Value, Vocabulary } from './vocabulary.ts';

/** Of the products that state a field and whose text says a value of it, the share that must not state a contrary one... */
const LEAST_AGREEMENT = 0.98;
/** ...and the share that has to state that value. */
const LEAST_STATED = 0.5;
/** A value with few witnesses is trusted as other values of its field are, which counts as so many more. */
const PRIOR_WEIGHT = 10;
/** Witnesses that tell, of a shelf, of a main category and of the whole catalog. */
const LEAST_WITNESSES = { shelf: 5, main: 10, all: 20 } as const;
/** Of longer lists nothing is learned about which values go together. */
const MOST_TOGETHER = 12;
/** A field is at home where so large a share of the products states it, of a shelf and of a main category of some size... */
const AT_HOME_SHARE = [0.1, 0.3] as const;
const AT_HOME_PRODUCTS = 10;
/** ...and where a value stands within a text, and may be that of a part, so large a share of the shelf. */
const RULING_SHARE = 0.5;

/** Products that state a value their text says, those that state a contrary one, and those that state something beside it. */
interface Tally {
  agreeing: number;
  contrary: number;
  open: number;
}
type Verdict = keyof Tally;

/** Tallies by a number and a category. */
class Tallies {
  readonly #tallies = new Map<number, Map<string, Tally>>();

  of(category: string, number: number): Tally | undefined {
    return this.#tallies.get(number)?.get(category);
  }

  categoriesOf(number: number): string[] {
    return [...(this.#tallies.get(number)?.keys() ?? [])];
  }

  count(category: string, number: number, verdict: Verdict): void {
    let ofNumber = this.#tallies.get(number);
    if (ofNumber === undefined) {
      ofNumber = new Map();
      this.#tallies.set(number, ofNumber);
    }
    let tally = ofNumber.get(category);
    if (tally === undefined) {
      tally = { agreeing: 0, contrary: 0, open: 0 };
      ofNumber.set(category, tally);
    }
    tally[verdict]++;
  }
}

const WHOLE_CATALOG = 'all';

/** Categories that a product stands in. */
export type Place = Pick<Product, 'category' | 'mainCategory'>;

/** From the narrowest category of a product to the whole catalog. */
const levelsOf = ({ category, mainCategory }: Place) => [
  `shelf ${category.join(' > ')}`,
  `main ${mainCategory}`,
  WHOLE_CATALOG,
];

const leastWitnesses = (level: string) => {
  if (level === WHOLE_CATALOG) return LEAST_WITNESSES.all;
  return level.startsWith('shelf ') ? LEAST_WITNESSES.shelf : LEAST_WITNESSES.main;
};

/** A product that states a field and whose text says a value of it. */
interface Witness {
  readonly levels: readonly string[];
  readonly field: string;
  readonly stated: readonly string[];
  readonly mentions: readonly Mention[];
}

/**
 * Rules on how far texts that say a value of a field are to be trusted, learned from products that state the field too.
 */
export class MentionRules {
  readonly #vocabulary: Vocabulary;
  readonly #fieldPlaces: ReadonlyMap<string, number>;
  readonly #agreement = new Tallies();
  /** Values looked for once there are rules: those of fields that have any. */
  #wanted: Vocabulary;
  /** By field and kind of mention. */
  readonly #ofField = new Tallies();
  /** Products of categories, and those that state each field. */
  readonly #products = new Map<string, number>();
  readonly #stating = new Tallies();
  /** Pairs of values that some product states together, by their forms. */
  readonly #together = new Set<string>();
  #witnesses: Witness[] = [];
  readonly #levels = new WeakMap<Place, readonly string[]>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#wanted = vocabulary;
    this.#fieldPlaces = new Map([...vocabulary.fields].map((field, place) => [field, place]));
  }

  /** Takes a product as a witness by its title and the comparison forms it states, by field; once all are there, `settle` learns from them. */
  learn(title: string, place: Place, stated: ReadonlyMap<string, readonly string[]>): void {
    const levels = this.#levelsOf(place);
    for (const level of levels.slice(0, 2)) this.#products.set(level, (this.#products.get(level) ?? 0) + 1);
    const mentions = mentionsIn(title, this.#vocabulary, ({ field }) => stated.has(field));
    for (const [field, norms] of stated) {
      const number = this.#fieldPlaces.get(field);
      if (number === undefined) continue;
      for (const level of levels.slice(0, 2)) this.#stating.count(level, number, 'agreeing');
      this.#noteTogether(field, norms);
      const ofField = mentions.get(field);
      if (ofField !== undefined) this.#witnesses.push({ levels, field, stated: norms, mentions: ofField });
    }
  }

  /** Products of one place share the texts of its levels, which are looked up time and again. */
  #levelsOf(place: Place): readonly string[] {
    let levels = this.#levels.get(place);
    if (levels === undefined) {
      levels = levelsOf(place);
      this.#levels.set(place, levels);
    }
    return levels;
  }

  #noteTogether(field: string, stated: readonly string[]): void {
    if (stated.length < 2 || stated.length > MOST_TOGETHER) return;
    const known = stated.filter((norm) => this.#vocabulary.has(field, norm)).map((norm) => baseFormOf(field, norm));
    for (const one of known)
      for (const other of known) if (one !== other) this.#together.add(pairOf(field, one, other));
  }

  /** Learns from the witnesses. */
  settle(): this {
    for (const { levels, field, stated, mentions } of this.#witnesses) {
      for (const { value, kind } of mentions) {
        const verdict = this.verdictOn(field, value.norm, stated);
        for (const level of levels) this.#agreement.count(level, numberOf(value, kind), verdict);
        this.#ofField.count(WHOLE_CATALOG, this.#numberOfField(field, kind), verdict);
      }
    }
    this.#witnesses = [];
    this.#wanted = this.#vocabulary.of(new Set(this.trusted().map(({ field }) => field)));
    return this;
  }

  /** The values that a title is trusted to say on any shelf. */
  trusted(): Value[] {
    return this.#vocabulary.values.filter((value) => KINDS.some((kind) => this.#holdsSomewhere(value, kind)));
  }

  /** Values that titles may state, beside others of their fields. */
  get wanted(): Vocabulary {
    return this.#wanted;
  }

  /** Tells whether a mention can be trusted on any shelf. */
  #holdsSomewhere(value: Value, kind: MentionKind): boolean {
    const number = numberOf(value, kind);
    return this.#agreement.categoriesOf(number).some((level) => this.#isTrusted(value, kind, level) === true);
  }

  /**
   * Judges a value that the text says by the stated values of its field: the value or a longer name of it agrees; a
   * value that sellers share is contrary, unless some product states the two together.
   */
  verdictOn(field: string, norm: string, stated: readonly string[]): Verdict {
    const form = baseFormOf(field, norm);
    if (stated.some((other) => holdsWords(other, norm) || baseFormOf(field, other) === form)) return 'agreeing';
    const isContrary = (other: string) =>
      this.#vocabulary.has(field, other) &&
      !holdsWords(norm, other) &&
      !this.#together.has(pairOf(field, form, baseFormOf(field, other)));
    return stated.every(isContrary) ? 'contrary' : 'open';
  }

  #numberOfField(field: string, kind: MentionKind): number {
    return (this.#fieldPlaces.get(field) as number) * MENTION_KINDS + kind;
  }

  /** Tells whether a title of a place is trusted to say a value, wherever it stands in it. */
  mayHold(value: Value, place: Place): boolean {
    return KINDS.some((kind) => this.#holdsAt(value, kind, place));
  }

  #holdsAt(value: Value, kind: MentionKind, place: Place): boolean {
    const levels = this.#levelsOf(place);
    return this.#isAtHome(value, kind, levels) && this.#holds(value, kind, levels);
  }

  /** Finds the values that a title says beyond doubt, of fields that are asked for. */
  trustedIn(title: string, place: Place, isAsked: (field: string) => boolean = () => true): Mention[] {
    const isWanted = (value: Value, kind: MentionKind) => isAsked(value.field) && this.#holdsAt(value, kind, place);
    const mentions = mentionsIn(title, this.#wanted, isWanted);
    return mentions.size === 0 ? [] : [...mentions.values()].flat();
  }

  /** Those of some mentions in the title of a product that its fields do not state: each word for the field it is likeliest of. */
  newIn(trusted: readonly Mention[], { details, ...place }: Pick<Product, 'details'> & Place): Mention[] {
    const mentions = trusted.filter(({ value: { field } }) => !Object.hasOwn(details, field));
    if (mentions.length === 0) return [];
    const levels = levelsOf(place);
    const isExplained = (norm: string) =>
      Object.values(details).some(({ options }) => options.some((option) => formOf(option) === norm));
    return [...Map.groupBy(mentions, ({ value }) => value.norm)].flatMap(([norm, ofWord]) =>
      // What a field of the product says already is no news about another.
      isExplained(norm) ? [] : ofWord.reduce((best, other) => (this.#isLikelier(other, best, levels) ? other : best)),
    );
  }

  /**
   * Tells whether a mention is to be trusted on a shelf: by what is told of it there, or where that is too little,
   * around it.
   */
  #holds(value: Value, kind: MentionKind, levels: readonly string[]): boolean {
    const nearby = isWithin(kind) ? levels.slice(0, 1) : levels;
    for (const level of nearby) {
      const isTrusted = this.#isTrusted(value, kind, level);
      if (isTrusted !== null) return isTrusted;
    }
    return false;
  }

  /** Tells whether a mention is to be trusted in a category; null where too few tell. */
  #isTrusted(value: Value, kind: MentionKind, level: string): boolean | null {
    const tally = this.#agreement.of(level, numberOf(value, kind));
    const pooled = this.#ofField.of(WHOLE_CATALOG, this.#numberOfField(value.field, kind));
    if (tally === undefined || pooled === undefined) return null;
    const { agreeing, contrary, open } = tally;
    const witnesses = agreeing + contrary;
    if (witnesses < leastWitnesses(level)) return contrary > 0 ? false : null;
    const prior = (PRIOR_WEIGHT * pooled.agreeing) / (pooled.agreeing + pooled.contrary);
    return (
      (agreeing + prior) / (witnesses + PRIOR_WEIGHT) >= LEAST_AGREEMENT &&
      agreeing >= LEAST_STATED * (witnesses + open)
    );
  }

  #isAtHome({ field }: Value, kind: MentionKind, levels: readonly string[]): boolean {
    const place = this.#fieldPlaces.get(field) as number;
    for (const [at, least] of AT_HOME_SHARE.entries()) {
      const level = levels[at] as string;
      const products = this.#products.get(level) ?? 0;
      if (products < AT_HOME_PRODUCTS) continue;
      return (this.#stating.of(level, place)?.agreeing ?? 0) >= (isWithin(kind) ? RULING_SHARE : least) * products;
    }
    return false;
  }

  /**
   * Tells whether a word is likelier to be of one field than of another: the one that more products nearby state it of.
   */
  #isLikelier(one: Mention, other: Mention, levels: readonly string[]): boolean {
    for (const level of levels) {
      const [a, b] = [one, other].map(
        ({ value, kind }) => this.#agreement.of(level, numberOf(value, kind))?.agreeing ?? 0,
      ) as [number, number];
      if (a !== b) return a > b;
    }
    return one.value.field < other.value.field;
  }
}

const MOST_FORMS = 20_000;
/** Comparison forms of options: products state the same ones over and over. */
const formOf = memoised(MOST_FORMS, normaliseValue);
const pairOf = (field: string, one: string, other: string) => `${field}\n${one}\n${other}`;
const KINDS: readonly MentionKind[] = [...Array(MENTION_KINDS).keys()];
const holdsWords = (text: string, words: string) => ` ${text} `.includes(` ${words} `);
const numberOf = ({ place }: Value, kind: MentionKind) => place * MENTION_KINDS + kind;
