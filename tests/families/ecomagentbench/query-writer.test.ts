import { expect, test } from 'vitest';
import { cluesFor } from '../../../families/ecomagentbench/clue-bank.ts';
import { INTENTS } from '../../../families/ecomagentbench/intents.ts';
import { opinionSentence } from '../../../families/ecomagentbench/opinion-text.ts';
import { piecesFor } from '../../../families/ecomagentbench/query-pieces.ts';
import { type QueryPlan, writeQuery } from '../../../families/ecomagentbench/query-writer.ts';
import { FIELD_POLICIES } from '../../../families/language/field-policy.ts';
import type { ReadySentence } from '../../../families/language/request.ts';
import { agree } from '../../../families/language/speech.ts';
import { voucherSentences } from '../../../families/vouchers/text.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { chance, type Draw, pickOne, shuffled } from '../../../schemas/draw.ts';
import type { Rubric } from '../../../schemas/rubric.ts';
import { type Entity, entityAt } from '../../../schemas/task.ts';
import { asksFor, bounds, excludes, names } from '../../fixtures/leak-inputs.ts';
import { lockedTask, pays, praised } from '../../fixtures/tasks.ts';
import { ALL_VALUES } from '../../fixtures/vocabulary.ts';
import { fixed, percentage, step, voucherOf } from '../../fixtures/vouchers.ts';

const ENTITIES: readonly (Entity & { topic: string })[] = [
  {
    phrase: 'Over-Ear Headphones',
    titleSpan: 'Over-Ear Headphones',
    plural: true,
    topic: 'Electronics Audio Headphones',
  },
  { phrase: 'umbrella', titleSpan: 'Umbrella', plural: false, topic: 'Luggage Umbrellas' },
  { phrase: 'USB Hub', titleSpan: 'USB Hub', plural: false, topic: 'Computers Hubs' },
  { phrase: 'Hair Clips', titleSpan: 'Hair Clips', plural: true, topic: 'Beauty Hair' },
  { phrase: 'unicycle', titleSpan: 'Unicycle', plural: false, topic: 'Nothing known' },
  { phrase: 'eau de toilette', titleSpan: 'Eau de Toilette', plural: false, topic: 'Beauty Fragrance' },
];
const VOUCHERS = [
  voucherOf('simple', [step(2000, fixed(500))]),
  voucherOf('simple', [step(5000, percentage(1500, 900))]),
  voucherOf('tiered', [step(2000, fixed(200)), step(5000, fixed(900))], 'EUR'),
  voucherOf('stacked', [step(2000, fixed(200)), step(5000, percentage(1000))], 'PHP'),
];
const OPINIONS = ['the zip never sticks', 'it holds a week of shopping', 'the straps are soft'];

const explicitFields = [...FIELD_POLICIES.keys()].filter((field) => (ALL_VALUES[field] ?? []).length > 0);
const implicitFields = explicitFields.filter((field) =>
  (ALL_VALUES[field] ?? []).some((value) => cluesFor(field, value).length > 0),
);
const negativeFields = explicitFields.filter((field) => FIELD_POLICIES.get(field)?.negative === true);

interface DrawnTask {
  readonly plan: QueryPlan;
  readonly queryIds: readonly string[];
}

