import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../fixtures/command-line.ts';
import { stemsOf, wordsOf } from './plain-text.ts';

const SAMPLE = join(PACKAGE_ROOT, 'raw', 'sample');

interface MetaRow {
  readonly parent_asin?: string;
  readonly title?: string;
  readonly main_category?: string | null;
  readonly categories?: readonly string[];
  readonly store?: string | null;
  readonly price?: number | string | null;
  readonly average_rating?: number | null;
  readonly rating_number?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface ReviewRow {
  readonly parent_asin?: string;
  readonly rating?: number;
  readonly title?: string;
  readonly text?: string;
}

interface Planted {
  readonly product: string;
  readonly key: string;
  readonly value: string;
  readonly kind: string;
}

/** A product of the bundled sample as its raw row states it, noise and all. */
export interface RawProduct {
  readonly id: string;
  readonly title: string;
  readonly words: readonly string[];
  /** What its last category calls its products, in the plural and the singular; empty where that names several kinds. */
  readonly kinds: readonly (readonly string[])[];
  readonly store: string;
  cents: number | null;
  readonly rating: number | null;
  readonly ratings: number | null;
  /** Detail keys and values as written. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Canonical field to its options in comparison form. */
  readonly options: Map<string, Set<string>>;
}

const linesOf = (file: string) =>
  gunzipSync(readFileSync(join(SAMPLE, file)))
    .toString('utf8')
    .trimEnd()
    .split('\n');

function parsedLines<Row>(file: string): Row[] {
  return linesOf(file).flatMap((line) => {
    try {
      const row: unknown = JSON.parse(line);
      return typeof row === 'object' && row !== null && !Array.isArray(row) ? [row as Row] : [];
    } catch {
      return [];
    }
  });
}

/** The sample maker's own table of key spellings: field to the ways listings write it. */
const { key_spellings: SPELLINGS } = parse(
  readFileSync(join(PACKAGE_ROOT, 'tools', 'sample-maker', 'words.yaml'), 'utf8'),
) as {
  readonly key_spellings: Readonly<Record<string, string>>;
};
const FIELD_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([field, keys]) =>
    keys.split(',').map((key) => [key.trim().toLowerCase(), field] as const),
  ),
);
export const fieldOf = (key: string) => FIELD_OF.get(key.toLowerCase()) ?? key;

const UNITS: Readonly<Record<string, string>> = { in: 'inch', gigabyte: 'gb', watt: 'w', volt: 'v' };
/** What two spellings of one option have in common. */
export const comparable = (option: string) =>
  stemsOf(option)
    .map((stem) => UNITS[stem] ?? stem)
    .join(' ');

const unmarked = (text: string) => text.replace(/<[^>]*>|&nbsp;|&quot;/g, ' ').replaceAll('&amp;', '&');

/** A raw value as a whole and in the parts a list of it may have, markup taken out. */
export const optionsIn = (value: string): string[] => [
  ...new Set(
    [unmarked(value), ...unmarked(value).split(/[,;|/]/)].map((part) => part.trim()).filter((part) => part !== ''),
  ),
];

/** One definite amount; "from 12.99" is none. */
function centsOf(price: MetaRow['price']): number | null {
  const number =
    typeof price === 'number' ? price : Number(/^\$?(\d+(?:\.\d+)?)$/.exec(price ?? '')?.[1] ?? Number.NaN);
  return Number.isFinite(number) ? Math.round(number * 100) : null;
}

/** Head nouns; weak ones say too little alone. */
const { strong: STRONG, weak: WEAK } = parse(
  readFileSync(join(PACKAGE_ROOT, 'lexicon', 'en', 'product-nouns.yaml'), 'utf8'),
) as Readonly<Record<'strong' | 'weak', string>>;
const WEAK_NOUNS = new Set(WEAK.split(/\s+/));
const NOUNS = new Set([...STRONG.split(/\s+/), ...WEAK_NOUNS]);

const singularOf = (plural: string) =>
  plural
    .replace(/ies$/, 'y')
    .replace(/^scarves$/, 'scarf')
    .replace(/^mice$/, 'mouse')
    .replace(/(ch|sh|x|ss|ns)es$/, '$1')
    .replace(/(?<!s|u|i|len|ga)s$/, '');

/** The words of a category that names one kind of product, in the plural and the singular. */
function kindsOf(category: string): string[][] {
  const words = wordsOf(category);
  const last = words.at(-1);
  if (last === undefined || /[&,/|+;()]| and | or /i.test(category)) return [];
  return [words, [...words.slice(0, -1), singularOf(last)]];
}

/**
 * What the last category of a path calls its products; with what the nearest "… Accessories" around it are for where its
 * word says too little alone, and as a kind of what the category above it names where it is neither plural nor a noun.
 */
