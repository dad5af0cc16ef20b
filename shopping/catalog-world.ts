import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalog, type CatalogMemory, foldKey, notesOn, openCatalog, readingReport } from '../catalog/index.ts';
import { prepareCatalog } from '../catalog/ingest/index.ts';
import { englishDetails, foreignDetailNames, namesInLanguages } from '../lexicon/columns.ts';
import { isInKnownWords, tellingWords, unknownWords } from '../lexicon/english-words.ts';
import { BASE_FIELDS, ENGLISH, englishWords, saysNames } from '../lexicon/index.ts';
import type { WorldKind } from '../pipeline/world.ts';
import { ConfigError } from '../schemas/errors.ts';
import type { Product } from '../schemas/product.ts';
import { counted, formatCount } from '../text/numbers.ts';
import { Tally } from '../text/tally.ts';
import { learning } from './learned/stored-fields.ts';
import { languageOf, statesForeign } from './plausibility/index.ts';
import { heldTo } from './shop-lexicon/against-catalog.ts';

/** Catalogs built from raw files are kept here, one per content, so that no run reads the same files twice. */
export const CATALOG_CACHE = 'out/.catalogs';

function openedIfCatalog(path: string): Catalog | null {
  try {
    return openCatalog(path);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** The catalogs that are kept in a folder, opened one at a time; whoever takes one closes it. */
export function* keptCatalogs(folder: string): Generator<Catalog> {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  for (const name of names.sort()) {
    const catalog = openedIfCatalog(join(folder, name));
    if (catalog !== null) yield catalog;
  }
}

/** Products whose texts are looked at to tell what language a catalog is in. */
const LOOKED_AT = 200;

/** The code of the language that most titles of a catalog are in, where their script tells it. */
function languageOfTexts(catalog: Catalog): string {
  const rows = Array.from({ length: Math.min(LOOKED_AT, catalog.size) }, (_, at) => catalog.productByRow(at).title);
  const isChinese = (title: string) => /\p{Script=Han}/u.test(title) && !/[\u3040-\u30ff]/u.test(title);
  return rows.filter(isChinese).length * 2 > rows.length ? 'zh' : ENGLISH;
}

/** Share of titles that are in another language, or of detail fields that are named in one, above which a catalog is. */
const FOREIGN_TITLES = 0.3;
const FOREIGN_FIELDS = 0.1;
const LEAST_FOREIGN_FIELDS = 2;
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u;

/** The share of the products, of some all over a catalog, that state a value in another language. */
function foreignValues(catalog: Catalog): number {
  const products = someProducts(catalog);
  return products.length === 0 ? 0 : products.filter(statesForeign).length / products.length;
}

/** Words that tell, at least, and shares of them that are known English ones: of descriptions, and of names. */
const LEAST_OF_PROSE = 100;
const ENGLISH_PROSE = 0.6;
const OTHER_PROSE = 0.4;
const LEAST_UNKNOWN_NAMES = 4;
const LEAST_OF_NAMES = 10;
const ENGLISH_NAMES = 0.8;
const OTHER_NAMES = 0.5;
const LEAST_KNOWN_NAMES = 2;
const LEAST_UNKNOWN_VALUES = 10;
const OTHER_VALUES = 0.4;
/** Letters at the start of a product's texts that are looked at. */
const MOST_LETTERS = 400;

/** The share of some words that are known English ones. */
const knownShare = (words: readonly string[]): number =>
  words.length === 0 ? 0 : 1 - unknownWords(words).length / words.length;

/** Products all over a catalog. */
const someProducts = (catalog: Catalog): Product[] => {
  const count = Math.min(LOOKED_AT, catalog.size);
  return Array.from({ length: count }, (_, at) => catalog.productByRow(Math.floor((at * catalog.size) / count)));
};

/** The words that tell of some names, each once. */
const wordsOfNames = (names: readonly string[]): string[] => [...new Set([...new Set(names)].flatMap(tellingWords))];

/** Fields that the tables have no words for and that readers have not translated; a person's lexicon translates none. */
function ownFields(catalog: Catalog): string[] {
  const translated = new Set(englishDetails().values());
  return catalog.fieldNames().filter((field) => !BASE_FIELDS.has(field) && !translated.has(field));
}

/** Counts the names, of some, that the tables of each language have and that are no English words. */
function namesByLanguage(names: readonly string[]): [language: string, count: number][] {
  const own = [...new Set(names)].filter((name) => !isInKnownWords(name));
  const keys = own.map((name) => name.normalize('NFC').toLowerCase().replaceAll('_', ' ').trim());
  return [...namesInLanguages()]
    .map(([language, known]): [string, number] => [language, keys.filter((key) => known.has(key)).length])
    .sort(([, a], [, b]) => b - a);
}

/** The language whose tables have names of more of a shop's products, or words of their titles, than those of any other; null where none does. */
function languageOfNames(catalog: Catalog): string | null {
  const counts = new Tally();
  for (const { title, category, details } of someProducts(catalog))
    for (const [language, count] of namesByLanguage([
      ...Object.keys(details),
      ...category,
      ...title.split(/[^\p{L}-]+/u),
    ]))
      counts.add(language, count);
  const [[language, most] = ['', 0], [, next] = ['', 0]] = counts.sorted;
  return most > next ? language : null;
}

const holdsNames = (field: string): boolean => {
  const as = BASE_FIELDS.get(field)?.say?.as;
  return saysNames(as) || as === 'plain';
};

/** Words of the values of fields that hold no names. */
const wordsOfValues = (products: readonly Product[]): string[] => {
  const options = products.flatMap(({ details }) =>
    Object.entries(details).flatMap(([field, { options }]) => (holdsNames(field) ? [] : options)),
  );
  return [...new Set([...new Set(options)].flatMap(tellingWords))];
};

/** Tells whether most of some words, and so many, are no known English ones. */
const areForeign = (words: readonly string[], least: number, most: number): boolean =>
  unknownWords(words).length >= least && knownShare(words) <= most;

/**
 * Tells whether a catalog is in English: by the words of its descriptions; where it has none or they leave it open, by those of
 * its names of fields and categories, or of its values; then by letters and small words of its titles and by what most products
 * state.
 */
function isInEnglish(catalog: Catalog): boolean {
  const products = someProducts(catalog);
  const prose = products.flatMap(({ features, description }) =>
    tellingWords([...description, ...features].join(' ').slice(0, MOST_LETTERS)),
  );
  const ofProse = prose.length < LEAST_OF_PROSE ? null : knownShare(prose);
  if (ofProse !== null && (ofProse >= ENGLISH_PROSE || ofProse <= OTHER_PROSE)) return ofProse >= ENGLISH_PROSE;
  const [fields, categories] = [ownFields(catalog), products.flatMap(({ category }) => category)];
  const names = wordsOfNames([...fields, ...categories]);
  const tell = (words: readonly string[]) => areForeign(words, LEAST_UNKNOWN_NAMES, OTHER_NAMES);
  if (tell(names) && (tell(wordsOfNames(fields)) || !titlesSayEnglish(catalog, categories))) return false;
  if (names.length >= LEAST_OF_NAMES && knownShare(names) >= ENGLISH_NAMES) return true;
  if (areForeign(wordsOfValues(products), LEAST_UNKNOWN_VALUES, OTHER_VALUES)) return false;
  return (
    titlesAreInEnglish(catalog) &&
    languageOf({ foreignShare: foreignValues(catalog) }) === 'en' &&
    fieldsAreInEnglish(catalog)
  );
}

/** Tells whether titles in English say so of categories that no table knows: wines are called Merlot in any language. */
function titlesSayEnglish(catalog: Catalog, categories: readonly string[]): boolean {
  const [[, known] = ['', 0]] = namesByLanguage(categories);
  const words = [...new Set(someProducts(catalog).flatMap(({ title }) => tellingWords(title)))];
  return known < LEAST_KNOWN_NAMES && knownShare(words) >= OTHER_NAMES && titlesAreInEnglish(catalog);
}

/** Tells whether hardly any title has letters or small words of another language. */
function titlesAreInEnglish(catalog: Catalog): boolean {
  const small = new Set(englishWords('brands: words of other languages'));
  const titles = Array.from({ length: Math.min(LOOKED_AT, catalog.size) }, (_, at) => catalog.productByRow(at).title);
  const isForeign = (title: string) =>
    OTHER_SCRIPT.test(title) ||
    title
      .toLowerCase()
      .split(/\s+/)
      .some((word) => small.has(word));
  return titles.filter(isForeign).length <= FOREIGN_TITLES * titles.length;
}

/** Tells whether hardly any field is called by a name that another language has for a common detail. */
function fieldsAreInEnglish(catalog: Catalog): boolean {
  const foreign = new Set(foreignDetailNames().map(foldKey));
  const fields = catalog.fieldNames();
  const named = fields.filter((field) => foreign.has(foldKey(field))).length;
  return named < LEAST_FOREIGN_FIELDS || named <= FOREIGN_FIELDS * fields.length;
}

/** The world of shopping benchmarks: a product catalog, ingested from raw files where it is not one already. */
export const catalogWorld: WorldKind<Catalog> = {
  noun: 'catalog',
  things: 'products',
  kept: { folder: CATALOG_CACHE, ending: '.db', madeBy: 'npm run build:catalog' },

  async prepare({ inputs, reviews, format, onProgress, say }) {
    const { path, report } = await prepareCatalog({
      ...{ inputs, reviews, format, onProgress, say },
      cacheFolder: CATALOG_CACHE,
      ...learning(),
    });
    if (report === null) return { path, isNew: false };
    if (report.howRead !== null) say(`catalog: ${report.howRead}`);
    const { read, kept, merged, quarantined } = report.counts;
    say(
      `catalog: ${counted(report.products, 'product', 'products')} and ${counted(report.reviews, 'review', 'reviews')}; of ${counted(read, 'row', 'rows')} read, ${formatCount(kept)} kept, ${formatCount(merged)} merged, ${formatCount(quarantined)} quarantined`,
    );
    return { path, isNew: true };
  },

  open: (path, shared) => openCatalog(path, shared as CatalogMemory | undefined),

  find(digest, folder = CATALOG_CACHE) {
    for (const catalog of keptCatalogs(folder)) {
      if (catalog.digest === digest) return catalog;
      catalog.close();
    }
    return null;
  },

  shared: (catalog) => catalog.inMemory(),
  notes: notesOn,
  heldTo,
  reading: readingReport,
  textsIn: languageOfTexts,
  isInEnglish,
  namesIn: (catalog) => !isInEnglish(catalog) && (languageOfNames(catalog) ?? true),
  foreignValues,

  manifestOf: (catalog) => ({
    digest: catalog.digest,
    products: catalog.size,
    ingest: catalog.ingestCounts,
    files: catalog.files.map(({ file, format, digest, read, kept, merged, quarantined }) => ({
      file,
      format,
      digest,
      read,
      kept,
      merged,
      quarantined,
    })),
  }),

  quarantined: (catalog) => catalog.quarantined(),
};
