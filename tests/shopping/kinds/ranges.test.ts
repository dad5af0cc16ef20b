import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { type Requirement, satisfies, statedBy } from '../../../shopping/kinds/index.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const FIELD = 'Color Temperature';
const of = (type: 'attribute_match' | 'negative_attribute', expected_value: string[]): Requirement => ({
  ...{ type, field: `details.${FIELD}`, expected_value },
});
const lamp = (value: string) => productWith({ details: details({ [FIELD]: value }) });

test('a product that states a range has an excluded value that lies in it', () => {
  expect(satisfies(lamp('2700-6500 K'), of('negative_attribute', ['2700 K']))).toBe('no');
});

test('a product that states a range has not what lies outside it', () => {
  expect(satisfies(lamp('2700-6500 K'), of('negative_attribute', ['2000 K']))).toBe('yes');
});

test('a product that states a range has a wanted value that lies in it, and states it by the range', () => {
  const asked = of('attribute_match', ['3000 K']);
  expect(satisfies(lamp('2700 bis 6500 K'), asked)).toBe('yes');
  expect(statedBy(lamp('2700 bis 6500 K'), asked)).toEqual(['2700 bis 6500 K']);
});

test.each(['60W', 'bis 60 W', 'ca. 60 Watt'])('a product of %s has what is asked for as "max. 60 W"', (power) => {
  const asked: Requirement = { type: 'attribute_match', field: 'details.Power', expected_value: 'max. 60 W' };
  expect(satisfies(productWith({ details: details({ Power: power }) }), asked)).toBe('yes');
});

test('a product that states one amount has not all of a wanted range', () => {
  expect(satisfies(lamp('3000 K'), of('attribute_match', ['2700-6500 K']))).toBe('no');
});

test.each([
  ['630-810 lm', { min: 700, unit: 'lm' }, 'yes'],
  ['630-810 lm', { max: 700, unit: 'lm' }, 'yes'],
  ['630-810 lm', { min: 700, max: 750, unit: 'lm' }, 'yes'],
  ['630-810 lm', { min: 900, unit: 'lm' }, 'no'],
  ['630-810 lm', { max: 600, unit: 'lm' }, 'no'],
] as const)('%j meets the bounds %j where one of its amounts does: %s', (value, expected_value, is) => {
  const asked: Requirement = { type: 'numeric_range', field: 'details.Brightness', expected_value };
  expect(satisfies(productWith({ details: details({ Brightness: value }) }), asked)).toBe(is);
});

test('the index finds the very products that have a value or meet a bound, ranges among them', () => {
  const number = fc.integer({ min: 1, max: 9 }).map((one) => one * 1000);
  const value = fc.oneof(
    number.map((one) => `${one} lm`),
    fc.tuple(number, number, fc.constantFrom('-', ' bis ', ' to ')).map(([a, b, join]) => `${a}${join}${b} lm`),
    number.map((one) => `max. ${one} lm`),
    fc.constant('warm'),
  );
  const bounds = fc.oneof(
    number.map((min) => ({ min, unit: 'lm' })),
    number.map((max) => ({ max, unit: 'lm' })),
    fc.tuple(number, number).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b), unit: 'lm' })),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), value, bounds, (rows, named, range) => {
      const catalog = storedCatalog(
        rows.map((row) => ({ title: 'Lamp', details: detailsFrom([['Light Reach', row]]) })),
      );
      const field = 'details.Light Reach';
      const asked: Requirement[] = [
        { type: 'attribute_match', field, expected_value: named },
        { type: 'negative_attribute', field, expected_value: [named] },
        { type: 'numeric_range', field, expected_value: range },
      ];
      const table = new AnswerSets(catalog).table('Lamp', asked);
      for (const [place, requirement] of asked.entries()) {
        const satisfying = rows.filter((_, at) => satisfies(catalog.productByRow(at), requirement) === 'yes');
        expect(table.count(1 << place)).toBe(satisfying.length);
      }
      catalog.close();
    }),
    { numRuns: propertyRuns(40) },
  );
});
