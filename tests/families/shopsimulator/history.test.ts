import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statedAgainst } from '../../../families/shopsimulator/history.ts';
import { writeProfile } from '../../../families/shopsimulator/writers/profile.ts';
import { type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { gateInput, productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const held = (field: string, value: string): Rubric => ({
  id: 'r1',
  type: 'attribute_match',
  field: `details.${field}`,
  info_source: 'persona',
  description: `${field} is ${value}`,
  expected_value: value,
});
const soldNowhere = () => new Set<string>();
const MATERIALS = ['Cotton', 'Leather', 'Steel'];

test('no purchase of a profile states the field of what it holds to without meeting it', () => {
  const material = fc.constantFrom(...MATERIALS);
  const bought = fc.option(fc.uniqueArray(material, { minLength: 1 }), { nil: null });
  fc.assert(
    fc.property(material, fc.array(bought, { maxLength: 30 }), fc.nat(), (value, stated, seed) => {
      const need = held('Material', value);
      const target = productWith({ details: details({ Material: value }) });
      const shop = stated.map((options, at) =>
        productWith({
          id: `P${at + 2}`,
          title: `Thing ${at}`,
          category: [`Shelf ${at}`],
          details: details(options === null ? {} : { Material: options }),
        }),
      );
      const { task } = gateInput([need], '', target);
      const facts = {
        shelfMates: () => [],
        elsewhere: () => shop,
        meeting: () => [],
        lastingOf: () => [],
        isAgainst: (product: (typeof shop)[number], rubric: Rubric) =>
          statedAgainst(product, rubric, soldNowhere) !== null,
        cheaperShare: () => 0,
      };
      const { purchase_history: history } = writeProfile(
        { task, target, facts, touches: () => false },
        (_label, below) => seed % below,
      );
      const fit = shop.filter(
        ({ details: { Material } }) => Material === undefined || Material.options.includes(value),
      );
      expect(history.length).toBeGreaterThanOrEqual(Math.min(3, fit.length));
      for (const { product_id: id } of history) {
        const product = shop.find((candidate) => candidate.id === id);
        expect(product?.details.Material === undefined || satisfies(product, need) === 'yes').toBe(true);
      }
    }),
  );
});

test('another brand speaks against a brand where that brand is sold, and nowhere else', () => {
  const other = productWith({ category: ['Bags'], details: details({ Brand: 'Harbor' }) });
  const need = held('Brand', 'Anker');
  expect(statedAgainst(other, need, () => new Set(['Bags']))).toEqual(['Harbor']);
  expect(statedAgainst(other, need, () => new Set(['Cables']))).toBeNull();
});

test.each([
  ['womens', 'female'],
  ['mens', 'male'],
])('whoever buys something %s is %s, and bought nothing made for others', (department, gender) => {
  const made = (value: string) => ({ category: [value], details: details({ Department: value }) });
  const target = productWith(made(department));
  const facts = {
    shelfMates: () => [],
    elsewhere: () =>
      ['mens', 'womens', 'unisex'].map((value) => productWith({ id: value, title: value, ...made(value) })),
    meeting: () => [],
    lastingOf: () => [],
    isAgainst: () => false,
    cheaperShare: () => 0,
  };
  const { task } = gateInput([], '', target);
  const profile = writeProfile({ task, target, facts, touches: () => false }, (_label, below) => below - 1);
  expect(profile.demographics.gender).toBe(gender);
  expect(profile.purchase_history.map(({ product_id: id }) => id).sort()).toEqual([department, 'unisex'].sort());
});
