import { otherLanguage, saysNames } from '../../lexicon/index.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import {
  detailFieldOf,
  type Feature,
  factsOf,
  type InfoSource,
  type NumericRange,
  requirementOf,
} from '../../shopping/kinds/index.ts';
import { areOfOneVariant } from '../../shopping/kinds/one-variant.ts';
import { isLackWished, statedAs } from '../../shopping/language/field-name.ts';
import { isToldInQuotes, wordsFor } from '../../shopping/language/field-policy.ts';
import { isSaidAsWritten } from '../../shopping/language/outright-pieces.ts';
import { boundsOf } from '../../shopping/language/quantity-words.ts';
import { tellingNames } from '../../shopping/language/telling-names.ts';
import type { FieldUse } from '../../shopping/learned/field-uses.ts';
import { isSpokenOf } from '../../shopping/learned/shelf-talk.ts';
import { isUnaskedOf } from '../../shopping/plausibility/unasked-of.ts';
import {
  type Amount,
  type AskedAs,
  amountIn,
  type Peers,
  type QuantityField,
} from '../../shopping/quantities/index.ts';
import type { DroppedFact, Entity } from '../../shopping/task.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { flagInEnglish, flagOf } from '../../text/flags.ts';
import { findMentions, sharesFact } from '../../text/mentions.ts';
import { containsWords, normaliseValue, tokensOf } from '../../text/normalise.ts';
import { quantityRange } from './quantity-range.ts';

type OfCatalog = 'catalog' | 'answerSets' | 'draws' | 'fieldUse' | 'judged' | 'oddities' | 'commonplaces' | 'shelfTalk';

/** Dependencies of the collection of facts about any target: a view of the catalog, and what a family asks of a fact. */
export interface TargetDependencies extends Pick<CatalogView, OfCatalog> {
  /** Tells whether the query can say the value outright, and a clue stand for it, of a noun phrase's product or any. */
  sayable(field: string, value: string, noun?: string): { explicit: boolean; implicit: boolean };
  /** Bounds on a quantity that a clue can stand for, of a noun phrase's product or any; none where nothing hints. */
  boundsWithClues?(quantity: QuantityField, noun?: string): readonly NumericRange[];
  /** Why the family asks no fact of a product beside these features, or null where it may. */
  unaskable?(
    features: readonly Feature[],
    fact: { readonly field: string; readonly value: string },
    product: Product,
  ): string | null;
}

/** Below this many facts a target's numbers, brand and fillers are all used. */
export const SCARCE_FEATURES = 11;
/** Below this many facts a target's few others are used that else nobody asks for. */
const FEWEST_FEATURES = 7;

/** An option of a field, and how much is said of it where its product stands. */
type HeardOption = { readonly option: string } & ReturnType<TargetDependencies['shelfTalk']['on']>;

/** Gathers facts, each once: a fact that repeats another, or that the noun phrase already states, is dropped with a reason. */
export class FactCollector {
  readonly features: Feature[] = [];
  readonly dropped: DroppedFact[] = [];
  /** Fields whose values a feature has used up already, and how. */
  readonly #taken = new Map<string, string>();
  /** The values that the bounds among the features stand for. */
  readonly #amounts: { readonly field: string; readonly value: string; readonly amount: Amount }[] = [];
  /** A text no fact may name. */
  #secret: string | null = null;
  readonly #dependencies: TargetDependencies;
  readonly #product: Product;
  readonly entity: Entity;
  readonly #draw: Draw;

  constructor(dependencies: TargetDependencies, product: Product, entity: Entity, draw: Draw) {
    this.#dependencies = dependencies;
    this.#product = product;
    this.entity = entity;
    this.#draw = draw;
  }

  add(feature: Feature): void {
    this.features.push(feature);
  }

  /** Adds what the intent is named for, before all other facts: those that are too many are left out from the end. */
  addCentral(feature: Feature): void {
    this.features.unshift(feature);
  }

  /** Adds a SKU; what it says is not said again as a detail. */
  addSku(feature: Feature, fields: readonly string[]): void {
    for (const field of fields) this.#taken.set(field, 'a SKU option of the task already says');
    this.features.push(feature);
  }

