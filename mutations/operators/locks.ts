import type { QueryWording } from '../../shopping/draft.ts';
import { withLocked, withRubric, withTask } from '../changes.ts';
import { type Operator, operatorsOf } from '../operator.ts';
import { eachRubric, rubricsOf, withoutRubric } from '../rubrics.ts';

const nudge = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, 'x'];
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner], at) => [key, at === 0 ? nudge(inner) : inner]),
  );
};
const SOURCES = ['query', 'persona', 'clarification'] as const;

const LOCK = operatorsOf('lock', {
  'a value changed': (sample) =>
    eachRubric(sample, (rubric) => [
      withRubric(sample, rubric, { expected_value: nudge(rubric.expected_value) }, rubric.id),
    ]),
  'a source swapped': (sample) =>
    eachRubric(sample, (rubric) =>
      SOURCES.filter((source) => source !== rubric.info_source).map((source) =>
        withRubric(sample, rubric, { info_source: source }, `${rubric.id} to ${source}`),
      ),
    ),
  'a rubric left out': (sample) => eachRubric(sample, (rubric) => [withoutRubric(sample, rubric)]),
  'a rubric twice': (sample) =>
    eachRubric(sample, (rubric) => [withLocked(sample, { rubrics: [...rubricsOf(sample), rubric] }, rubric.id)]),
  'a field, id or type changed': (sample) =>
    eachRubric(sample, (rubric) => [
      withRubric(sample, rubric, { field: `${rubric.field}s` }, 'field'),
      withRubric(sample, rubric, { id: 'r77' }, 'id'),
      withRubric(sample, rubric, { type: 'other' }, 'type'),
      withRubric(sample, rubric, { description: `${rubric.description}!` }, 'description'),
    ]),
  'rubrics in another order': (sample) => [withLocked(sample, { rubrics: rubricsOf(sample).toReversed() }, 'reversed')],
  'a clue listed or not': (sample) => {
    const { implicit_rubric_ids: ids } = sample.task.locked;
    return [
      withLocked(sample, { implicit_rubric_ids: [...ids, 'r1'] }, 'r1'),
      ...(ids.length > 0 ? [withLocked(sample, { implicit_rubric_ids: ids.slice(1) }, 'fewer')] : []),
    ];
  },
  'a voucher changed': (sample) => {
    const { voucher } = sample.task.locked;
    if (voucher === null) return [];
    const [step, ...rest] = voucher.steps;
    return [
      withLocked(sample, { voucher: null }, 'none'),
      withLocked(
        sample,
        { voucher: { ...voucher, steps: [{ ...step!, threshold: step!.threshold + 1 }, ...rest] } },
        'threshold',
      ),
      withLocked(
        sample,
        { voucher: { ...voucher, issuer: voucher.issuer === 'shop' ? 'platform' : 'shop' } },
        'issuer',
      ),
    ];
  },
  'another digest': (sample) => [
    withTask(sample, { lockDigest: sample.task.lockDigest.split('').reverse().join('') }, 'reversed'),
  ],
});

const REFERENCES = operatorsOf('references', {
  'a target of no catalog': (sample) => {
    const { targetIds } = sample.task;
    const others = (id: string) => [
      `${id}0`,
      id.slice(1),
      id.toLowerCase() === id ? `x${id}` : id.toLowerCase(),
      ` ${id}`,
      'B000000000',
      '',
    ];
    return targetIds.flatMap((id, at) =>
      others(id).map((other) => withTask(sample, { targetIds: targetIds.with(at, other) }, other)),
    );
  },
});

export const LOCKS: readonly Operator<QueryWording>[] = [...LOCK, ...REFERENCES];
