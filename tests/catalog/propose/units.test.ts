import { expect, test } from 'vitest';
import { Draft } from '../../../catalog/propose/draft.ts';
import { Column } from '../../../catalog/propose/profile.ts';
import { findUnits } from '../../../catalog/propose/units.ts';
import { Quantities } from '../../../shopping/quantities/index.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';
import { nameAt, of, readFrom, table } from '../../fixtures/unseen-exports.ts';

/** The unit proposed for the bare numbers of a column of these values, each of them several times. */
function unitOf(values: readonly (string | number)[], decimals?: 'comma', field = 'Last'): unknown {
  const column = new Column('last', [...values, ...values, ...values, ...values]);
  const draft = new Draft('product');
  draft.section.decimals = decimals;
  draft.section.details = { columns: { last: field } };
  findUnits([column], draft);
  const said = (draft.section.details as { columns: { last: unknown } }).columns.last;
  return typeof said === 'object' ? (said as { unit?: string }).unit : undefined;
}

test.each([
  ['kg', ['110', '110 kg', 'bis 120 kg', '150 kg', '160']],
  ['W', ['9W', 'max. 9 W', '60 W', '40', 25]],
  ['lm', ['1440', '1440 lm', '630-810 lm', '960 lm', '560', '720 lm']],
  ['kg', ['ca. 13 kg', '21,7', '24,1 kg', 'etwa 9 kg']],
])('bare numbers beside amounts are in the unit that these are written in: %s of %j', (unit, values) => {
  expect(unitOf(values, 'comma')).toBe(unit);
});

test.each([
  ['several units', ['500 g', '1 kg', '2 kg', '750 g', '700', '1.5']],
  ['numbers of another size', ['1 kg', '2 kg', '3 kg', '1500', '2500']],
  ['names among them', ['9 W', '18 W', 'LED', 'Halogen', '40', '60']],
  ['no bare numbers', ['9 W', '18 W', '25 W', '40 W', '60 W']],
  ['no unit', ['9', '18', '25', '40', '60']],
])('a column tells no unit of bare numbers by %s: %j', (_, values) => {
  expect(unitOf(values)).toBe(undefined);
});

test('a field that is called by a unit has its numbers in that', () => {
  expect(unitOf(['110', '110 kg', '120 kg', '150 kg', '160'], undefined, 'Last (g)')).toBe(undefined);
});

test('a column of amounts, of which some lack the unit and others say a bound, is a quantity of the catalog', async () => {
  const loads = ['110', '110 kg', 'bis 120 kg', '120', 'ca. 150 kg', 'max. 160 kg', '180', '200 kg'];
  const { products } = await readFrom(
    'shop.csv',
    table('sku,title,price,Traglast', (at) => [`a-${at}`, nameAt(at), at + 5, of(loads, at)]),
  );
  const catalog = storedCatalog(products);
  const [field = ''] = Object.keys(products[0]?.details ?? {});
  expect(new Quantities(catalog).of(field)).toMatchObject({ dimension: 'weight', unit: 'kg' });
  expect(new Quantities(catalog).amountsOf(field).byRow('').length).toBe(0);
  catalog.close();
});

test('a header in another language tells the unit that texts say, by what it is in English', async () => {
  const { products } = await readFrom(
    'lampen.csv',
    table('sku,title,price,Leistung,Farbe', (at) => [
      ...[`a-${at}`, `Lamp ${nameAt(at)} ${10 + (at % 7)}W`, at + 5, 10 + (at % 7), of(['rot', 'blau', 'grün'], at)],
    ]),
  );
  expect(products[0]?.details).toMatchObject({ 'Power (w)': expect.anything() });
});
