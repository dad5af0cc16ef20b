import { afterEach, expect, test } from 'vitest';
import { writeQuery } from '../../../families/ecomagentbench/writers/query-writer.ts';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { drawnTask } from '../../fixtures/drawn-tasks.ts';
import { asksFor, bounds, excludes, names } from '../../fixtures/leak-inputs.ts';
import { about, answers, comesWith, fromOneShop, hasSku, orderInput } from '../../fixtures/orders.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { pays } from '../../fixtures/tasks.ts';

afterEach(() => {
  useForeignShop(false);
  useLexicon();
});

const gate = (input: Parameters<typeof valueUntraced.check>[0]) =>
  valueUntraced.check(input, {
    saysService: (text, service) => service === 'freeShipping' && text.includes('free shipping'),
  });
const findings = (rubric: Rubric, surface?: string) => {
  const input = orderInput([rubric], [{}], surface ?? '-');
  return gate({ ...input, wording: { ...input.wording, surfaces: surface === undefined ? {} : { r1: surface } } });
};
const untraced = (rubric: Rubric, surface?: string) =>
  findings(rubric, surface).map(({ detail }) => /: "(.*)" is not in "/.exec(detail)?.[1]);

const QUESTION = 'Which city is the capital of Norway?';

test.each<[Rubric, string]>([
  [asksFor('r1', 'query', 'Color', 'navy blue'), 'in Navy-Blue'],
  [asksFor('r1', 'query', 'Screen Size', '15.6 inches'), 'a 15.6-inch'],
  [asksFor('r1', 'query', 'Color', ['red', 'blue']), 'in blue and red'],
  [hasSku('r1', { Color: 'black', Size: 'XL' }), 'in black and in the XL size'],
  [bounds('r1', 'query', 'price', { max: 1200 }), 'for no more than ₱1,200'],
  [bounds('r1', 'query', 'price', { min: 500 }), 'priced at ₱500 or higher'],
  [bounds('r1', 'query', 'price', { min: 500, max: 1200 }), 'costs between ₱500 and ₱1,200'],
  [bounds('r1', 'query', 'details.Item Weight', { max: 2, unit: 'lb' }), 'no heavier than 32 ounces'],
  [bounds('r1', 'query', 'details.RAM', { min: 8, max: 16, unit: 'gb' }), 'with between 8 and 16 GB of RAM'],
  [bounds('r1', 'query', 'details.Screen Size', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }), 'a 27-inch'],
  [comesWith('r1', 'freeShipping'), 'with free shipping'],
  [answers('r1', QUESTION, 'Oslo'), QUESTION],
  [answers('r1', QUESTION, 'Oslo'), QUESTION.toUpperCase()],
  [pays('r1', 3500), 'with $5 off from $20 it must cost no more than $35'],
])('a value of which the words that carry it hold a spelling is traced: %j', (rubric, surface) => {
  expect(findings(rubric, surface)).toEqual([]);
});

test.each<[string, Rubric, string, string[]]>([
  ['another value', asksFor('r1', 'query', 'Color', 'navy blue'), 'in black', ['navy blue']],
  ['a word that holds it', asksFor('r1', 'query', 'Color', 'red'), 'in a hundred shades', ['red']],
  ['one value of two', asksFor('r1', 'query', 'Color', ['red', 'blue']), 'in blue', ['red']],
  ['one option of two', hasSku('r1', { Color: 'black', Size: 'XL' }), 'in black', ['XL']],
  ['another price', bounds('r1', 'query', 'price', { max: 1200 }), 'for no more than ₱1,250', ['1200']],
  ['one end of a range', bounds('r1', 'query', 'price', { min: 500, max: 1200 }), 'from ₱500 on', ['1200']],
  ['another weight', bounds('r1', 'query', 'details.Item Weight', { max: 2, unit: 'lb' }), 'at most 3 pounds', ['2']],
  [
    'a weight without its unit',
    bounds('r1', 'query', 'details.Item Weight', { max: 2, unit: 'lb' }),
    'at most 2',
    ['lb'],
  ],
  ['another service', comesWith('r1', 'COD'), 'with free shipping', ['COD']],
  ['half of the question', answers('r1', QUESTION, 'Oslo'), 'Which city is it?', [QUESTION]],
  ['another budget', pays('r1', 3500), 'it must cost no more than $36', ['35']],
])('a surface with %s leaves the value untraced', (_, rubric, surface, missing) => {
  expect(untraced(rubric, surface)).toEqual(missing);
});