  /** Adds the question a task turns on; no fact may name its answer. */
  addKnowledge(feature: Feature, answer: string): void {
    this.#secret = answer;
    this.features.push(feature);
  }

  addDetails(): void {
    const { kept, dropped } = this.#dependencies.judged(this.#product);
    this.dropped.push(...dropped);
    const fields = [...new Set(kept.map(({ field }) => field))].sort();
    const asked = shuffled(this.#draw, 'fields', fields).flatMap((field) => {
      const use = this.#dependencies.fieldUse(field);
      if (use === undefined) return [];
      const { shelfTalk } = this.#dependencies;
      const heard = this.#optionsOf(field, kept).map((option) => ({
        option,
        ...shelfTalk.on(this.#product, field, option),
      }));
      const spoken = heard.filter((one) => this.#isSpokenOf(field, one, use));
      if (spoken.length === 0) return [];
      const isPlain = ({ option }: HeardOption) =>
        isUnaskedOf(this.entity.phrase, field, option) || this.#isCommonplace(field, option);
      const { telling = [], plain = [] } = Object.groupBy(spoken, (one) => (isPlain(one) ? 'plain' : 'telling'));
      const options = [...telling, ...plain];
      const silence = Math.min(...options.map((one) => one.silence));
      // A brand nearly names the product; the published pipeline keeps one in five.
      const isFiller = use.filler || (field === 'Brand' && !chance(this.#draw, 'use Brand', 0.3));
      const isLast = telling.length === 0;
      const isQuoted = options.every(({ option }) => isToldInQuotes(field, option));
      return [{ field, options, use, silence, isFiller, isLast, isQuoted }];
    });
    // Of facts that say the same the first stands.
    const inOrder = asked.toSorted(
      (a, b) =>
        Number(a.isLast) - Number(b.isLast) ||
        Number(a.isFiller) - Number(b.isFiller) ||
        Number(a.isQuoted) - Number(b.isQuoted) ||
        a.silence - b.silence,
    );
    for (const { field, options, use, isFiller } of inOrder)
      if (!isFiller || this.features.length < SCARCE_FEATURES) this.#addFact(field, options, use);
  }

