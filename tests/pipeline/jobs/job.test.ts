import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobIn, jobText, resultsIn, resultsText, workDigest } from '../../../pipeline/jobs/job.ts';
import type { Work } from '../../../pipeline/run/pool.ts';
import { lockedEnd, tasksNamed, termsOf } from '../../fixtures/jobs.ts';

const TASKS = tasksNamed('t0', 't1', 't2');
const WORKS = TASKS.map((task): Work => ({ step: 'lock', task }));
const RESULTS = {
  worker: 'w',
  results: WORKS.map((work, at) => ({ work: workDigest(work), end: lockedEnd(TASKS[at]!) })),
};

test('a job is read as it was written, its keys in the order they had', () => {
  const backwards = Object.fromEntries(Object.entries(TASKS[0]!).reverse()) as (typeof TASKS)[0];
  const works: Work[] = [{ step: 'lock', task: backwards }];
  const { id, text } = jobText(termsOf('/run'), works);
  const job = jobIn(text, id);
  expect(JSON.stringify(job?.works)).toBe(JSON.stringify(works));
  expect(job?.terms).toEqual(termsOf('/run'));
});

test('equal jobs have one id, and another run, task or order another', () => {
  const { id } = jobText(termsOf('/run'), WORKS);
  expect(jobText(termsOf('/run'), WORKS).id).toBe(id);
  expect(jobText(termsOf('/other'), WORKS).id).not.toBe(id);
  expect(jobText(termsOf('/run'), WORKS.slice(1)).id).not.toBe(id);
  expect(jobText(termsOf('/run'), WORKS.toReversed()).id).not.toBe(id);
});

test('a step has another digest where its task is another, and the same whatever job it is in', () => {
  const digests = WORKS.map(workDigest);
  expect(new Set(digests).size).toBe(3);
  expect(workDigest(structuredClone(WORKS[0]!))).toBe(digests[0]);
});

test('results are read as they were written', () => {
  expect(resultsIn(resultsText('j', RESULTS), 'j')).toEqual(RESULTS);
});

test('results of another job are none', () => {
  expect(resultsIn(resultsText('j', RESULTS), 'k')).toBeNull();
});

test('a file that was cut off or changed anywhere is no job and holds no results', () => {
  const job = jobText(termsOf('/run'), WORKS);
  const results = resultsText('j', RESULTS);
  fc.assert(
    fc.property(fc.nat(10_000), fc.boolean(), (place, cut) => {
      const spoiled = (text: string) => {
        const at = place % text.length;
        return cut ? text.slice(0, at) : `${text.slice(0, at)}#${text.slice(at + 1)}`;
      };
      expect(jobIn(spoiled(job.text), job.id)).toBeNull();
      expect(resultsIn(spoiled(results), 'j')).toBeNull();
    }),
  );
});

test('results in a form we do not know are none', () => {
  const odd = { worker: 'w', results: [{ work: 'x', end: { kind: 'guessed', id: 't0' } }] };
  expect(resultsIn(resultsText('j', odd as never), 'j')).toBeNull();
});