test.each([
  [asksFor('r1', 'query', 'Form', 'rund'), 'round', []],
  [asksFor('r1', 'query', 'Form', 'rund'), 'square', ['rund']],
  [excludes('r1', 'query', 'Form', ['rund', 'eckig']), 'nothing that is round or square', []],
  [excludes('r1', 'query', 'Form', ['rund', 'eckig']), 'nothing that is round', ['eckig']],
])('a value is traced by the words that a lexicon says it in: %j in "%s"', (rubric, surface, missing) => {
  const values = {
    rund: { say: { before: ['round'] } },
    eckig: { say: { after: ['with a square top'], verb: ['be square'] } },
  };
  useForeignShop('de');
  useLexicon({ ...NO_LEXICON, fields: { Form: { name: 'shape', values } } });
  expect(untraced(rubric, surface)).toEqual(missing);
});

test('a rubric that no words are said to carry is untraced', () => {
  expect(findings(asksFor('r1', 'query', 'Color', 'black'))).toEqual([
    {
      code: 'value_untraced',
      path: 'user_query',
      rubricId: 'r1',
      detail: 'Color is black: "black" is not in ""',
    },
  ]);
});

test('the value has to be in the words of its own rubric, not of another', () => {
  const rubrics = [
    about(0, asksFor('r1', 'query', 'Color', 'black')),
    about(1, asksFor('r2', 'query', 'Color', 'red')),
  ];
  const input = orderInput(rubrics, [{}, {}], 'a red bag and a black umbrella');
  const carriedBy = (surfaces: Record<string, string>) => gate({ ...input, wording: { ...input.wording, surfaces } });
  expect(carriedBy({ r1: 'a black umbrella', r2: 'a red bag' })).toEqual([]);
  expect(carriedBy({ r1: 'a red bag', r2: 'a black umbrella' }).map(({ rubricId }) => rubricId)).toEqual(['r1', 'r2']);
});

test('what has no value to trace is left to other gates', () => {
  expect(findings(fromOneShop('r1', 2))).toEqual([]);
});

test.each([
  ['tote bag', 'tote bags'],
  ['Tote Bags', 'a tote-bag'],
  ['cushion cover', 'a cover for a cushion'],
  ['USB-C cable', 'USB C cable'],
  ['batteries', 'a battery'],
])('the noun phrase %j is what the product is called as %j', (phrase, surface) => {
  expect(findings(names('r1', phrase), surface)).toEqual([]);
});

test.each([
  ['tote bag', 'thing'],
  ['tote bag', 'bag'],
  ['tote bag', 'totem baggage'],
  ['case', 'casement'],
])('the noun phrase %j is not what the product is called as %j', (phrase, surface) => {
  expect(untraced(names('r1', phrase), surface)).toEqual([phrase]);
});

const atLeast = bounds('r1', 'query', 'price', { min: 700 });
const atMost = bounds('r1', 'query', 'price', { max: 700 });
const told = (rubric: Rubric, query: string, surface = '₱700') => {
  const input = orderInput([rubric], [{}], query);
  return gate({ ...input, wording: { ...input.wording, query, surfaces: { r1: surface } } }).map(
    ({ detail }) => detail,
  );
};

test.each([
  [atLeast, 'for no more than ₱700', 'the most'],
  [atMost, 'for ₱700 or more', 'the least'],
  [bounds('r1', 'query', 'price', { min: 500, max: 700 }), 'no less than ₱700 and no more than ₱500', 'the most'],
  [bounds('r1', 'query', 'average_rating', { min: 4 }), 'rated 4 stars or lower', 'the most'],
])('a bound told the other way round is caught: %j', (rubric, surface, as) => {
  expect(told(rubric, `A tote bag ${surface}.`, surface)[0]).toContain(`is told as ${as} in`);
});

test('the direction of a bound is read around the words that carry it, and an unknown one is taken as told', () => {
  expect(told(atLeast, 'A tote bag for no more than ₱700.')).toHaveLength(1);
  expect(told(atMost, 'A tote bag for no more than ₱700.')).toEqual([]);
  expect(told(atLeast, 'A tote bag in the ₱700 class.')).toEqual([]);
  expect(told(atMost, 'A tote bag in the ₱700 class.')).toEqual([]);
});

test('a service is looked for where the words that carry it stand in the query', () => {
  const around = (input: Parameters<typeof valueUntraced.check>[0]) =>
    valueUntraced.check(input, { saysService: (text, _, { start }) => !text.slice(0, start).endsWith('without ') });
  const saying = (query: string) => {
    const input = orderInput([comesWith('r1', 'freeShipping')], [{}], query);
    return around({ ...input, wording: { ...input.wording, query, surfaces: { r1: 'free shipping' } } });
  };
  expect(saying('A bag with free shipping.')).toEqual([]);
  expect(saying('A bag without free shipping.')).toMatchObject([{ code: 'value_untraced' }]);
  expect(saying('A bag without free shipping; a pen with free shipping.')).toEqual([]);
});

