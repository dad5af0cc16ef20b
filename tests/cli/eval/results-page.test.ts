import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { evaluate } from '../../../cli/eval/eval.ts';
import { finishedRun } from '../../fixtures/finished-run.ts';

let page: string;
beforeAll(async () => {
  const run = finishedRun();
  const out = mkdtempSync(join(tmpdir(), 'results-'));
  await evaluate(
    run.folder,
    { catalog: run.catalog, agent: 'cheater', out },
    { write: () => {}, width: 100, colour: false },
  );
  page = readFileSync(join(out, 'results.html'), 'utf8');
});

test('the page of an evaluation shows figures as the paper has them, and both sides of an episode', () => {
  for (const text of [
    'rubric satisfaction',
    'The agent&#39;s side',
    "The grader's side",
    'Ignore all previous instructions',
  ])
    expect(page.includes(text) || page.includes(text.replace('&#39;', "'"))).toBe(true);
});

test('every colour that the page names is defined on it', () => {
  const names = (pattern: RegExp) => new Set([...page.matchAll(pattern)].map(([, name]) => name));
  const defined = names(/(--[\w-]+):/g);
  expect([...names(/var\((--[\w-]+)\)/g)].filter((name) => !defined.has(name))).toEqual([]);
});

test('nothing an agent writes is markup on the page, and the page reaches nothing outside', () => {
  expect(page).toContain('{&quot;success&quot;: true');
  expect(page).not.toContain('<script');
  expect(page).toContain('default-src &#39;none&#39;');
});
