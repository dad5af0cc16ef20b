import { type Catalog, DetailsInEnglish } from '../../catalog/index.ts';
import { isForeignShop, languageOfShop } from '../../lexicon/index.ts';
import { byCodeUnit } from '../../text/order.ts';
import { isForeignName } from '../language/field-name.ts';
import { isForeignKind, PATH_SEPARATOR } from '../nouns/product-type.ts';

/** Names of a foreign shop that English texts quote, for nobody has said them in English; most products first. */
interface Untranslated {
  readonly fields: readonly string[];
  readonly categories: readonly string[];
}

/** Finds the names that texts about a catalog quote, of the fields that may be asked about and of last categories. */
function untranslatedIn(catalog: Catalog, asksAbout: (field: string) => boolean): Untranslated {
  if (!isForeignShop()) return { fields: [], categories: [] };
  const products = new Map<string, number>();
  for (const { id, path } of catalog.shelves()) {
    const leaf = path.split(PATH_SEPARATOR).at(-1) as string;
    if (isForeignKind(leaf)) products.set(leaf, (products.get(leaf) ?? 0) + catalog.shelfRows(id).length);
  }
  const inOrder = [...products].sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b));
  return {
    fields: catalog
      .fieldNames()
      .filter((field) => asksAbout(field) && isForeignName(field))
      .sort(byCodeUnit),
    categories: inOrder.map(([category]) => category),
  };
}

const SHOWN = 6;

function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`);
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
  const { fields, categories } = untranslatedIn(catalog, asksAbout);
  const [field, category] = [fields[0], categories[0]];
  const quoted = [
    ...(field === undefined ? [] : [`the detail fields ${listedNames(fields)}`]),
    ...(category === undefined ? [] : [`the categories ${listedNames(categories)}`]),
  ];
  const lines = [
    ...(field === undefined ? [] : [`fields: { ${JSON.stringify(field)}: { name: its English name } }`]),
    ...(category === undefined ? [] : [`types: { an English name: { also: [${JSON.stringify(category)}] } }`]),
  ];
  return quoted.length === 0
    ? readingNotes(catalog)
    : [
        `not in English, and quoted by English texts as they stand: ${quoted.join(', and ')}; in a file that --lexicon names, ${lines.join(' and ')} have them said in English`,
        ...readingNotes(catalog),
      ];
}
