import type { Catalog, RowSet } from '../../catalog/index.ts';
import { englishDetails, valuesInLanguages } from '../../lexicon/columns.ts';
import {
  englishWords,
  FIELDS,
  isForeignShop,
  languageOfShop,
  lexiconInForce,
  ofLexicon,
  otherLanguage,
} from '../../lexicon/index.ts';
import { wordsOfLanguage } from '../../lexicon/vocabulary.ts';
import type { Detail, Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent, RecentFacts } from '../../text/cache/recent.ts';
import { flagOf } from '../../text/flags.ts';
import { inBase, measureIn } from '../../text/measure.ts';
import { spellingsOf } from '../../text/mentions.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { charactersApart } from '../../text/tokens.ts';
import { unitsOf } from '../../text/units.ts';
import { coreOf } from '../language/field-name.ts';

interface Dependencies {
  readonly catalog: Pick<
    Catalog,
    'size' | 'rowOf' | 'shelves' | 'shelfOf' | 'shelfRows' | 'productByRow' | 'reviewsOf' | 'textRows'
  >;
  /** The products that state each field. */
  readonly stating: ReadonlyMap<string, RowSet>;
  /** The dimension of a field that is asked about by bounds, empty where its numbers have no unit; null of any other. */
  dimensionOf(field: string): string | null;
}

/** Products stating a field whose texts are read, taken from all over a category. */
const MOST_READ = 24;
/** With fewer a category tells nothing of the field, and the one above it is asked. */
const LEAST_STATING = 8;
/** With fewer that state a value it is as its field is. */
const LEAST_OF_VALUE = 4;
/** Products of the whole catalog whose texts tell how much of what products state their texts usually name. */
const MOST_OF_ALL = 96;
/** Parts of that share from which on a shelf speaks of a field, or does at times. */
const SPOKEN = 0.5;
const AT_TIMES = 0.2;
/** The least such share: texts that name less of what products state are too short to tell. */
const LEAST_USUAL = 0.4;
const MOST_REVIEWS = 4;
/** Products whose facts tell how much of a field is spoken of. */
const MOST_OF_FIELD = 24;
/** Shorter words are too often the beginnings of others. */
const LEAST_INFLECTED = 4;
const TALKS_KEPT = 4096;
const TEXTS_KEPT = 2048;
const VALUES_KEPT = 8192;
const BARE_NUMBER = /^[\d.]+$/;
const PACKS = englishWords('spellings: counted');

/** Silence of a shelf beyond which a fact is not asked: hardly anything is said there of the field, or of the value. */
export const MOST_SILENCE = 1;

/** Tells whether enough is said of a fact for a task to ask it; of filler that is more, for few come to a shop for it. */
export const isSpokenOf = (silence: number, filler: boolean): boolean => silence <= (filler ? 0 : MOST_SILENCE);

/** Tells whether a person said that a field is asked about, whatever texts speak of. */
const isWanted = (field: string) => lexiconInForce().fields[field]?.asked === true;

/** Silence about a value of a field in the texts of a product's shelf. */
interface Heard {
  /**
   * 0 where the texts of the products there name what they state, of that value if enough state it, where the product's own
   * text says it, or where no text tells; 1 where few of them do, 2 where hardly any does.
   */
  readonly silence: number;
  /** True where titles leave it out, its own among them: sellers put into titles what people look for. */
  readonly isUntitled: boolean;
}

const SAID: Heard = { silence: 0, isUntitled: false };

/** Numbers of products that state something, of those whose texts speak of it, and of those whose titles do. */
interface Counts {
  stating: number;
  speaking: number;
  titling: number;
}

const noneCounted = (): Counts => ({ stating: 0, speaking: 0, titling: 0 });

/** Counts of a field among some of a category's products, and of each of its values in comparison form. */
interface Talk extends Readonly<Counts> {
  readonly values: ReadonlyMap<string, Readonly<Counts>>;
}

/** A product's title, and all that is written of it, in comparison form. */
interface Texts {
  readonly title: string;
  readonly all: string;
}

/** The shares of what products all over the catalog state that their texts name, and that their titles do. */
interface Shares {
  readonly speaking: number;
  readonly titling: number;
}

/**
 * Learns from titles, bullets, descriptions and reviews which details the shoppers of a shelf care about: what hardly a
 * seller or buyer there finds worth a word, nobody shops for.
 */
