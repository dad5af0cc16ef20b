import { expect, test } from 'vitest';
import { dialogueOf } from '../../../families/shopsimulator/dialogue.ts';
import { measured, NATURAL } from '../../../tools/questions/measure.ts';

const slotOf = (field: string) => ({
  ...{ slot_id: field, trigger_keywords: dialogueOf(field).keywords.slice(0, 3), fields: [field] },
  ...{ user_response: 'x', facts: [] },
});
const fields = Object.keys(NATURAL);
/** Each field with three that stand further on. */
const scripts = fields.map((_, at) => [0, 11, 17, 29].map((on) => slotOf(fields[(at + on) % fields.length] as string)));

test('natural questions are asked about forty fields, three hundred of them', () => {
  expect(fields.length).toBeGreaterThanOrEqual(40);
  expect(Object.values(NATURAL).flat().length).toBeGreaterThanOrEqual(300);
});

test('the shopper tells what natural questions ask and nothing else, where keywords alone miss a quarter of it', () => {
  const shopper = measured(scripts, 'shopper', NATURAL);
  expect(shopper.own / shopper.about).toBeGreaterThanOrEqual(0.95);
  expect(shopper.none / shopper.other).toBeGreaterThanOrEqual(0.99);
  const keywords = measured(scripts, 'keywords', NATURAL);
  expect(keywords.own / keywords.about).toBeLessThan(0.85);
});
