import { type Catalog, DetailsInEnglish } from '../../catalog/index.ts';
import { isForeignShop, languageOfShop } from '../../lexicon/index.ts';
import { byCodeUnit } from '../../text/order.ts';
import { isForeignName } from '../language/field-name.ts';
import { wordsFor } from '../language/field-policy.ts';
import { listed } from '../language/speech.ts';
import { isForeignKind, PATH_SEPARATOR } from '../nouns/product-type.ts';

/** Names of a foreign shop, and values of its fields, that English texts quote, for nobody has said them in English; most products first. */
interface Untranslated {
  readonly fields: readonly string[];
  readonly categories: readonly string[];
  readonly values: readonly { readonly field: string; readonly value: string; readonly products: number }[];
}

/** Finds the names that texts about a catalog quote, of the fields that may be asked about and of last categories. */
function untranslatedIn(catalog: Catalog, asksAbout: (field: string) => boolean): Untranslated {
  if (!isForeignShop()) return { fields: [], categories: [], values: [] };
  const products = new Map<string, number>();
  for (const { id, path } of catalog.shelves()) {
    const leaf = path.split(PATH_SEPARATOR).at(-1) as string;
    if (isForeignKind(leaf)) products.set(leaf, (products.get(leaf) ?? 0) + catalog.shelfRows(id).length);
  }
  const inOrder = [...products].sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b));
  const language = languageOfShop();
  const tables = language === null ? null : new DetailsInEnglish([language]);
  const asked = catalog.fieldNames().filter(asksAbout);
  const values = asked
    .filter((field) => !isForeignName(field))
    .flatMap((field) =>
      catalog.valuesOf(field).map(({ display, count }) => ({ field, value: display, products: count })),
    )
    .filter(({ field, value }) => isSaidInQuotes(field, value) && (tables?.valueOf(field, value) ?? value) === value)
    .sort((a, b) => b.products - a.products || byCodeUnit(a.field, b.field) || byCodeUnit(a.value, b.value));
  return {
    fields: asked.filter(isForeignName).sort(byCodeUnit),
    categories: inOrder.map(([category]) => category),
    values,
  };
}

const isSaidInQuotes = (field: string, value: string): boolean =>
  Object.values(wordsFor(field).phrases(value)).some((texts) =>
    texts.some((text) => text.includes('"') || text.includes(' quoted}')),
  );

const SHOWN = 6;

const listedNames = (names: readonly string[]): string => firstOf(names.map((name) => `"${name}"`));

function firstOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN);
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** The fields of a catalog with values that the tables of its shop's language have in English, and no mapping had read so. */
function readableIn(catalog: Catalog, language: string): string[] {
  const words = new DetailsInEnglish([language]);
  return catalog
    .fieldNames()
    .filter((field) => catalog.valuesOf(field).some(({ display }) => words.valueOf(field, display) !== display))
    .sort(byCodeUnit);
}

/** A sentence on the line of a mapping that has values read in English; none where no table knows any. */
function readingNotes(catalog: Catalog): string[] {
  const language = languageOfShop();
  const fields = language === null ? [] : readableIn(catalog, language);
  return fields.length === 0
    ? []
    : [
        `values of ${listedNames(fields)} have English words in lexicon/${language}/columns.yaml; in the mapping, product.details: { languages: [${language}] } has them read so`,
      ];
}

/** A sentence on the names that English texts quote, and on the lines that would have them said; none where there are none. */
export function untranslatedNotes(catalog: Catalog, asksAbout: (field: string) => boolean): string[] {
  const { fields, categories, values } = untranslatedIn(catalog, asksAbout);
  const [field, category, value] = [fields[0], categories[0], values[0]];
  const quoted = [
    ...(field === undefined ? [] : [`the detail fields ${listedNames(fields)}`]),
    ...(category === undefined ? [] : [`the categories ${listedNames(categories)}`]),
    ...(value === undefined ? [] : [`the values ${firstOf(values.map((one) => `"${one.value}" of ${one.field}`))}`]),
  ];
  const lines = [
    ...(field === undefined ? [] : [`fields: { ${JSON.stringify(field)}: { name: its English name } }`]),
    ...(category === undefined ? [] : [`types: { an English name: { also: [${JSON.stringify(category)}] } }`]),
    ...(value === undefined
      ? []
      : [
          `fields: { ${JSON.stringify(value.field)}: { values: { an English value: { also: [${JSON.stringify(value.value)}] } } } }`,
        ]),
  ];
  return quoted.length === 0
    ? readingNotes(catalog)
    : [
        `not in English, and quoted by English texts as they stand: ${listed(quoted)}; in a file that --lexicon names, ${lines.join(' and ')} have them said in English`,
        ...readingNotes(catalog),
      ];
}