export class ShelfTalk {
  readonly #dependencies: Dependencies;
  readonly #talks = new Recent<string, Talk>(TALKS_KEPT);
  readonly #texts = new Recent<number, Texts>(TEXTS_KEPT);
  readonly #sayings = new RecentFacts<Sayings>(VALUES_KEPT);
  /** Shelves in each category, by its path. */
  readonly #shelvesIn: ReadonlyMap<string, readonly number[]>;
  readonly #hasText: Uint8Array;
  #usual: Shares | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { catalog } = dependencies;
    this.#hasText = new Uint8Array(catalog.size);
    for (const row of catalog.textRows()) this.#hasText[row] = 1;
    const shelvesIn = new Map<string, number[]>();
    for (const { id, path } of catalog.shelves())
      for (const category of categoriesOf(path)) {
        const shelves = shelvesIn.get(category);
        if (shelves === undefined) shelvesIn.set(category, [id]);
        else shelves.push(id);
      }
    this.#shelvesIn = shelvesIn;
  }

  /** Returns how much is said of a value of a field where a product stands. */
  on(product: Pick<Product, 'id' | 'details'>, field: string, value: string): Heard {
    const heard = this.#heardOf(product, field, value);
    if (heard === null) return SAID;
    const { counts, row } = heard;
    const shares = this.#usualShares();
    const usual = counts.stating * shares.speaking;
    const silence = counts.speaking >= SPOKEN * usual ? 0 : counts.speaking >= AT_TIMES * usual ? 1 : 2;
    const isNamed = counts.titling >= AT_TIMES * counts.stating * shares.titling && counts.titling > 0;
    return {
      silence: silence > 0 && this.#speaks(row, field, product.details[field], [value]) ? 0 : silence,
      isUntitled: !isNamed && !this.#says(this.#textsOf(row).title, field, value),
    };
  }

  /** The share of a field's facts that too little is said of to ask them, by some from all over the catalog. */
  unspokenShare(field: string, filler: boolean): number {
    const { catalog, stating } = this.#dependencies;
    const products = [...spread(stating.get(field)?.rows() ?? new Uint32Array(), MOST_OF_FIELD)].map((row) =>
      catalog.productByRow(row),
    );
    const silences = products.flatMap((product) =>
      (product.details[field]?.options ?? []).map((option) => this.on(product, field, option).silence),
    );
    return silences.filter((silence) => !isSpokenOf(silence, filler)).length / Math.max(1, silences.length);
  }

  /** The counts of a value on a product's shelf, or of its field where few state the value; null where no text tells. */
  #heardOf({ id, details }: Pick<Product, 'id' | 'details'>, field: string, value: string) {
    const row = this.#dependencies.catalog.rowOf(id);
    // What comes in several, shoppers choose from a list that needs no words.
    const isChosen = (details[field]?.options.length ?? 0) > 1;
    if (row === null || isChosen || isWanted(field) || this.#usualShares().speaking < LEAST_USUAL) return null;
    const talk = this.#talkOf(row, field);
    if (talk === null) return null;
    const ofValue = talk.values.get(normaliseValue(value));
    return { counts: ofValue !== undefined && ofValue.stating >= LEAST_OF_VALUE ? ofValue : talk, row };
  }

  #usualShares(): Shares {
    if (this.#usual === undefined) {
      const { catalog, stating: fields } = this.#dependencies;
      const counts = noneCounted();
      // A text names all that it alone states, which tells nothing of how much texts usually name.
      for (const row of spread(catalog.textRows(), MOST_OF_ALL))
        for (const [field, detail] of Object.entries(catalog.productByRow(row).details))
          if (fields.has(field) && !detail.raw.every(({ statedIn }) => statedIn === 'text'))
            this.#count(row, field, detail, detail.options, counts);
      const stating = Math.max(1, counts.stating);
      this.#usual = { speaking: counts.speaking / stating, titling: counts.titling / stating };
    }
    return this.#usual;
  }

  /** Counts a product that states some values of a field. */
  #count(row: number, field: string, detail: Detail | undefined, options: readonly string[], counts: Counts): void {
    counts.stating++;
    if (!this.#speaks(row, field, detail, options)) return;
    counts.speaking++;
    if (options.some((option) => this.#says(this.#textsOf(row).title, field, option))) counts.titling++;
  }

  /** Tells whether a product's texts say any of some values of a field, or its values were read from them. */
  #speaks(row: number, field: string, detail: Detail | undefined, values: readonly string[]): boolean {
    if (detail !== undefined && isReadFromTexts(detail) && values.some((value) => detail.options.includes(value)))
      return true;
    const { all } = this.#textsOf(row);
    return values.some((value) => this.#says(all, field, value));
  }

  /** The talk of the narrowest category in which enough products with a text state a field; null where none has them. */
  #talkOf(row: number, field: string): Talk | null {
    const stating = this.#dependencies.stating.get(field);
    if (stating === undefined) return null;
    for (const category of categoriesOf(this.#dependencies.catalog.shelfOf(row).path)) {
      const talk = this.#talkIn(category, field, () => this.#rowsIn(category, stating));
      if (talk.stating >= LEAST_STATING) return talk;
    }
    const ofAll = this.#talkIn('', field, () => stating.rows());
    return ofAll.stating >= LEAST_STATING ? ofAll : null;
  }

  #talkIn(category: string, field: string, rows: () => Uint32Array): Talk {
    const key = `${category}\n${field}`;
    return foundOrMade(this.#talks, key, () => this.#listen(rows(), field));
  }

  /** Rows of a category's products that state a field. */
  #rowsIn(category: string, stating: RowSet): Uint32Array {
    const { catalog } = this.#dependencies;
    const found = (this.#shelvesIn.get(category) ?? []).map((shelf) => stating.among(catalog.shelfRows(shelf)));
    return found.length === 1 ? (found[0] as Uint32Array) : Uint32Array.from(found.flatMap((rows) => [...rows]));
  }

  #listen(stating: Uint32Array, field: string): Talk {
    const rows = spread(
      stating.filter((row) => this.#hasText[row] === 1),
      MOST_READ,
    );
    const values = new Map<string, Counts>();
    const ofField = noneCounted();
    for (const row of rows) {
      const detail = this.#dependencies.catalog.productByRow(row).details[field];
      const options = detail?.options ?? [];
      this.#count(row, field, detail, options, ofField);
      for (const option of options) {
        const form = normaliseValue(option);
        const ofValue = values.get(form) ?? noneCounted();
        values.set(form, ofValue);
        this.#count(row, field, detail, [option], ofValue);
      }
    }
    return { ...ofField, values };
  }

  /** The words of a product's title, and of it with bullets, description and first reviews, in comparison form. */
  #textsOf(row: number): Texts {
    let texts = this.#texts.get(row);
    if (texts === undefined) {
      const { catalog } = this.#dependencies;
      const { title, features, description } = catalog.productByRow(row);
      const reviews = catalog.reviewsOf(row).slice(0, MOST_REVIEWS);
      const said = [title, ...features, ...description, ...reviews.flatMap((review) => [review.title, review.text])];
      const heard = (text: string) => ` ${charactersApart(normaliseValue(text))} `;
      texts = { title: heard(title), all: heard(said.join(' . ')) };
      this.#texts.set(row, texts);
    }
    return texts;
  }

  /** Tells whether a text names a value of a field. */
  #says(text: string, field: string, value: string): boolean {
    const { words, besideAmount, hasAmount } = this.#sayings.of(field, value, () =>
      sayingsOf(field, value, this.#dependencies.dimensionOf(field)),
    );
    const isThere = (one: Sought) => isFoundIn(text, one);
    return words.some(isThere) || (besideAmount.some(isThere) && hasAmount(text));
  }
}

