import { expect, test } from 'vitest';
import type { Catalog } from '../../../../catalog/index.ts';
import { lint } from '../../../../families/shopsimulator/lint/index.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';

const task = {
  instruction: 'Find me a roomy blue tent that keeps the rain out, for at most 550 yuan.',
  target_product: 'Harbor Ridgeline Two Person Tent, Waterproof',
  target_options: { Color: 'blue' },
  target_attributes: ['Waterproof', 'Roomy'],
};
const goal = {
  asin: 'P1',
  name: 'Harbor Ridgeline Tent',
  instruction_text: 'i need a waterproof tent in blue, price lower than 50.00 dollars',
  attributes: ['waterproof'],
  goal_options: { color: 'blue' },
  price_upper: 50,
};

/** The codes that find something in the last of the rows. */
function found(rows: readonly unknown[], catalog?: Catalog): string[] {
  const looking = lint.begin(catalog);
  const looked = rows.map((row, at) => looking.add(row, { file: 'tasks.jsonl', line: at + 1 })).at(-1);
  if (looked === undefined || 'problem' in looked) throw new RangeError(JSON.stringify(looked));
  return looked.looked.filter((counted) => counted.found.length > 0).map(({ code }) => code);
}

test.each([task, goal, { asin: 'P1', instruction: 'a tent', instruction_attributes: [], instruction_options: [] }])(
  'tasks of ShopSimulator and goals of WebShop are known: %j',
  (row) => expect(lint.recognises(row)).toBe(true),
);

test('a sound task has no defect, and words of its own for what is asked', () => {
  expect(found([task])).toEqual(['attribute_reworded']);
  expect(found([goal])).toEqual([]);
});

test.each([
  ['instruction_short', { ...task, instruction: 'a blue roomy tent' }],
  ['title_copied', { ...task, instruction: 'I want a Harbor Ridgeline Two Person Tent in blue.' }],
  ['nothing_required', { ...task, target_options: {}, target_attributes: [] }],
  ['fact_twice', { ...task, target_attributes: ['Blue', 'Roomy'] }],
  ['options_alike', { ...task, target_options: { Color: 'red', Trim: 'dark red' } }],
  ['price_unsaid', { ...goal, price_upper: 40 }],
])('%s is found', (code, row) => expect(found([row])).toContain(code));

test('an instruction is reused where another product has it, not where its own is asked again', () => {
  expect(found([task, { ...task, target_product: 'Another Tent' }])).toContain('instruction_reused');
  expect(found([task, task])).not.toContain('instruction_reused');
});

test('a row that is no task is told with what was expected', () => {
  expect(lint.begin().add({ ...task, target_options: 7 }, { file: 'tasks.jsonl', line: 3 })).toMatchObject({
    problem: expect.stringContaining('"target_options"'),
  });
});

test('with the catalog: targets that are not there, that fail, and that others answer as well', () => {
  const catalog = storedCatalog([
    {
      id: 'P1',
      title: 'Harbor Ridgeline Tent',
      priceMinor: 4_000,
      details: details({ Color: 'Blue', Feature: 'Waterproof' }),
    },
    { id: 'P2', title: 'Other Tent', priceMinor: 4_500, details: details({ Color: 'Blue', Feature: 'Waterproof' }) },
    { id: 'P3', title: 'Dear Tent', priceMinor: 9_900, details: details({ Color: 'Green', Feature: 'Waterproof' }) },
  ]);
  expect(found([goal], catalog)).toEqual(['ambiguous_answer']);
  expect(found([{ ...goal, asin: 'P9' }], catalog)).toEqual(['unknown_product']);
  expect(found([{ ...goal, asin: 'P3' }], catalog)).toContain('target_fails');
});
