import { ofLexicon } from '../../lexicon/index.ts';
import type { Origin } from '../../schemas/product.ts';
import { detailsFrom } from '../product/details.ts';
import { canonicalField, KNOWN_FIELDS } from '../product/fields.ts';
import { fieldListing, withLabelledFacts } from '../product/labelled-facts.ts';
import { priceMinor } from '../product/price.ts';
import { idOf, ratingOf, textOf, textOrNull, textsOf, UNSORTED } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Cells, priceColumn, ratingColumn } from './cells.ts';
import { holdsAny, quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const CURRENCY = 'USD';
const PRICE = priceColumn('pricing');
const RATING = ratingColumn('average_rating');
const KNOWN = ofLexicon(() => new Set(KNOWN_FIELDS));

const productIn = (row: RawObject): RawObject => (isRawObject(row.product) ? row.product : row);

/** A price of two figures is a range over the options: not one definite amount. */
const priceIn = (price: unknown): unknown => (Array.isArray(price) && price.length === 1 ? price[0] : price);

/** A bullet point such as "Material:SOLID WOOD" states a fact where its label is a field; other labels head a sentence. */
function factIn(bullet: string): [string, string][] {
  const [, label = '', value = ''] = /^([A-Za-z][A-Za-z /]{1,28}?)\s*:\s*(\S.{0,60})$/.exec(bullet) ?? [];
  return KNOWN.has(canonicalField(label)) ? [[label, value]] : [];
}

/** Phrases that were mined from a product's texts: those that are a value of one field are said of it. */
function minedFacts(phrases: readonly string[]): [string, readonly string[]][] {
  return [...Map.groupBy(phrases, (phrase) => fieldListing(phrase) ?? 'Attributes')];
}

function read(outer: RawObject, origin: Origin, cells: Cells): Reading {
  const row = productIn(outer);
  const id = idOf(row.asin) ?? idOf(outer.id);
  if (id === null) return quarantined('asin', row.asin, 'a product id');
  const title = textOf(row.name ?? row.Title);
  if (title === '') return quarantined('name', row.name ?? row.Title, "the product's name");

  const features = textsOf(row.small_description ?? row.BulletPoints);
  const options = isRawObject(row.options) ? Object.entries(row.options) : [];
  const description = textsOf(row.full_description ?? row.Description);
  const details = withLabelledFacts(
    detailsFrom([...options, ...features.flatMap(factIn), ...minedFacts(textsOf(row.Attributes))]),
    [title, ...features, ...description],
  );
  const path = textOf(row.product_category)
    .split(/\s*›\s*/)
    .filter(Boolean);
  const category = path.length > 0 ? path : [textOrNull(row.category) ?? UNSORTED];
  const stated = priceIn(row.pricing ?? row.Price);
  const price = cells.note(PRICE, stated, priceMinor(stated, CURRENCY));
  const product = {
    id,
    title,
    brand: details.Brand?.options[0] ?? textOrNull(row.brand),
    store: null,
    shopId: null,
    mainCategory: category[0] as string,
    category,
    priceMinor: price,
    currency: price === null ? null : CURRENCY,
    averageRating: cells.note(
      RATING,
      row.average_rating ?? row.Rating,
      ratingOf(row.average_rating) ?? ratingOf(row.Rating),
    ),
    ratingCount: null,
    features,
    description,
    details,
    skuOptions: [],
    services: [],
    soldCount: null,
    origin,
  };
  return { kind: 'product', product };
}

/** WebShop's products, flat or wrapped as {id, contents, product}; prices are US dollars. */
export const webshopDocuments: Reader = {
  name: 'webshop-documents',
  family: 'webshop',
  kind: 'product',
  describes: 'WebShop documents (asin, name, pricing)',
  merges: 'fill',
  states: (row) => holdsAny(productIn(row), ['options', 'Attributes']),
  recognises: (rows) =>
    shareOf(rows, (outer) => {
      const row = productIn(outer);
      return (
        'asin' in row &&
        ('name' in row || 'Title' in row) &&
        ('pricing' in row || 'small_description' in row || 'BulletPoints' in row)
      );
    }),
  read,
};
