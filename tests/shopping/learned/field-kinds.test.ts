import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learnFields } from '../../../shopping/learned/field-kinds.ts';
import { learning, storedFields } from '../../../shopping/learned/stored-fields.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const catalogOf = (rows: readonly Record<string, string | readonly string[]>[]) =>
  storedCatalog(rows.map((row) => ({ mainCategory: 'Things', category: ['Things'], details: details(row) })));
const kindOf = (values: readonly (string | readonly string[])[]) =>
  learnFields(catalogOf(values.map((value) => ({ Trait: value })))).find(({ field }) => field === 'Trait')?.kind;
const many = (count: number, value: (at: number) => string | string[]) =>
  Array.from({ length: count }, (_, at) => value(at));

test.each([
  ['choice', many(40, (at) => ['Oak', 'Beech', 'Ash', 'Elm'][at % 4] as string)],
  ['set', many(40, (at) => [['Oak', 'Beech'][at % 2] as string, ['Ash', 'Elm'][at % 2] as string])],
  ['flag', many(40, (at) => (at % 3 === 0 ? 'Yes' : 'No'))],
  ['quantity', many(40, (at) => `${at + 1}.5 inches`)],
  ['quantity', many(40, (at) => `${at} x ${at + 1} x 3 inches`)],
  ['name', many(40, (at) => `Maker ${String.fromCharCode(65 + (at % 26))}${'abcdefgh'.slice(0, 1 + (at % 7))}ley`)],
  ['identifier', many(40, (at) => `GL${at}V-${at * 7}D`)],
  ['identifier', many(40, (at) => `Oak GJ ${at} Q${at}`)],
  ['name', many(40, (at) => `Oak Ash N${at} Q`)],
  ['identifier', many(40, (at) => `March ${(at % 7) + 1}, 2019`)],
  ['text', many(40, (at) => `A long sentence that says what number ${at} is good for`)],
  ['constant', many(40, (at) => (at === 0 ? 'Japan' : 'China'))],
  ['rare', many(12, () => 'Oak')],
] as const)('values of a %s are told from others', (kind, values) => {
  expect(kindOf(values)).toBe(kind);
});

test('twenty products tell a closed set as a thousand do', () => {
  for (const count of [24, 240, 1000]) expect(kindOf(many(count, (at) => `colour ${'abcdef'[at % 6]}`))).toBe('choice');
});

test('the order of products plays no role in what is learned of their fields', () => {
  const rows = fc.array(fc.constantFrom('Oak', 'Ash', '12 cm', 'Yes', 'GX100'), { minLength: 20, maxLength: 40 });
  fc.assert(
    fc.property(rows, (values) => {
      const learned = (list: readonly string[]) => learning().learn(catalogOf(list.map((value) => ({ Trait: value }))));
      const [one, other] = [learned(values), learned([...values].reverse())];
      expect({ ...JSON.parse(other) }).toEqual(JSON.parse(one));
    }),
    { numRuns: 15 },
  );
});

test('what a catalog keeps is what would be learned of it; damaged, or learned by other code, it counts for nothing', () => {
  const catalog = catalogOf(many(40, (at) => `${at + 1} cm`).map((value) => ({ Trait: value, Mark: 'Oak' })));
  const learned = learning().learn(catalog);
  const stored = storedFields({ learned });
  expect(stored?.fields).toEqual(learnFields(catalog));
  expect(stored?.quantityOf('Trait')).toMatchObject({ unit: 'cm' });
  expect(stored?.quantityOf('Mark')).toBeNull();
  expect(stored?.quantityOf('Other')).toBeUndefined();
  expect(storedFields({ learned: null })).toBeNull();
  expect(storedFields({ learned: JSON.stringify({ ...JSON.parse(learned), by: 'other code' }) })).toBeNull();
});