/** A plan such as the pipeline makes them: four to six query requirements, hidden ones beside them. */
function drawnTask(number: number): DrawnTask {
  const draw = drawFor(number, 'query-writer', 'test');
  const intent = pickOne(draw, 'intent', INTENTS);
  const { topic, ...entity } = pickOne(draw, 'entity', ENTITIES);
  const rubrics: Rubric[] = [];
  const implicit: string[] = [];
  const used = new Set<string>();
  const nextId = () => `r${rubrics.length + 1}`;
  const unused = (label: string, fields: readonly string[]) =>
    shuffled(draw, label, fields).find((field) => !used.has(field)) as string;
  const drawnValue = (label: string, field: string, fits: (value: string) => boolean) =>
    pickOne(draw, label, (ALL_VALUES[field] ?? []).filter(fits));
  const add = (rubric: Rubric) => {
    used.add(rubric.field.replace('details.', ''));
    rubrics.push(rubric);
  };

  for (let index = 0; index < intent.leastImplicit; index++) {
    const field = unused(`implicit ${index}`, implicitFields);
    implicit.push(nextId());
    add(
      asksFor(
        nextId(),
        'query',
        field,
        drawnValue(`clue ${index}`, field, (value) => cluesFor(field, value).length > 0),
      ),
    );
  }
  if (intent.centre === 'exclusion') {
    const field = unused('exclusion', negativeFields);
    const [first, second] = shuffled(draw, 'excluded', ALL_VALUES[field] ?? []);
    add(
      excludes(
        nextId(),
        'query',
        field,
        chance(draw, 'two', 0.5) ? [first as string, second as string] : [first as string],
      ),
    );
  }
  if (intent.centre === 'rating') add(bounds(nextId(), 'query', 'average_rating', { min: 4.5 }));
  if (chance(draw, 'price', 0.3) && intent.centre !== 'voucher') add(bounds(nextId(), 'query', 'price', { max: 25 }));
  const size = intent.leastQuery + draw('size', 3);
  const sayable = (field: string) => (value: string) =>
    piecesFor({ type: 'attribute_match', field: `details.${field}`, expected_value: value }, false, 'USD').length > 0;
  while (rubrics.length < size) {
    const field = unused(
      `explicit ${rubrics.length}`,
      explicitFields.filter((one) => (ALL_VALUES[one] ?? []).some(sayable(one))),
    );
    add(asksFor(nextId(), 'query', field, drawnValue(`value ${rubrics.length}`, field, sayable(field))));
  }
  const ready: ReadySentence[] = [];
  if (intent.centre === 'voucher') {
    const voucher = pickOne(draw, 'voucher', VOUCHERS);
    const { text, surface } = voucherSentences(voucher, 4000, draw);
    ready.push({ text, surfaces: { [nextId()]: surface } });
    add(pays(nextId(), 4000, voucher));
  }
  if (intent.centre === 'opinions') {
    const [first = '', second = ''] = shuffled(draw, 'opinions', OPINIONS);
    const { text, surfaces } = opinionSentence([first, second], draw);
    ready.push({
      text,
      surfaces: { [nextId()]: surfaces[0] as string, [`r${rubrics.length + 2}`]: surfaces[1] as string },
    });
    add(praised(nextId(), first));
    add(praised(nextId(), second));
  }
  add(names(nextId(), entity.phrase));
  const queryIds = rubrics.map(({ id }) => id);
  rubrics.push(
    asksFor(nextId(), 'persona', 'Hidden', 'zyxwords'),
    asksFor(`r${rubrics.length + 2}`, 'clarification', 'Hidden too', 'otherzyx'),
  );
  const task = lockedTask(rubrics, { intent: intent.name, entities: [entity], implicit });
  return { plan: { task, topic: `${topic} ${entity.phrase}`, currency: 'USD', ready, avoid: new Set() }, queryIds };
}

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

test('every sentence begins with a capital and ends with a mark', () => {
  expect(offending(({ query }) => !sentencesOf(query).every((sentence) => /^[A-Z].*[.?!]$/.test(sentence)))).toEqual(
    [],
  );
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
      expect(query).toMatch(/\ba pair of [^.?]*over-ear headphones\b/);
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

test('a requirement the family has no words for gets no surface, for the gate to find', () => {
  const task = lockedTask([asksFor('r1', 'query', 'Serial Number', '42'), names('r2', 'tote bag')]);
  expect(Object.keys(writeQuery({ ...planFor(), task }, drawOf(1)).surfaces)).toEqual(['r2']);
});

test('a clue that compares with the kind of product asked for is left, while the value has another', () => {
  const clues = cluesFor('Special Feature', 'Lightweight');
  expect(clues.some((clue) => clue.includes('backpack'))).toBe(true);
  const task = lockedTask([asksFor('r1', 'query', 'Special Feature', 'Lightweight'), names('r2', 'hiking backpacks')], {
    implicit: ['r1'],
    entities: [{ phrase: 'hiking backpacks', titleSpan: 'Hiking Backpacks', plural: true }],
  });
  for (let number = 0; number < 40; number++)
    expect(writeQuery({ ...planFor(), task }, drawOf(number)).surfaces.r1).not.toContain('backpack');
});
