import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { CatalogScan } from '../../../shopping/recount/catalog-scan.ts';
import { leftOpen, OpenRivals } from '../../../shopping/recount/open-rivals.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const rubric = (id: string, asked: Pick<Rubric, 'type' | 'field' | 'expected_value'>) =>
  ({ id, info_source: 'query', description: id, ...asked }) as Rubric;
const BAG = rubric('r1', { type: 'entity_match', field: 'title', expected_value: 'Bag' });
const RED = rubric('r2', { type: 'attribute_match', field: 'details.Color', expected_value: 'Red' });
const CHEAP = rubric('r3', { type: 'numeric_range', field: 'price', expected_value: { max: 20 } });
const LIGHT = rubric('r4', {
  type: 'numeric_range',
  field: 'details.Item Weight',
  expected_value: { max: 2, unit: 'lb' },
});
const NO_ZIP = rubric('r5', { type: 'negative_attribute', field: 'details.Closure', expected_value: ['Zipper'] });

const bag = (id: string, stated: Record<string, string>, priceMinor: number | null): Product =>
  productWith({ id, title: 'Bag', details: details(stated), priceMinor, currency: priceMinor === null ? null : 'USD' });

test.each([
  ['states all as asked', { Color: 'Red', 'Item Weight': '1 lb' }, 1000, []],
  ['leaves one out and states the others as asked', { Color: 'Red' }, 1000, ['r4']],
  ['has no price', { Color: 'Red', 'Item Weight': '1 lb' }, null, ['r3']],
  ['leaves everything out', {}, null, ['r2', 'r3', 'r4']],
  ['states an amount that nobody can read', { Color: 'Red', 'Item Weight': 'light' }, 1000, ['r4']],
  ['leaves one out and states another otherwise', { 'Item Weight': '9 lb' }, 1000, []],
  ['states what is turned away', { Color: 'Red', Closure: 'Zipper' }, 1000, []],
])('a product that %s leaves open %j', (_, stated, price, open) => {
  const left = leftOpen(bag('P', stated, price), [RED, CHEAP, LIGHT, NO_ZIP]);
  expect(left.map(({ id }) => id)).toEqual(open);
});

/** Remarks on two samples of a catalog: one that asks for red bags, and one that asks for cheap ones. */
function remarksOn(products: readonly Product[]) {
  const scan = new CatalogScan();
  const rivals = new OpenRivals();
  rivals.take('red', [BAG, RED], scan);
  rivals.take('cheap', [BAG, CHEAP], scan);
  scan.run({ products: () => products.map((product, row) => ({ row, product })) });
  return rivals.remarks;
}

test('each sample that a silent product might fit is counted once, with a product and what it leaves out', () => {
  const [remark, ...more] = remarksOn([
    bag('P1', { Color: 'Red' }, 1000),
    bag('P2', { Material: 'Silk' }, 1000),
    bag('P3', {}, 1000),
  ]);
  expect(more).toEqual([]);
  expect(remark?.text).toContain('In 1 of 2 samples');
  expect(remark?.about).toEqual([{ where: 'red', code: 'left_open', detail: '"P2" leaves out Color' }]);
});

test('nothing is remarked where every product states what is asked', () => {
  expect(remarksOn([bag('P1', { Color: 'Red' }, 1000), bag('P2', { Color: 'Blue' }, 9000)])).toEqual([]);
});

test('each target of an order is held against its own requirements', () => {
  const scan = new CatalogScan();
  const rivals = new OpenRivals();
  const hat = rubric('r6', { type: 'entity_match', field: 'title', expected_value: 'Hat' });
  rivals.take(
    'order',
    [
      { ...BAG, target: 0 },
      { ...RED, target: 1 },
      { ...hat, target: 1 },
    ],
    scan,
  );
  const product = bag('P1', {}, 1000);
  scan.run({ products: () => [{ row: 0, product }] });
  expect(rivals.remarks).toEqual([]);
});

test('a silent product that is over the budget of its own is no answer as well', () => {
  const scan = new CatalogScan();
  const rivals = new OpenRivals();
  const discount = { kind: 'fixed', off: 500 } as const;
  const voucher = {
    ...{ scheme: 'simple', issuer: 'platform', currency: 'USD' },
    steps: [{ threshold: 0, discount }],
  };
  const budget = rubric('r7', {
    type: 'budget_match',
    field: 'price',
    expected_value: { budget: 1000, voucher } as never,
  });
  rivals.take('bag', [BAG, RED, budget], scan);
  const products = [bag('dear', {}, 9000), bag('cheap', {}, 1000)];
  scan.run({ products: () => products.map((product, row) => ({ row, product })) });
  expect(rivals.remarks[0]?.about).toEqual([{ where: 'bag', code: 'left_open', detail: '"cheap" leaves out Color' }]);
});
