import { expect, test } from 'vitest';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { asksFor, leakInput } from '../../fixtures/leak-inputs.ts';

const digestOf = (locked: object) => JSON.stringify(locked);
const input = leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Red')] });
const sealed = { ...input, task: { ...input.task, lockDigest: digestOf(input.task.locked) } };

test('a locked part that still has its digest is clean, whatever the wording', () => {
  expect(lockChanged.check({ ...sealed, wording: leakInput({ query: 'other' }).wording }, { digestOf })).toEqual([]);
});

test('any change of the locked part is a finding', () => {
  const { rubrics } = leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Blue')] }).task.locked;
  const changed = { ...sealed, task: { ...sealed.task, locked: { ...sealed.task.locked, rubrics } } };
  expect(lockChanged.check(changed, { digestOf })).toMatchObject([{ code: 'lock_changed', path: 'locked' }]);
});
