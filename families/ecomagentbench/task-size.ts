import type { Catalog } from '../../catalog/index.ts';
import { lexiconInForce } from '../../lexicon/index.ts';
import { asksAbout, learnedFields } from '../../shopping/learned/field-uses.ts';
import { LEAST_FACTS } from './settings.ts';

/** Fewest requirements of a task in a catalog whose products state fewer facts than other tasks have. */
export const SMALLEST = 4;

/** By catalog, and by the lexicon it was found out under. */
const known = new WeakMap<Catalog, { readonly lexicon: unknown; readonly facts: number }>();

/** Facts that products of a catalog state on average: details that may be asked about, price, rating and number of ratings. */
function factsOnAverage(catalog: Catalog): number {
  const lexicon = lexiconInForce();
  let told = known.get(catalog);
  if (told?.lexicon !== lexicon) {
    told = { lexicon, facts: factsStated(catalog) / Math.max(1, catalog.size) };
    known.set(catalog, told);
  }
  return told.facts;
}

function factsStated(catalog: Catalog): number {
  const fields = catalog.fieldNames().filter((field) => asksAbout(catalog, field));
  const details = fields.reduce((sum, field) => sum + (learnedFields(catalog).get(field)?.products ?? 0), 0);
  const { priceMinor, averageRating, ratingCount } = catalog.numericColumns();
  const numbers = [priceMinor, averageRating, ratingCount].map((column) =>
    column.reduce((sum, number) => sum + Number(!Number.isNaN(number)), 0),
  );
  return numbers.reduce((sum, count) => sum + count, details);
}

/**
 * Fewest requirements of a task besides the noun phrase: as said, and where nothing is said as many as products of the catalog
 * state on average, from four to five.
 */
export const leastFactsIn = (catalog: Catalog, said: number | undefined): number =>
  said ?? (factsOnAverage(catalog) < LEAST_FACTS ? SMALLEST : LEAST_FACTS);