function kindsIn(path: readonly string[]): string[][] {
  const kinds = kindsOf(path.at(-1) ?? '');
  const [plural = [], singular = []] = kinds;
  const head = singular.at(-1) ?? '';
  if (plural.length === 1 && WEAK_NOUNS.has(head)) {
    const around = path.slice(0, -1).findLast((name) => / accessories$/i.test(name));
    const [, device] = around === undefined ? [] : kindsOf(around.replace(/ accessories$/i, ''));
    return [...kinds, ...(device === undefined ? [] : kinds.map((kind) => [...device, ...kind]))];
  }
  if (head === plural.at(-1) && !NOUNS.has(head)) {
    const above = kindsOf(path.at(-2) ?? '');
    if (NOUNS.has(above[1]?.at(-1) ?? '')) return above.map((kind) => [...singular, ...kind]);
  }
  return kinds;
}

function productOf(row: MetaRow): RawProduct | null {
  const title = row.title?.trim() ?? '';
  if (row.parent_asin === undefined || title === '') return null;
  const pairs = new Map(
    Object.entries(row.details ?? {}).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );
  const options = new Map<string, Set<string>>();
  for (const [key, value] of pairs) {
    const field = fieldOf(key);
    const known = options.get(field) ?? new Set();
    for (const option of optionsIn(value)) known.add(comparable(option));
    options.set(field, known);
  }
  return {
    id: row.parent_asin,
    title,
    words: wordsOf(unmarked(title)),
    kinds: kindsIn(row.categories?.length ? row.categories : [row.main_category ?? '']),
    store: row.store ?? '',
    cents: centsOf(row.price),
    rating: row.average_rating ?? null,
    ratings: row.rating_number ?? null,
    pairs,
    options,
  };
}

/** The bundled sample, read by other means than the pipeline's: the first row of each id, reviews, planted noise. */
export class RawCatalog {
  readonly products = new Map<string, RawProduct>();
  readonly reviews = new Map<string, ReviewRow[]>();
  readonly planted = new Map<string, Planted[]>();
  readonly rows: number;
  readonly #holding = new Map<string, readonly RawProduct[]>();

  constructor() {
    for (const row of parsedLines<MetaRow>('amazon-meta.jsonl.gz')) {
      const product = productOf(row);
      const first = product === null ? undefined : this.products.get(product.id);
      if (product !== null && first === undefined) this.products.set(product.id, product);
      // A repeated row adds what the first one left out; only prices are ever missing.
      else if (first !== undefined) first.cents ??= product?.cents ?? null;
    }
    for (const review of parsedLines<ReviewRow>('amazon-reviews.jsonl.gz')) {
      const id = review.parent_asin ?? '';
      const known = this.reviews.get(id);
      if (known === undefined) this.reviews.set(id, [review]);
      else known.push(review);
    }
    const noise = JSON.parse(readFileSync(join(SAMPLE, 'noise.json'), 'utf8')) as { planted: Planted[] };
    for (const entry of noise.planted)
      this.planted.set(entry.product, [...(this.planted.get(entry.product) ?? []), entry]);
    this.rows = linesOf('amazon-meta.jsonl.gz').length + linesOf('amazon-reviews.jsonl.gz').length;
  }

  /** Takes a value for stated that a title is said to state; throws where the title does not hold its words. */
  addTitleStated(id: string, field: string, value: string): void {
    const { title, words, options } = this.product(id);
    const wanted = stemsOf(value);
    const stems = stemsOf(words.join(' '));
    if (!stems.some((_, at) => wanted.every((stem, offset) => stems[at + offset] === stem)))
      throw new RangeError(`"${title}" does not say ${field} "${value}"`);
    options.set(field, new Set([...(options.get(field) ?? []), comparable(value)]));
  }

  product(id: string): RawProduct {
    const found = this.products.get(id);
    if (found === undefined) throw new RangeError(`${id} is not in the bundled sample`);
    return found;
  }

  /** Every value that two products or more state for a field, as plain words; planted noise left out. */
  vocabulary(fields: ReadonlySet<string>): Map<string, Set<string>> {
    const counts = new Map<string, Map<string, number>>();
    for (const { id, pairs } of this.products.values()) {
      const spoiled = new Set(this.planted.get(id)?.map(({ key }) => key));
      for (const [key, raw] of pairs) {
        const field = fieldOf(key);
        if (!fields.has(field) || spoiled.has(key)) continue;
        const known = counts.get(field) ?? new Map<string, number>();
        for (const option of optionsIn(raw)) {
          const words = wordsOf(option).join(' ');
          known.set(words, (known.get(words) ?? 0) + 1);
        }
        counts.set(field, known);
      }
    }
    return new Map(
      [...counts].map(([field, known]) => [
        field,
        new Set([...known].flatMap(([words, count]) => (count > 1 ? [words] : []))),
      ]),
    );
  }

  /** Products whose titles hold a phrase as whole words, or whose category calls them so. */
  holding(phrase: string): readonly RawProduct[] {
    const known = this.#holding.get(phrase);
    if (known !== undefined) return known;
    const wanted = wordsOf(phrase);
    const held = [...this.products.values()].filter(
      ({ words, kinds }) =>
        words.some((_, at) => wanted.every((word, offset) => words[at + offset] === word)) ||
        kinds.some((kind) => kind.slice(-wanted.length).join() === wanted.join()),
    );
    this.#holding.set(phrase, held);
    return held;
  }
}