/** Tells whether the values of a detail were read from a title or another text. */
const isReadFromTexts = ({ raw }: Detail) =>
  raw.length > 0 && raw.every(({ statedIn }) => statedIn === 'text' || statedIn === 'title');

/** A few rows from all over some. */
function spread(rows: Uint32Array, most: number): Uint32Array {
  const count = Math.min(rows.length, most);
  return Uint32Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)] as number);
}

/** The words that say a value of a field, and those that do beside an amount of its dimension. */
interface Sayings {
  readonly words: readonly Sought[];
  readonly besideAmount: readonly Sought[];
  /** Tells whether a text says about as much. */
  hasAmount(text: string): boolean;
}

/** So many times an amount, or what that is of it, are about as much. */
const ABOUT = 1.25;

/**
 * A yes is said by the field's name, a bare number needs what it counts; of an amount with a unit about as much will do,
 * beside the name: a text that says "light weight", or what a shelf carries, speaks of no weight.
 */
function sayingsOf(field: string, value: string, dimension: string | null): Sayings {
  const said = (
    words: readonly string[],
    besideAmount: readonly string[] = [],
    hasAmount = (_text: string) => false,
  ) => ({
    ...{ words: words.flatMap(asFound), besideAmount: besideAmount.flatMap(asFound), hasAmount },
  });
  if (flagOf(value) !== null) return said(namesOf(field));
  if (BARE_NUMBER.test(value)) return said([`${value} ${coreOf(field)}`, ...packsOf(field, value)]);
  if (dimension === null) return said([value, ...spellingsOf(value, field), ...wordsElsewhere(field, value)]);
  if (dimension === '') return said([value, ...namesOf(field)]);
  return said([value], namesOf(field), amountsAbout(value, dimension));
}

