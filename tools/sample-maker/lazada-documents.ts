import { type Planted, plantNoise } from './detail-noise.ts';
import type { LazadaProduct, Shop } from './lazada.ts';
import { diceFor } from './random.ts';
import type { PlantedRow } from './row-noise.ts';
import { LAZADA_WORDS, NOISE_WORDS } from './tables.ts';

export const DOCUMENTS_FILE = 'lazada-documents.jsonl.gz';

export interface LazadaDocument {
  product_id: string;
  shop_id: string;
  brand: string;
  category: string;
  title: string;
  short_description: string;
  description: string;
  specification: string;
  price: number;
  sold_count: number;
  sku_options: Record<string, Record<string, string>>;
  attributes: Record<string, string[]>;
  main_image_url: string;
  product_url: string;
  service: readonly string[];
}

const snakeKey = (field: string) =>
  LAZADA_WORDS.attribute_keys[field] ??
  field
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_+$/, '');

/** Number of a product's attributes that are spoiled; 0 for a product that is not one of those at all. */
export const spoiledCount = (id: string) => {
  const dice = diceFor('lazada spoiled', id);
  return dice.chance(22) ? 1 + dice.byWeight([72, 28]) : 0;
};

/** `No Brand` is what sellers write when there is none: a placeholder like the planted ones. */
export function namelessBrand(file: string, { id, brand }: LazadaProduct, key: string, value = brand): Planted[] {
  return brand === 'No Brand' ? [{ file, product: id, key, value, kind: 'placeholder' }] : [];
}

function writeDocument(product: LazadaProduct, shopId: string): { document: LazadaDocument; planted: Planted[] } {
  const { id } = product;
  const dice = diceFor('document', id);
  const attributes: Record<string, string[]> = {};
  for (const [field, options] of product.facts) {
    attributes[snakeKey(field)] = options.map((option) => option.toLowerCase());
  }
  if (product.brand !== '') attributes.brand = [product.brand.toLowerCase()];
  const nameless = namelessBrand(DOCUMENTS_FILE, product, 'brand', attributes.brand?.[0]);
  if (dice.chance(50)) attributes.model = [product.model];
  const document: LazadaDocument = {
    product_id: id,
    shop_id: shopId,
    brand: product.brand,
    category: product.category,
    title: product.title,
    short_description: product.shortDescription,
    description: product.description,
    specification: '',
    price: product.price,
    sold_count: product.soldCount,
    sku_options: Object.fromEntries(
      product.skus.map((sku, index) => [
        String(index + 1),
        Object.fromEntries(Object.entries(sku).map(([field, value]) => [snakeKey(field), value.toLowerCase()])),
      ]),
    ),
    attributes,
    main_image_url: dice.chance(30) ? `https://images.example.com/${id}.jpg` : '',
    product_url: `https://lazada.example.com/products/-i${id}.html`,
    service: product.services,
  };
  const planted = plantNoise(
    {
      file: DOCUMENTS_FILE,
      id,
      group: product.shelf.group,
      fields: new Map([...product.facts].map(([field, options]) => [field, { key: snakeKey(field), options }])),
      rivals: (field) => product.shelf.fields.get(field)?.common ?? [],
      spellKey: snakeKey,
      set: (key, value) => {
        attributes[key] = [value];
      },
      title: {
        value: document.title,
        set: (title) => {
          document.title = title;
        },
      },
    },
    spoiledCount(id),
    product.axes,
  );
  const facts = Object.entries(attributes).map(([key, values]) => `${key.replaceAll('_', ' ')}:${values.join(', ')}`);
  document.specification = [...facts, dice.pick(['warranty type:no warranty', 'condition:new'])].join(';');
  return { document, planted: [...nameless, ...planted] };
}

/** Every third document is wrapped as search indexes keep them: id, searchable contents, product. */
function writeLine(document: LazadaDocument, index: number): string {
  if (index % 3 !== 2) return JSON.stringify(document);
  const { product_id: id, title, sku_options: skus, attributes } = document;
  const options = Object.values(skus).flatMap((sku) => Object.values(sku));
  const contents = [title, ...new Set(options), ...Object.values(attributes).flat()].join(' ').toLowerCase();
  return JSON.stringify({ id, contents, product: document });
}

export function writeDocumentLines(shops: readonly Shop[]): {
  lines: string[];
  planted: Planted[];
  rows: PlantedRow[];
  pairs: number;
} {
  const written = shops.flatMap(({ id, products }) => products.map((product) => writeDocument(product, id)));
  const documents = diceFor('document order').shuffled(written.map(({ document }) => document));
  const marks = new Map<string, { kind: string; where?: string }>();
  const open = diceFor('document noise')
    .shuffled(documents)
    .filter(({ title }) => !title.includes('Set of 6'));
  const edit = (
    count: number,
    kind: string,
    where: string,
    change: (document: LazadaDocument, index: number) => void,
  ) => {
    for (const [index, document] of open.splice(0, count).entries()) {
      change(document, index);
      marks.set(document.product_id, { kind, where });
    }
  };
  const { injections, controls, scripts } = NOISE_WORDS;
  edit(4, 'empty_title', 'title', (document) => {
    document.title = '';
  });
  edit(6, 'prompt_injection', 'description', (document, index) => {
    document.description = `${document.description} ${injections[index % injections.length]!}`.trim();
  });
  edit(3, 'prompt_injection', 'title', (document, index) => {
    document.title = `${document.title} ${injections[index]!}`;
  });
  edit(4, 'control_characters', 'title', (document, index) => {
    document.title = `${document.title.replace(' ', ` ${controls[index]!}`)}`;
  });
  edit(2, 'script_tag', 'description', (document, index) => {
    document.description = `${document.description}${scripts[index]!}`;
  });

  const drafts = documents.map((document, index) => ({
    text: writeLine(document, index),
    mark: marks.get(document.product_id),
    product: document.product_id as string | undefined,
  }));
  const repeated = open.splice(0, 8);
  const dice = diceFor('document places');
  for (const [index, document] of repeated.entries()) {
    const kind = index % 2 === 0 ? 'exact_duplicate' : 'conflicting_duplicate';
    const place = drafts.findIndex(({ product }) => product === document.product_id);
    const { text } = drafts[place]!;
    const copy = kind === 'exact_duplicate' ? text : JSON.stringify({ ...document, price: document.price + 30 });
    const draft = { text: copy, mark: { kind }, product: document.product_id };
    drafts.splice(dice.between(place + 1, drafts.length), 0, draft);
  }
  for (const document of open.splice(0, 3)) {
    const text = JSON.stringify({ ...document, product_id: `9${document.product_id}` }).slice(
      0,
      dice.between(120, 300),
    );
    drafts.splice(dice.between(9, drafts.length), 0, { text, mark: { kind: 'broken_json' }, product: undefined });
  }
  const rows = drafts.flatMap(({ mark, product }, index) =>
    mark === undefined
      ? []
      : [{ file: DOCUMENTS_FILE, line: index + 1, ...mark, ...(product === undefined ? {} : { product }) }],
  );
  return {
    lines: drafts.map(({ text }) => text),
    planted: written.flatMap(({ planted }) => planted),
    rows,
    pairs: documents.reduce((sum, { attributes }) => sum + Object.keys(attributes).length, 0),
  };
}
