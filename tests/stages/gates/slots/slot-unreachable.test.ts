import { expect, test } from 'vitest';
import { dialogueBank } from '../../../../shopping/dialogue/field-dialogues.ts';
import { slotUnreachable } from '../../../../stages/gates/slots/slot-unreachable.ts';
import { scriptOf, slotInput, slotWith, wish } from '../../../fixtures/slots.ts';

const gate = (input: Parameters<typeof slotUnreachable.check>[0]) =>
  slotUnreachable.check(input, { bank: dialogueBank });
const matte = wish('r1', 'Finish Type', 'Matte');
const check = (trigger_keywords: string[]) => gate(slotInput([matte], scriptOf(slotWith({ trigger_keywords }))));

test('a slot whose keywords are what agents ask with can be reached', () =>
  expect(check(['finish', 'coating', 'luster', 'varnish'])).toEqual([]));

test('a slot nobody asks for in these words cannot be reached under either matcher', () => {
  const findings = check(['exterior treatment', 'topcoat', 'veneer']);
  expect(findings.map(({ code, path }) => [code, path])).toEqual([
    ['slot_unreachable', 'clarification_slots.cl_1'],
    ['slot_unreachable', 'clarification_slots.cl_1'],
  ]);
  expect(findings[0]?.detail).toContain('5 of 5');
});

test('two of five on-topic questions that fail are too many under our matcher, not under the published one', () => {
  const findings = check(['coating', 'varnish', 'veneer']);
  expect(findings).toHaveLength(1);
  expect(findings[0]?.detail).toMatch(/^2 of 5 on-topic questions do not open it: /);
});

test('two slots that answer to the same words cannot be reached', () => {
  const rubrics = [matte, wish('r2', 'Closure', 'Zipper')];
  const twin = slotWith({ slot_id: 'cl_2', linked_rubric_ids: ['r2'] });
  expect(gate(slotInput(rubrics, scriptOf(slotWith(), twin))).length).toBeGreaterThanOrEqual(2);
});