test.each([
  ['in black', 'A bag that is not in black.'],
  ['black', "I don't want a black bag."],
  ['black', 'Anything will do; it need not be black.'],
])('a value that the query takes back around its words is untraced: %j of %j', (surface, query) => {
  const input = orderInput([asksFor('r1', 'query', 'Color', 'black')], [{}], query);
  const [finding] = gate({ ...input, wording: { query, surfaces: { r1: surface } } });
  expect(finding?.detail).toContain('"black" is taken back');
});

test.each([
  'I want nothing but a black bag.',
  "It doesn't have to be fancy, just black.",
  'Not just black but roomy as well.',
  "I won't settle for anything other than black.",
  'I never buy a bag unless it is black.',
])('a value that is wanted all the more is traced: %j', (query) => {
  const input = orderInput([asksFor('r1', 'query', 'Color', 'black')], [{}], query);
  expect(gate({ ...input, wording: { query, surfaces: { r1: 'black' } } })).toEqual([]);
});

const noPink = excludes('r1', 'query', 'Color', ['pink', 'red']);

test.each([
  ['in pink or red', 'A bag in pink or red.', 'asked for, not excluded,'],
  ['not in pink', 'A bag that is not in pink.', '"red" is not in'],
])('an exclusion that is asked for, or leaves out a value, is untraced: %j', (surface, query, said) => {
  const input = orderInput([noPink], [{}], query);
  const [finding] = gate({ ...input, wording: { query, surfaces: { r1: surface } } });
  expect(finding?.detail).toContain(said);
});

test.each([
  'A bag that is neither pink nor red.',
  'A bag in any color but pink or red.',
  'I have had enough: steer clear of pink and red.',
  "Please don't send me pink or red.",
])('an exclusion that is said as one is traced: %j', (query) => {
  const input = orderInput([noPink], [{}], query);
  const surface = /pink.*red/.exec(query)?.[0] ?? '';
  expect(gate({ ...input, wording: { query, surfaces: { r1: surface } } })).toEqual([]);
});

test('whatever the offline writer says of a plan is traced', () => {
  for (let number = 0; number < propertyRuns(400); number++) {
    const { plan } = drawnTask(number);
    const wording = writeQuery(plan, drawFor(number, 'words', 'test'));
    expect(gate({ task: plan.task, wording, targets: [] })).toEqual([]);
  }
});

test.each([
  ['the other bound', { max: 2, unit: 'lb' }, 'at least 2 pounds', /told as the least/],
  [
    'a bound where it is a size',
    { min: 26.5, max: 27.49, unit: 'in', nominal: 27 },
    'at least 27 inches',
    /told as a bound/,
  ],
])('a quantity told as %s is turned round', (_, range, surface, detail) => {
  const rubric = bounds('r1', 'query', 'details.Some Length', range);
  const input = orderInput([rubric], [{}], surface);
  const query = `I want one of ${surface}.`;
  const found = gate({ ...input, wording: { ...input.wording, query, surfaces: { r1: surface } } });
  expect(found).toMatchObject([{ detail: expect.stringMatching(detail) }]);
});

test('a clue that names a thing with what is measured of it is judged by its direction too', () => {
  const rubric = bounds('r1', 'query', 'details.Memory Storage Capacity', { min: 1, unit: 'tb' });
  const found = (surface: string) => {
    const input = orderInput([rubric], [{}], surface);
    const task = { ...input.task, locked: { ...input.task.locked, implicit_rubric_ids: ['r1'] } };
    return gate({ ...input, task, wording: { query: `I want one that ${surface}.`, surfaces: { r1: surface } } });
  };
  expect(found('has at least the storage of an Xbox Series X')).toEqual([]);
  expect(found('has at most the storage of an Xbox Series X')).toHaveLength(1);
});

test.each([
  ['weighs no more than a baseball', []],
  ['is no heavier than a baseball', []],
  ['sits in the hand like nothing at all', []],
  ['weighs no less than a baseball', [/told as the least/]],
  ['weighs no more than a basketball', [/stands for 22 oz, not for 5 oz/]],
])('a clue for 5 ounces at most that says it "%s" is judged by what it compares with', (surface, details) => {
  const rubric = bounds('r1', 'query', 'details.Item Weight', { max: 5, unit: 'oz' });
  const input = orderInput([rubric], [{}], surface);
  const task = { ...input.task, locked: { ...input.task.locked, implicit_rubric_ids: ['r1'] } };
  const found = gate({ ...input, task, wording: { query: `I want one that ${surface}.`, surfaces: { r1: surface } } });
  expect(found.map(({ detail }) => detail)).toEqual(details.map((detail) => expect.stringMatching(detail)));
});
