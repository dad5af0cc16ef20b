import { expect, test } from 'vitest';
import { type QueryPlan, writeQuery } from '../../../../families/ecomagentbench/writers/query-writer.ts';
import { useLexicon } from '../../../../lexicon/index.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import type { Draw } from '../../../../schemas/draw.ts';
import { cluesFor } from '../../../../shopping/language/clue-bank.ts';
import { agree } from '../../../../shopping/language/speech.ts';
import { entityAt } from '../../../../shopping/task.ts';
import { drawnTask } from '../../../fixtures/drawn-tasks.ts';
import { asksFor, names } from '../../../fixtures/leak-inputs.ts';
import { lockedTask } from '../../../fixtures/tasks.ts';

const drawOf = (number: number): Draw => drawFor(number, 'query-writer', 'write');
const TASKS = Array.from({ length: 600 }, (_, number) => ({ number, ...drawnTask(number) }));
const WRITTEN = TASKS.map(({ number, plan, queryIds }) => ({ plan, queryIds, ...writeQuery(plan, drawOf(number)) }));
const offending = (breaks: (one: (typeof WRITTEN)[number]) => boolean) =>
  WRITTEN.filter(breaks)
    .map(({ query }) => query)
    .slice(0, 5);
const sentencesOf = (text: string) => text.split(/(?<=[.?!])\s+/);

test('every query requirement has a surface, and nothing else has', () => {
  for (const { surfaces, queryIds, query } of WRITTEN)
    expect(Object.keys(surfaces).sort(), query).toEqual([...queryIds].sort());
});

test('every surface stands verbatim in the query', () => {
  const missing = WRITTEN.flatMap(({ query, surfaces }) =>
    Object.values(surfaces)
      .filter((surface) => !query.includes(surface))
      .map((surface) => `"${surface}" in "${query}"`),
  );
  expect(missing).toEqual([]);
});

test('surfaces of two requirements do not overlap', () => {
  const overlapping = offending(({ query, surfaces }) => {
    const places = Object.values(surfaces).map(
      (surface) => [query.indexOf(surface), query.indexOf(surface) + surface.length] as const,
    );
    // Several places of a short surface are no overlap: only one of them need be free.
    const repeated = Object.values(surfaces).some((surface) => query.indexOf(surface) !== query.lastIndexOf(surface));
    return (
      !repeated &&
      places.some(([start, end], index) => places.some(([other], at) => at !== index && other >= start && other < end))
    );
  });
  expect(overlapping).toEqual([]);
});

test('no hidden value reaches the writer', () => {
  expect(offending(({ query }) => /zyx/.test(query))).toEqual([]);
});

test('a query has at most three sentences beside its voucher, and two at least', () => {
  const counts = WRITTEN.map(({ query, plan }) => {
    const voucher =
      plan.task.intent === 'coupon_budget' ? plan.ready.flatMap(({ text }) => sentencesOf(text)).length : 0;
    return sentencesOf(query).length - voucher;
  });
  expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  expect(offending(({ query }) => sentencesOf(query).length < 2).length).toBeLessThan(WRITTEN.length / 10);
});

test('a query with a voucher has at most four sentences', () => {
  expect(offending(({ query, plan }) => plan.task.intent === 'coupon_budget' && sentencesOf(query).length > 4)).toEqual(
    [],
  );
});

test('no blank is left open, no space doubled, no bracket, no undefined', () => {
  expect(offending(({ query }) => /[{}]| {2}|^\s|\s$|undefined|null| [.,?]/.test(query))).toEqual([]);
});

test('every sentence begins with a capital or an amount and ends with a mark', () => {
  expect(
    offending(({ query }) => !sentencesOf(query).every((sentence) => /^(?:[A-Z]|[$€£]\d).*[.?!]$/.test(sentence))),
  ).toEqual([]);
});

test('articles fit what follows them', () => {
  const wrongA =
    /\ba (?:[aio](?!ne)|e(?!u|w)|u(?!ni|s|ti|ku|bi|\b|-)|(?:LED|LCD|OLED|AMOLED|HDMI|NFC|RCA|XLR|SD|AC|A4|A5)\b|8|11-|18-)/;
  const wrongAn =
    /\ban (?:[bcdfgjklmnpqrtvwxyz]|h(?!our|onest|eir|erb)|s(?!-)|uni[tvqc]|us[aeiu]|USB|UV|VGA|DVI|PC|[0-79](?!\d)|1(?![18]))/;
  expect(offending(({ query }) => wrongA.test(query) || wrongAn.test(query))).toEqual([]);
});

test('no word is said twice in a row', () => {
  expect(
    offending(({ query }) => /(?<![\p{L}])(\p{L}+) \1(?![\p{L}])/iu.test(query.replace(/that that/g, ''))),
  ).toEqual([]);
});

test('verbs agree with the product: no "it have" and no "they has"', () => {
  expect(
    offending(({ query }) =>
      /\b(?:[Ii]t (?:have|are|need|do)|[Tt]hey (?:has|is|needs|does|comes|suits|works|looks))\b/.test(query),
    ),
  ).toEqual([]);
});

test('a noun phrase that comes in pairs is asked for as a pair, and a plural without an article', () => {
  for (const { query, plan } of WRITTEN) {
    if (entityAt(plan.task).phrase === 'Over-Ear Headphones')
      expect(query).toMatch(/\ba pair of (?:[^.?]|\.\d)*over-ear headphones\b/);
    if (entityAt(plan.task).phrase === 'Hair Clips') expect(query).not.toMatch(/\ban? (?:[\w-]+ )?hair clips\b/);
  }
});

