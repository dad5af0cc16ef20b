import { expect, test } from 'vitest';
import { slotMissing } from '../../../../stages/gates/slots/slot-missing.ts';
import { scriptOf, slotInput, slotWith, wish } from '../../../fixtures/slots.ts';

const rubrics = [
  wish('r1', 'Finish Type', 'Matte'),
  wish('r2', 'Shape', 'Round'),
  wish('r3', 'Color', 'Teal', 'persona'),
];
const first = slotWith();
const second = slotWith({ slot_id: 'cl_2', linked_rubric_ids: ['r2'] });

test('a script with one slot per clarification rubric is complete, in any order', () => {
  expect(slotMissing.check(slotInput(rubrics, scriptOf(first, second)))).toEqual([]);
  expect(slotMissing.check(slotInput(rubrics, scriptOf(second, first)))).toEqual([]);
});

test.each([
  ['no slots at all', scriptOf(), ['r1', 'r2']],
  ['a slot too few', scriptOf(first), ['r2']],
  ['two slots for one rubric', scriptOf(first, second, slotWith({ slot_id: 'cl_3' })), ['r1']],
])('a script with %s misses a slot', (_, script, rubricIds) => {
  const findings = slotMissing.check(slotInput(rubrics, script));
  expect(findings.map(({ code }) => code)).toEqual(rubricIds.map(() => 'slot_missing'));
  expect(findings.map(({ rubricId }) => rubricId)).toEqual(rubricIds);
});

test.each([
  ['a persona rubric', slotWith({ slot_id: 'cl_3', linked_rubric_ids: ['r3'] })],
  ['a rubric that does not exist', slotWith({ slot_id: 'cl_3', linked_rubric_ids: ['r9'] })],
  ['nothing', slotWith({ slot_id: 'cl_3', linked_rubric_ids: [] })],
])('a slot linked to %s is one too many', (_, slot) =>
  expect(slotMissing.check(slotInput(rubrics, scriptOf(first, second, slot)))).toMatchObject([
    { code: 'slot_missing', path: 'clarification_slots.cl_3' },
  ]),
);

test('two slots may not share an id', () =>
  expect(slotMissing.check(slotInput(rubrics, scriptOf(first, { ...second, slot_id: 'cl_1' })))).toMatchObject([
    { detail: 'two slots are called cl_1' },
  ]));

test('a task without clarification rubrics needs no slot', () =>
  expect(slotMissing.check(slotInput([wish('r3', 'Color', 'Teal', 'persona')], scriptOf()))).toEqual([]));