  #isSpokenOf(field: string, { option: value, silence }: HeardOption, { filler }: FieldUse): boolean {
    const isSpoken = isSpokenOf(silence, filler);
    if (!isSpoken) this.dropped.push({ field, value, reason: 'unspoken: texts of its shelf do not speak of it' });
    return isSpoken;
  }

  #isCommonplace(field: string, option: string): boolean {
    return this.#dependencies.commonplaces.includes(this.#product, this.entity.phrase, { field, option });
  }

  /** Options in drawn order, those first that another product of the name has: one of its own says which it is. */
  #optionsOf(field: string, kept: readonly { field: string; option: string }[]): string[] {
    const stated = kept.filter((fact) => fact.field === field).map(({ option }) => option);
    if (stated.length < 2) return stated;
    const { answerSets } = this.#dependencies;
    const drawn = shuffled(this.#draw, `options of ${field}`, stated);
    const { shared = [], own = [] } = Object.groupBy(drawn, (option) =>
      answerSets.isShared(this.entity.phrase, field, option) ? 'shared' : 'own',
    );
    return [...shared, ...own];
  }

  #addFact(field: string, options: readonly HeardOption[], use: FieldUse): void {
    const quantity = this.#dependencies.answerSets.quantities.of(field);
    if (quantity === null) this.#addAttribute(field, options, use);
    else this.#addQuantity(quantity, options, use);
  }

  /** Adds bounds on an amount, never the amount as it is written. */
  #addQuantity(known: QuantityField, options: readonly HeardOption[], use: FieldUse): void {
    const { field } = known;
    const asked = boundsOf(field, this.entity.phrase)?.asked;
    const isOfThem = (as: AskedAs) => known.asked.includes(as) || as === 'least' || as === 'most';
    const quantity = asked === undefined ? known : { ...known, asked: asked.filter(isOfThem) };
    for (const heard of options) {
      const { option } = heard;
      const own = amountIn(field, normaliseValue(option));
      const preferred = this.#dependencies.boundsWithClues?.(quantity, this.entity.phrase) ?? [];
      const range =
        'lacks' in own
          ? null
          : quantityRange({ quantity, own, peers: this.peersBy(quantity), preferred, draw: this.#draw });
      const reason =
        this.reasonAgainst(field, option) ??
        (range === null
          ? 'idle_quantity: no round number near it keeps a product of its kind out and lets one pass'
          : null);
      if (range === null || reason !== null) {
        this.dropped.push({ field, value: option, reason: reason as string });
        continue;
      }
      const sources: InfoSource[] = ['query'];
      // A title that names a size gives it away; of a bound it says no more than any other detail.
      const isOpen = range.nominal !== undefined && titleNames(this.#product, field, option);
      if (use.persona && !isOpen) sources.push('persona');
      if (use.clarification && !isOpen) sources.push('clarification');
      this.#amounts.push({ field, value: option, amount: own as Amount });
      this.features.push({
        type: 'numeric_range',
        field: `details.${field}`,
        value: range,
        sources,
        implicit: preferred.includes(range),
        required: false,
        ...silenceOf(field, heard),
      });
      return;
    }
  }

  /** Values of the details among the features, as the product states them. */
  get #details(): { readonly field: string; readonly option: string }[] {
    const stated = this.features.flatMap(({ type, field, value }) => {
      const detail = type === 'attribute_match' ? detailFieldOf(field) : null;
      return detail === null ? [] : [{ field: detail, option: String(value) }];
    });
    return [...stated, ...this.#amounts.map(({ field, value }) => ({ field, option: value }))];
  }

  amountOf(field: string): Amount | undefined {
    return this.#amounts.find((stated) => stated.field === field)?.amount;
  }

  /** The amounts of the products of the target's name, and of those of its shelf. */
  peersBy(quantity: QuantityField): (() => Peers)[] {
    const { catalog, answerSets } = this.#dependencies;
    const { quantities } = answerSets;
    const row = catalog.rowOf(this.#product.id);
    const { phrase } = this.entity;
    const ofName = () => quantities.peers(quantity, { name: phrase, rows: answerSets.holding(phrase) }, row);
    if (row === null) return [ofName];
    const { id } = catalog.shelfOf(row);
    return [ofName, () => quantities.peers(quantity, { name: `\n${id}`, rows: catalog.shelfRows(id) }, row)];
  }

  #addAttribute(field: string, options: readonly HeardOption[], use: FieldUse): void {
    for (const heard of options) {
      const { option } = heard;
      const reason =
        use.clarification && isLetter(option)
          ? 'unsayable: it is one letter among others, and no yes or no'
          : this.reasonAgainst(field, option);
      if (reason !== null) {
        this.dropped.push({ field, value: option, reason });
        continue;
      }
      const { explicit, implicit } = this.#dependencies.sayable(field, option, this.entity.phrase);
      if (!explicit && !implicit && BARE_COUNT.test(option)) {
        const because = 'unsayable: it is a number, and nothing says of how much or how many';
        this.dropped.push({ field, value: option, reason: because });
        continue;
      }
      const inTitle = titleNames(this.#product, field, option);
      const sources: InfoSource[] = [];
      if (explicit || implicit) sources.push('query');
      if (use.persona && !inTitle) sources.push('persona');
      // An answer says what the product has or lacks, and not "yes"; it says it word for word, as requests do.
      const isSaid = !explicit || isSaidAsWritten(field, option, this.entity.phrase);
      if (use.clarification && !inTitle && flagOf(option) === null && isSaid) sources.push('clarification');
      if (sources.length === 0) {
        this.dropped.push({
          field,
          value: option,
          reason: 'unsayable: the query has no words for it and the title gives it away',
        });
        continue;
      }
      // Explicit words missing: the query may only carry it as a clue, which `implicit` already says.
      this.features.push({
        type: 'attribute_match',
        field: `details.${field}`,
        value: this.#written(field, option),
        sources,
        implicit,
        required: false,
        ...silenceOf(field, heard),
      });
      return;
    }
  }

  /** A value as it is written: names in small letters as titles have them, flags in the language of the texts. */
  #written(field: string, option: string): string {
    if (flagOf(option) !== null) return otherLanguage() === null ? flagInEnglish(option) : option;
    const { say } = wordsFor(field);
    return saysNames(say) ? this.#dependencies.answerSets.asTitled(option) : option;
  }

  /** Why a value must not become a feature besides what is there, or null where it may. */
  reasonAgainst(field: string, value: string): string | null {
    const taken = this.#taken.get(field);
    if (taken !== undefined) return `duplicate_fact: ${taken} ${field}`;
    if (flagOf(value) === false && !isLackWished(field)) return 'unasked: nobody wishes that a product lacks it';
    const isScarce = this.features.length < FEWEST_FEATURES;
    if (isUnaskedOf(this.entity.phrase, field, value, isScarce))
      return `unasked: nobody asks it of what "${this.entity.phrase}" names`;
    if (!isScarce && this.#isCommonplace(field, value)) return `unasked: nearly every "${this.entity.phrase}" has it`;
    const said = statedAs(field, value);
    if (this.#secret !== null && findMentions(said, this.#secret).length > 0)
      return 'names_answer: it names the answer of the question';
    if (
      tellingNames(this.entity.phrase, field, said).length > 0 ||
      findMentions(this.entity.phrase, said, field).length > 0 ||
      containsWords(this.entity.phrase, said) ||
      holdsApart(this.entity.phrase, said)
    ) {
      return `duplicate_fact: the noun phrase "${this.entity.phrase}" already says it`;
    }
    for (const other of [...this.features.flatMap(statedIn), ...this.#amounts]) {
      if (sharesFact({ field, value: said }, other))
        return `duplicate_fact: ${other.field} "${other.value}" says the same`;
    }
    const asked = { type: 'attribute_match', field: `details.${field}`, expected_value: value } as const;
    if (!areOfOneVariant(this.#product, [...this.features.map(requirementOf), asked]))
      return 'unsold: no variant that has what is asked besides has it';
    const own = { field, option: value };
    const always = this.#details.find((other) => this.#dependencies.oddities.areOne(own, other));
    if (always !== undefined)
      return `duplicate_fact: products that have it have ${always.field} "${always.option}", and no others`;
    return this.#dependencies.unaskable?.(this.features, { field, value }, this.#product) ?? null;
  }
}

/** Tells whether a noun phrase has all words of a value of several, with others between them, and ends as it does: "wet cat food" is wet food. */
function holdsApart(phrase: string, value: string): boolean {
  const [words, said] = [tokensOf(phrase), tokensOf(value)];
  if (said.length < 2 || words.at(-1) !== said.at(-1)) return false;
  let at = 0;
  return said.every((word) => {
    at = words.indexOf(word, at) + 1;
    return at > 0;
  });
}

/** Silence of the product's shelf about a fact, and of its titles, where there is any, and of English. */
const silenceOf = (
  field: string,
  { option, silence, isUntitled }: HeardOption,
): Pick<Feature, 'silence' | 'untitled' | 'quoted'> => ({
  ...(silence === 0 ? {} : { silence }),
  ...(isUntitled ? { untitled: true } : {}),
  ...(isToldInQuotes(field, option) ? { quoted: true } : {}),
});

/** A number of which only the name of its field may say what it counts. */
const BARE_COUNT = /^\d{1,2}$/;

/** Tells whether a value that may say yes or no is a letter, which of a field that is no flag is the name of a class: a speed rating of Y. */
const isLetter = (value: string) => flagOf(value) !== null && /^\p{L}$/u.test(value.trim());

type Stated = ReturnType<typeof factsOf>;

const statedBy = new WeakMap<Feature, Stated>();

/** The values of detail fields that a feature states, found out once: each is held against all that come after it. */
const statedIn = (feature: Feature): Stated =>
  foundOrMade(statedBy, feature, () => factsOf(requirementOf(feature)).filter(({ excluded }) => !excluded));

const known = new WeakMap<Product, Map<string, boolean>>();

/** Tells whether a product's title gives a value of a field away; found out once a product. */
export function titleNames(product: Product, field: string, value: string): boolean {
  const answers = foundOrMade(known, product, () => new Map());
  const mentions = () => findMentions(product.title, statedAs(field, value), field);
  return foundOrMade(answers, `${field}\n${value}`, () => mentions().length > 0);
}