test('the same draw writes the same query', () => {
  expect(TASKS.slice(0, 100).map(({ number, plan }) => writeQuery(plan, drawOf(number)).query)).toEqual(
    WRITTEN.slice(0, 100).map(({ query }) => query),
  );
});

test('another draw writes another query', () => {
  const again = TASKS.slice(0, 100).map(({ number, plan }) => writeQuery(plan, drawOf(number + 10_000)).query);
  expect(again.filter((query, index) => query === WRITTEN[index]?.query)).toEqual([]);
});

test('queries hardly ever begin alike', () => {
  const beginnings = Map.groupBy(WRITTEN, ({ query }) => query.split(' ').slice(0, 4).join(' '));
  expect(Math.max(...[...beginnings.values()].map((queries) => queries.length))).toBeLessThan(WRITTEN.length / 20);
});

test('a voucher and opinions stand in the query as they were composed', () => {
  for (const { query, plan } of WRITTEN) for (const { text } of plan.ready) expect(query).toContain(text);
});

test('every excluded value is named in the query, in the words of an exclusion', () => {
  const silent = WRITTEN.flatMap(({ query, surfaces, plan }) =>
    plan.task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'negative_attribute' || rubric.info_source !== 'query') return [];
      const surface = surfaces[rubric.id] ?? '';
      return new RegExp(`\\b(?:anything|nothing) [^.?]*${surface.replace(/[^\w\s]/g, '.')}`, 'i').test(query)
        ? []
        : [`${rubric.expected_value}: ${query}`];
    }),
  );
  expect(silent).toEqual([]);
});

const ASKED = lockedTask(
  [asksFor('r1', 'query', 'Color', 'Black'), asksFor('r2', 'query', 'Material', 'Leather'), names('r3', 'tote bag')],
  { implicit: ['r1'] },
);
const planFor = (avoid: readonly string[] = []): QueryPlan => ({
  task: ASKED,
  topic: 'Bags',
  currency: 'USD',
  ready: [],
  avoid: new Set(avoid),
});
const BLACK = cluesFor('Color', 'Black');

test('words to avoid are not used while there are others', () => {
  const [first = '', ...others] = BLACK;
  for (let number = 0; number < 60; number++) {
    const { surfaces } = writeQuery(planFor([first]), drawOf(number));
    expect([...others, ...others.map((clue) => agree(clue, false))]).toContain(surfaces.r1);
  }
});

test('words to avoid are recognised in the form in which they stood in the query', () => {
  const [first = ''] = BLACK;
  for (let number = 0; number < 60; number++) {
    const { surfaces } = writeQuery(planFor([agree(first, false)]), drawOf(number));
    expect([first, agree(first, false)]).not.toContain(surfaces.r1);
  }
});

test('where every word is to be avoided the requirement is still said', () => {
  const all = [...BLACK, ...BLACK.map((clue) => agree(clue, false))];
  const { query, surfaces } = writeQuery(planFor(all), drawOf(1));
  expect(query).toContain(surfaces.r1);
});

test('a requirement about a field that the lexicon does not know is said with the field behind the value', () => {
  const task = lockedTask([asksFor('r1', 'query', 'Panel Type', 'IPS'), names('r2', 'tote bag')]);
  expect(writeQuery({ ...planFor(), task }, drawOf(1)).surfaces.r1).toMatch(/an IPS panel$/);
});

test('a clue that compares with the kind of product asked for is left, while the value has another', () => {
  const clues = ['rustle less than a backpack full of paper', 'let me nap beside the desk'];
  useLexicon({ fields: { Hum: { kind: 'choice', values: { Low: { clues } } } }, types: {} });
  const task = lockedTask([asksFor('r1', 'query', 'Hum', 'Low'), names('r2', 'hiking backpacks')], {
    implicit: ['r1'],
    entities: [{ phrase: 'hiking backpacks', titleSpan: 'Hiking Backpacks', plural: true }],
  });
  const said = Array.from(
    { length: 40 },
    (_, number) => writeQuery({ ...planFor([]), task }, drawOf(number)).surfaces.r1,
  );
  useLexicon();
  expect(said.filter((words) => words === undefined || words.includes('backpack'))).toEqual([]);
});

test('of several things that riddles could stand for, a task tells one by a riddle', () => {
  const clues = (likeness: string, use: string) => ({ comparison: [likeness], use: [use, `${use} at home`] });
  useLexicon({
    fields: {
      Hum: { kind: 'choice', values: { Low: { clues: clues('purr like a cat', 'let me nap beside the desk') } } },
      Glow: { kind: 'choice', values: { Dim: { clues: clues('shine like a candle', 'let me read after dark') } } },
    },
    types: {},
  });
  const task = lockedTask(
    [asksFor('r1', 'query', 'Hum', 'Low'), asksFor('r2', 'query', 'Glow', 'Dim'), names('r3', 'tote bag')],
    { implicit: ['r1', 'r2'] },
  );
  const told = Array.from({ length: 60 }, (_, number) => {
    const { query } = writeQuery({ ...planFor([]), task }, drawOf(number));
    return Number(/like a cat/.test(query)) + Number(/like a candle/.test(query));
  });
  useLexicon();
  expect(Math.max(...told)).toBe(1);
});

test('a value that ends as the product is called does not stand right before it', () => {
  const task = lockedTask([asksFor('r1', 'query', 'Operating System', 'Google TV'), names('r2', 'TV')], {
    entities: [{ phrase: 'TV', titleSpan: 'TV', plural: false }],
  });
  const said = Array.from({ length: 40 }, (_, number) => writeQuery({ ...planFor([]), task }, drawOf(number)).query);
  expect(said.filter((query) => /TV TV/.test(query) || !query.includes('Google TV'))).toEqual([]);
});
