import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cells, READERS } from '../../../catalog/readers/index.ts';
import { mappingReaders } from '../../../catalog/readers/mapping.ts';
import { Mapping } from '../../../catalog/readers/mapping-file.ts';
import { Product, Review } from '../../../schemas/product.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const mapped = mappingReaders(
  Mapping.parse({
    product: {
      id: 'asin',
      title: 'title',
      price: 'price',
      currency: { column: 'currency' },
      category: 'category',
      details: { prefix: 'd', object: 'details' },
    },
    review: { product_id: 'asin', rating: 'rating', text: 'text', time: 'timestamp' },
  }),
);

const KEYS = [
  ...[
    'parent_asin',
    'asin',
    'product_id',
    'id',
    'mpn',
    'sku',
    'title',
    'name',
    'Title',
    'product',
    'details',
    'attributes',
  ],
  ...[
    'sku_options',
    'specification',
    'category',
    'categories',
    'main_category',
    'breadcrumb',
    'price',
    'pricing',
    'final_price',
  ],
  ...[
    'currency',
    'options',
    'Attributes',
    'small_description',
    'features',
    'description',
    'variations',
    'product_variation',
    'colors',
  ],
  ...[
    'product_specifications',
    'returns_and_warranty',
    'rating',
    'text',
    'timestamp',
    'service',
    'sold_count',
    '__proto__',
    'constructor',
  ],
];
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'B1',
      'USD',
      '19.99',
      '["a","b"]',
      '[{"name":"Color","value":"Red"}]',
      '{"a":1}',
      'a > b',
      4,
      5,
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const anyRow = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, fc.string()), value, {
  maxKeys: 20,
});

test.each([...READERS, ...mapped])(
  '$name makes of any row a record that fits its schema, or says why not',
  (reader) => {
    fc.assert(
      fc.property(anyRow, fc.boolean(), (changes, named) => {
        const row = {
          ...(named
            ? { parent_asin: 'B1', asin: 'B1', product_id: 'B1', mpn: 'B1', title: 'Tent', name: 'Tent', rating: 4 }
            : {}),
          ...changes,
        };
        const before = JSON.stringify(row);
        const reading = reader.read(row, { file: 'f', line: 1 }, new Cells());
        if (reading.kind === 'product') Product.parse(reading.product);
        else if (reading.kind === 'review') {
          const { author: _, ...review } = reading.review;
          Review.parse({ id: 'x', ...review });
        } else if (reading.kind === 'part') expect(reader.part).toBeDefined();
        else expect(reading.reason).toMatch(/^".*" is .*expected/s);
        expect(JSON.stringify(row)).toBe(before);
        expect(reader.read(row, { file: 'f', line: 1 }, new Cells())).toEqual(reading);
      }),
      { numRuns: propertyRuns(300) },
    );
  },
);
