import { clashIn } from './facts.ts';
import { fillNames } from './grammar.ts';
import type { LazadaDocument } from './lazada-documents.ts';
import { drawPrice } from './listings.ts';
import { type Dice, diceFor } from './random.ts';
import { LAZADA_WORDS, LINE_NAMES, SEVERAL_OPTIONS, SHELVES, type Shelf } from './tables.ts';

export const SIMILAR_FILE = 'similar-products.jsonl.gz';

/** A sub-category of products that differ in little, and how much of it there is. */
interface Batch {
  readonly shelf: string;
  readonly products: number;
  /** Detail fields that every product states. */
  readonly fields: number;
  /** Products in each hundred that state just what another states. */
  readonly copies: number;
}

const FULL = { products: 126, fields: 9, copies: 4 };

/** Twelve sub-categories worth a shelf, one of look-alikes, one whose products state next to nothing, and a small one. */
const BATCHES: readonly Batch[] = [
  { shelf: 'over-ear-headphones', ...FULL },
  { shelf: 'keyboards', ...FULL },
  { shelf: 'backpacks', ...FULL },
  { shelf: 'water-bottles', ...FULL },
  { shelf: 'throw-pillows', ...FULL },
  { shelf: 'desk-lamps', ...FULL },
  { shelf: 'watches', ...FULL },
  { shelf: 'phone-cases', ...FULL },
  { shelf: 'yoga-mats', ...FULL },
  { shelf: 'belts', ...FULL },
  { shelf: 'scarves', ...FULL },
  { shelf: 'power-banks', ...FULL },
  { shelf: 'gel-pens', products: 90, fields: 6, copies: 70 },
  { shelf: 'baking-pans', products: 60, fields: 0, copies: 0 },
  { shelf: 'ukuleles', products: 6, fields: 8, copies: 0 },
];

/** Fields a buyer picks at check-out, where the shelf has them. */
const CHOSEN = ['Color', 'Ink Color', 'Size'];

type Facts = ReadonlyMap<string, readonly string[]>;

const keyOf = (field: string) =>
  LAZADA_WORDS.attribute_keys[field] ??
  field
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_+$/, '');

function drawFacts(shelf: Shelf, fields: readonly string[], dice: Dice): Facts {
  for (;;) {
    const facts = new Map(
      fields.map((field): [string, readonly string[]] => {
        const { common } = shelf.fields.get(field)!;
        const first = dice.favour(common);
        const more = SEVERAL_OPTIONS.has(field) && common.length > 2 && dice.chance(25);
        return [field, more ? [first, dice.pick(common.filter((value) => value !== first))] : [first]];
      }),
    );
    if (clashIn(facts) === undefined) return facts;
  }
}

/** Two to four values of the first choice, and now and then two of a second. */
function drawSkus(shelf: Shelf, dice: Dice): Record<string, string>[] {
  const [first, second] = CHOSEN.filter((field) => (shelf.fields.get(field)?.common.length ?? 0) > 1);
  if (first === undefined || dice.chance(8)) return [];
  const valuesOf = (field: string, most: number) => dice.some(shelf.fields.get(field)!.common, dice.between(2, most));
  const skus = valuesOf(first, 4).map((value) => ({ [first]: value }));
  if (second === undefined || dice.chance(55)) return skus;
  return skus.flatMap((sku) => valuesOf(second, 2).map((value) => ({ ...sku, [second]: value })));
}

function titleOf(brand: string, name: string, noun: string, extras: readonly string[], dice: Dice): string {
  const tail = dice.some(extras, dice.between(0, 2)).join(', ');
  const named = dice.chance(50) ? `${brand} ${name} ${noun}` : `${name} ${noun} by ${brand}`;
  return tail === '' ? named : `${named}, ${tail}`;
}

/** The products of a sub-category, each with the same fields and its own values, prices in Philippine pesos. */
function productsOf({ shelf: name, products, fields: stated, copies }: Batch): LazadaDocument[] {
  const shelf = SHELVES.find(({ shelf: own }) => own === name)!;
  const of = diceFor('similar', name);
  const local = LAZADA_WORDS.shelves[name]!;
  const nouns = shelf.nouns.filter((noun) => !noun.includes('{'));
  const open = [...shelf.fields].filter(
    ([field, { common }]) => !CHOSEN.includes(field) && common.length > 1 && field !== 'Number of Items',
  );
  const fields = of.some(
    open.map(([field]) => field),
    stated,
  );
  const extras = shelf.extras.filter((extra) => !extra.includes('{'));
  const documents: LazadaDocument[] = [];
  for (let place = 0; place < products; place += 1) {
    const dice = diceFor('similar product', name, place);
    const model = place > 3 && dice.chance(copies) ? documents[dice.below(3)]! : undefined;
    const brand = dice.favour(shelf.brands);
    const noun = dice.pick(nouns);
    const facts = drawFacts(shelf, fields, dice);
    const dollars = drawPrice(shelf.price, dice);
    const price = Math.max(49, Math.round((dollars * dice.between(18, 26)) / 10) * 10 - 1);
    const lookUp = (key: string) => ({ noun, Brand: brand })[key] ?? facts.get(key)?.[0];
    const bullets = shelf.bullets.map((text) => fillNames(text, lookUp)).filter((text) => text !== undefined);
    const id = `7${of.between(10, 99)}${String(place + 1).padStart(3, '0')}${dice.between(1000, 9999)}`;
    const attributes = Object.fromEntries([
      ...[...facts].map(([field, options]) => [keyOf(field), options.map((option) => option.toLowerCase())]),
      ['brand', [brand.toLowerCase()]],
    ]);
    const skus = drawSkus(shelf, dice);
    documents.push({
      product_id: id,
      shop_id: String(800000 + of.below(9000) + dice.below(7)),
      brand,
      category: local.category,
      title: titleOf(brand, dice.pick(LINE_NAMES), noun, extras, dice),
      short_description: `${dice.some(bullets, dice.between(1, 3)).join(';')};`,
      description: dice.some(LAZADA_WORDS.descriptions, 1).join(' '),
      specification: '',
      price: model?.price ?? price,
      sold_count: dice.below(4000),
      sku_options:
        model?.sku_options ??
        Object.fromEntries(
          skus.map((sku, index) => [
            String(index + 1),
            Object.fromEntries(Object.entries(sku).map(([field, value]) => [keyOf(field), value.toLowerCase()])),
          ]),
        ),
      attributes: model?.attributes ?? attributes,
      main_image_url: '',
      product_url: `https://lazada.example.com/products/-i${id}.html`,
      service: dice.chance(50) ? ['COD'] : [],
    });
  }
  return documents;
}

/** Products of sub-categories whose members differ in little, for tasks that tell near-identical ones apart. */
export const writeSimilarLines = (): string[] =>
  diceFor('similar order')
    .shuffled(BATCHES.flatMap(productsOf))
    .map((document) => JSON.stringify(document));
