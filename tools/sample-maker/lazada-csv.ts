import { type Planted, plantNoise } from './detail-noise.ts';
import type { LazadaProduct, Shop } from './lazada.ts';
import { namelessBrand, spoiledCount } from './lazada-documents.ts';
import { diceFor } from './random.ts';
import type { PlantedRow } from './row-noise.ts';
import { NOISE_WORDS } from './tables.ts';

export const CSV_FILE = 'lazada-products.csv.gz';

const COLUMNS = [
  'url title rating reviews initial_price final_price currency image seller_name breadcrumb product_specifications',
  'product_description seller_ratings seller_ship_on_time seller_chat_response sku mpn colors variations color',
  'returns_and_warranty is_super_seller promotions brand product_variation lazmall domain number_sold gmv',
]
  .join(' ')
  .split(' ');

type Row = Record<string, string>;

/** The site's name for a field on the product page. */
const pageName = (field: string) =>
  ({ Color: 'Color Family', Closure: 'Closure Type', Shape: 'Item Shape' })[field] ?? field;

const cell = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The rows of one product: one per SKU, all with its `mpn`. */
function writeRows(product: LazadaProduct, shop: Shop): { rows: Row[]; planted: Planted[]; pairs: number } {
  const { id } = product;
  const dice = diceFor('csv', id);
  const specifications = new Map<string, string>(product.brand === '' ? [] : [['Brand', product.brand]]);
  for (const [field, options] of product.facts) specifications.set(pageName(field), options.join(', '));
  let { title } = product;
  const planted = plantNoise(
    {
      file: CSV_FILE,
      id,
      group: product.shelf.group,
      fields: new Map([...product.facts].map(([field, options]) => [field, { key: pageName(field), options }])),
      rivals: (field) => product.shelf.fields.get(field)?.common ?? [],
      spellKey: pageName,
      set: (key, value) => specifications.set(key, value),
      title: {
        value: title,
        set: (changed) => {
          title = changed;
        },
      },
    },
    spoiledCount(id),
    product.axes,
  );
  const fields = Object.keys(product.skus[0] ?? {});
  const valuesOf = (field: string) => [...new Set(product.skus.map((sku) => sku[field]!))];
  const price = Math.round(product.price);
  const reviewed = Math.floor(product.soldCount / dice.between(3, 9));
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const sold = product.soldCount;
  const rating = reviewed === 0 ? '0' : (dice.between(38, 50) / 10).toFixed(1);
  const reduced = dice.chance(60);

  const rows = (product.skus.length > 0 ? product.skus : [{}]).map(
    (sku: Readonly<Record<string, string>>, index): Row => {
      const skuId = `${id}_PH-${20_000_000_000 + Number(id.slice(-7)) * 10 + index}`;
      const finalPrice = price + (index % 3) * (price > 500 ? 20 : 0);
      return {
        url: `https://lazada.example.com/products/${slug}-i${id}-s${skuId.split('-')[1]!}.html`,
        title,
        rating,
        reviews: String(reviewed),
        initial_price: reduced ? String(Math.round(finalPrice * 1.4)) : '0',
        final_price: String(finalPrice),
        currency: 'PHP',
        image: '[]',
        seller_name: shop.name,
        breadcrumb: JSON.stringify(product.category.split(' > ')),
        product_specifications: JSON.stringify([
          ...[...specifications].map(([name, value]) => ({ name, value })),
          { name: 'SKU', value: skuId },
        ]),
        product_description: `${product.shortDescription.replaceAll(/\.?;/g, '. ')} ${product.description}`.trim(),
        seller_ratings: shop.official ? '0.98' : '0.93',
        seller_ship_on_time: shop.official ? '100%' : '97%',
        seller_chat_response: '99%',
        sku: skuId,
        mpn: id,
        colors: fields.includes('Color') ? JSON.stringify(valuesOf('Color')) : 'null',
        variations: JSON.stringify(fields.map((field) => ({ name: pageName(field), variations: valuesOf(field) }))),
        color: sku.Color ?? '',
        returns_and_warranty: JSON.stringify([
          ...(shop.official ? ['Authentic'] : []),
          'Change of mind returns',
          shop.official ? '30 Days Free Returns' : '7 Days Free Returns',
          'Warranty not available',
        ]),
        is_super_seller: String(shop.official),
        promotions: product.services.includes('freeShipping') ? '["Free Shipping Min. spend ₱299"]' : '[]',
        brand: product.brand || 'No Brand',
        product_variation: JSON.stringify(
          Object.entries(sku).map(([field, value]) => ({ name: pageName(field), value })),
        ),
        lazmall: String(shop.official),
        domain: 'https://www.lazada.com.ph',
        number_sold: String(sold),
        gmv: String(sold * price),
      };
    },
  );
  // The SKU is one more key of the page.
  return { rows, planted: [...namelessBrand(CSV_FILE, product, 'Brand'), ...planted], pairs: specifications.size + 1 };
}

export function writeCsvLines(shops: readonly Shop[]): {
  lines: string[];
  planted: Planted[];
  rows: PlantedRow[];
  pairs: number;
} {
  const written = shops.flatMap((shop) =>
    shop.products.map((product) => ({ id: product.id, ...writeRows(product, shop) })),
  );
  const records = written.flatMap(({ rows }) => rows);
  const marks = new Map<Row, { kind: string; where?: string }>();
  const { injections, controls } = NOISE_WORDS;
  const places = diceFor('csv noise').shuffled(written.filter(({ rows }) => !rows[0]!.title!.includes('Set of 6')));
  const edit = (count: number, mark: { kind: string; where?: string }, change: (row: Row, index: number) => void) => {
    for (const [index, { rows }] of places.splice(0, count).entries()) {
      for (const row of rows) {
        change(row, index);
        marks.set(row, mark);
      }
    }
  };
  edit(2, { kind: 'empty_title' }, (row) => {
    row.title = '';
  });
  edit(4, { kind: 'text_price' }, (row, index) => {
    row.final_price = index % 2 === 0 ? `₱${row.final_price}.00` : '1.000000000000000e-02';
  });
  edit(3, { kind: 'prompt_injection', where: 'product_description' }, (row, index) => {
    row.product_description = `${row.product_description} ${injections[index]!}`;
  });
  edit(2, { kind: 'control_characters', where: 'title' }, (row, index) => {
    row.title = `${row.title} ${controls[index]!}`;
  });
  const drafts = records.map((row) => ({ row, mark: marks.get(row) }));
  for (const { rows } of places.splice(0, 4)) {
    const at = drafts.findIndex(({ row }) => row === rows[0]);
    drafts.splice(at + 1, 0, { row: rows[0]!, mark: { kind: 'exact_duplicate' } });
  }
  const rows = drafts.flatMap(({ row, mark }, index) =>
    mark === undefined ? [] : [{ file: CSV_FILE, line: index + 2, ...mark, product: row.mpn! }],
  );
  const lines = [COLUMNS.join(','), ...drafts.map(({ row }) => COLUMNS.map((column) => cell(row[column]!)).join(','))];
  return {
    lines,
    planted: written.flatMap(({ planted }) => planted),
    rows,
    pairs: written.reduce((sum, { pairs }) => sum + pairs, 0),
  };
}
