import { expect, test } from 'vitest';
import { dialogueBank } from '../../../../shopping/dialogue/field-dialogues.ts';
import { slotFalseTrigger } from '../../../../stages/gates/slots/slot-false-trigger.ts';
import { bound, scriptOf, slotInput, slotWith, wish } from '../../../fixtures/slots.ts';

const gate = (input: Parameters<typeof slotFalseTrigger.check>[0]) =>
  slotFalseTrigger.check(input, { bank: dialogueBank });
const matte = wish('r1', 'Finish Type', 'Matte');
const check = (trigger_keywords: string[], rubric = matte) =>
  gate(slotInput([rubric], scriptOf(slotWith({ trigger_keywords, linked_rubric_ids: [rubric.id] }))));

test('a slot that only its own questions open is quiet', () =>
  expect(check(['finish', 'coating', 'luster', 'varnish'])).toEqual([]));

test.each([
  ['an off-topic question', 'gift', 'off-topic question'],
  ['a question about another field', 'scent', 'another field'],
  ['a content-free question', 'priority', 'content-free question'],
])('a keyword that %s holds is caught', (_, keyword, kind) => {
  const findings = check(['finish', 'coating', keyword]);
  expect(findings[0]).toMatchObject({ code: 'slot_false_trigger', path: 'clarification_slots.cl_1.trigger_keywords' });
  expect(findings[0]?.detail).toContain(kind);
});

test('a keyword that holds an everyday word is caught under the published matcher alone', () => {
  const findings = check(['finish', 'coating', 'platform']);
  expect(findings.length).toBeGreaterThan(0);
  for (const { detail } of findings) expect(detail).toContain('under the published matcher');
});

test('a keyword with a trap word the bank lists for the field is let through', () => {
  expect(check(['budget', 'cost', 'spend'], bound('r1', 'price', { max: 25 }))).toEqual([]);
  expect(check(['finish', 'coating', 'budget']).length).toBeGreaterThan(0);
});
