import { expect, test } from 'vitest';
import { slotKeywords } from '../../../../stages/gates/slots/slot-keywords.ts';
import { scriptOf, slotInput, slotWith, wish } from '../../../fixtures/slots.ts';

const matte = wish('r1', 'Finish Type', 'Matte');
const check = (trigger_keywords: string[], rubric = matte, others: (typeof matte)[] = []) =>
  slotKeywords.check(slotInput([rubric, ...others], scriptOf(slotWith({ trigger_keywords }))));

test.each([
  ['of the field', ['finish', 'coating', 'luster'], matte],
  [
    'that share a word with the value only because the field does',
    ['mounting', 'bracket', 'attach'],
    wish('r1', 'Mounting Type', 'Wall Mount'),
  ],
  ['that are the unit of the value', ['watts', 'wattage', 'energy'], wish('r1', 'Wattage', '65 watts')],
  ['that only begin like the value', ['coating', 'mattress', 'luster'], matte],
])('keywords %s are specific', (_, keywords, rubric) => expect(check(keywords, rubric)).toEqual([]));

test.each([
  ['generic', ['finish', 'coating', 'look'], 'fits questions about anything'],
  ['made of function words', ['finish', 'coating', 'do you want'], 'fits questions about anything'],
  ['"how many"', ['finish', 'coating', 'how many'], 'fits questions about anything'],
  ['the value', ['finish', 'coating', 'MATTE'], 'of its value'],
  ['a phrase with the value', ['finish', 'coating', 'matte look'], 'of its value'],
  ['another form of a keyword', ['finish', 'coating', 'finishes'], 'is there twice'],
  ['too long to match', ['finish', 'coating', 'outer finish coating layer'], 'never matches'],
])('a keyword that is %s is caught', (_, keywords, detail) => {
  const findings = check(keywords);
  expect(findings).toMatchObject([{ code: 'slot_keywords', path: 'clarification_slots.cl_1.trigger_keywords' }]);
  expect(findings[0]?.detail).toContain(detail);
});

test('a keyword may not hold a word of another hidden value, but may of a visible one', () => {
  const keywords = ['finish', 'coating', 'leather care'];
  expect(check(keywords, matte, [wish('r2', 'Material', 'Leather', 'persona')])).toHaveLength(1);
  expect(check(keywords, matte, [wish('r2', 'Material', 'Leather', 'query')])).toEqual([]);
});

test.each([
  ['the same', 'pattern', 'Pattern'],
  ['inflected forms of one word', 'patterns', 'patterned'],
  ['one inside the other as a word', 'surface pattern', 'pattern'],
  ['one inside the other as letters', 'port', 'portability'],
])('keywords of two slots may not be %s', (_, one, other) => {
  const rubrics = [matte, wish('r2', 'Closure', 'Zipper')];
  const first = slotWith({ trigger_keywords: ['finish', 'coating', one] });
  const second = slotWith({
    slot_id: 'cl_2',
    linked_rubric_ids: ['r2'],
    trigger_keywords: ['closure', 'clasp', other],
  });
  expect(slotKeywords.check(slotInput(rubrics, scriptOf(first, second)))).toMatchObject([
    { code: 'slot_keywords', rubricId: 'r1' },
  ]);
});

test('keywords of two slots that share no word are told apart', () => {
  const rubrics = [matte, wish('r2', 'Closure', 'Zipper')];
  const second = slotWith({
    slot_id: 'cl_2',
    linked_rubric_ids: ['r2'],
    trigger_keywords: ['closure', 'clasp', 'latch'],
  });
  expect(slotKeywords.check(slotInput(rubrics, scriptOf(slotWith(), second)))).toEqual([]);
});