/** Returns a test of texts in comparison form for amounts about as large as a value. */
function amountsAbout(value: string, dimension: string): (text: string) => boolean {
  const { amount, unit } = measureIn(normaliseValue(value)) ?? { amount: 0, unit: null };
  if (unit === null) return () => false;
  const own = inBase(amount, unit);
  const amounts = new RegExp(`(?<= )([\\d.]+) (${unitsOf(dimension).join('|')})(?= )`, 'gu');
  return (text) => {
    for (const [, said, of] of text.matchAll(amounts)) {
      const base = inBase(Number(said), of as string);
      if (base <= own * ABOUT && base * ABOUT >= own) return true;
    }
    return false;
  };
}

/** Ways in which texts say as many in a pack: "3 pack", "set of 3"; none of a field that counts anything else. */
const packsOf = (field: string, count: string): string[] =>
  FIELDS.get(field)?.say?.as === 'number' ? PACKS.flatMap((pack) => [`${count} ${pack}`, `${pack} of ${count}`]) : [];

function namesOf(field: string): string[] {
  const { named = [], dialogue } = FIELDS.get(field) ?? {};
  const elsewhere = isForeignShop()
    ? [...englishDetails(languageOfShop())].flatMap(([name, english]) => (english === field ? [name] : []))
    : [];
  return [field, ...named, ...(dialogue === undefined ? [] : [dialogue.label]), ...elsewhere];
}

/**
 * Words of the shop's language that were read as a value, by which its texts call it: "algodón" of Cotton; of every language where
 * nobody knows which it is, without those that are another value in one of them.
 */
function wordsElsewhere(field: string, value: string): readonly string[] {
  if (!isForeignShop()) return [];
  const shop = languageOfShop();
  if (shop !== null) return wordsOfLanguage(shop).wordsFor(field, value);
  const tables = valuesInLanguages(field);
  const others = new Set(
    tables.flatMap(({ table }) => Object.entries(table).flatMap(([other, words]) => (other === value ? [] : words))),
  );
  return tables.flatMap(({ table }) => table[value] ?? []).filter((word) => !others.has(word));
}

/** Words as they are looked for in a text. */
interface Sought {
  /** With a space before the first, and where the last has no endings one behind it. */
  readonly words: string;
  readonly isInflected: boolean;
}

const ENDINGS = englishWords('inflection: endings');
/** Endings that the last of some words may have in a text. */
const inflected = ofLexicon(() => ({
  ending: new RegExp(`(?:${(otherLanguage()?.stems?.endings ?? ENDINGS).join('|')})?(?!\\p{L})`, 'uy'),
}));

/** Words as they are looked for in a text: whole, but for the ending of the last one; none where there are none. */
function asFound(words: string): Sought[] {
  const form = charactersApart(normaliseValue(words));
  if (form === '') return [];
  const isInflected = form.length >= LEAST_INFLECTED && /\p{Script=Latin}$/u.test(form);
  return [{ words: isInflected ? ` ${form.replace(/s$/, '')}` : ` ${form} `, isInflected }];
}

function isFoundIn(text: string, { words, isInflected }: Sought): boolean {
  if (!isInflected) return text.includes(words);
  const { ending } = inflected;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    ending.lastIndex = at + words.length;
    if (ending.test(text)) return true;
  }
  return false;
}

/** The categories a shelf is in, narrowest first: its own and those above. */
function categoriesOf(path: string): string[] {
  const levels = path.split(' > ');
  return levels.map((_, above) => levels.slice(0, levels.length - above).join(' > '));
}
