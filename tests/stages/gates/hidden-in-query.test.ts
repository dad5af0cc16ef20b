import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../../../lexicon/index.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';

afterEach(() => useLanguage());

const hidden: Rubric[] = [
  asksFor('r1', 'query', 'Pattern', 'Striped'),
  asksFor('r2', 'persona', 'Color', 'Gray'),
  asksFor('r3', 'clarification', 'Special Feature', ['Noise Cancelling', 'Foldable']),
  excludes('r4', 'persona', 'Material', ['Leather', 'Suede']),
  bounds('r5', 'clarification', 'price', { max: 25 }),
  asksFor('r6', 'clarification', 'Size', '5'),
  names('r7', 'tote bag'),
];
const target = { details: { Material: { options: ['Canvas', 'Cotton'], raw: [] } } };
const check = (query: string, surfaces = {}, rubrics = hidden) =>
  hiddenInQuery.check(leakInput({ rubrics, query, surfaces, target }));

test('a query with only its own requirements is clean', () => {
  expect(check('A striped tote bag for the farmers market, please.')).toEqual([]);
});

test.each([
  ['I want a grey tote bag.', 'r2', 'grey'],
  ['One that is noise-canceling.', 'r3', 'noise-canceling'],
  ['It must fold up.', 'r3', 'fold'],
  ['Anything but leather.', 'r4', 'leather'],
  ['No suede!', 'r4', 'suede'],
  ['For twenty-five bucks.', 'r5', 'twenty-five'],
  ['Size 5 would do.', 'r6', '5'],
])('a hidden value in the query is a leak: %j', (query, rubricId, words) => {
  const [finding, ...more] = check(query);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ code: 'hidden_in_query', path: 'user_query', rubricId });
  expect(finding?.spans?.map(({ start, end }) => query.slice(start, end))).toEqual([words]);
  expect(finding?.detail).toContain(`"${words}"`);
});

test.each([
  'My Grayson bag wore out.',
  'It cost $15.50 and has 4.5 stars.',
  'For under 25 kilos of books.',
  'For 25 people, in a suedette-free shop.',
])('a near miss is clean: %j', (query) => {
  expect(check(query).filter(({ rubricId }) => rubricId !== 'r4')).toEqual([]);
});

test('the own value of the target leaks a hidden exclusion, unless another requirement of the query says it', () => {
  expect(check('A canvas one.')).toMatchObject([{ code: 'hidden_in_query', rubricId: 'r4' }]);
  const outright = [...hidden, asksFor('r8', 'query', 'Handle Material', 'Canvas')];
  expect(check('One with canvas straps.', { r8: 'with canvas straps' }, outright)).toEqual([]);
  expect(check('A canvas one.', { r7: 'canvas one' })).toHaveLength(1);
});

test('the stars of a rating are no hidden shape, stars on the thing are', () => {
  const shaped = [asksFor('r1', 'clarification', 'Shape', 'Star'), bounds('r2', 'query', 'average_rating', { min: 4 })];
  expect(check('A throw pillow rated 4 stars or higher.', { r2: 'rated 4 stars or higher' }, shaped)).toEqual([]);
  for (const query of ['A star-shaped throw pillow rated 4 stars.', 'A throw pillow with 4 stars on it.'])
    expect(check(query, {}, shaped)).toMatchObject([{ code: 'hidden_in_query', rubricId: 'r1' }]);
});

test('a name made with a word of a hidden value gives it away in Chinese', () => {
  useLanguage('zh');
  const rubrics = [asksFor('r1', 'persona', '燃料', '电加热'), names('r2', '热水器')];
  expect(check('家里的热水器该换了。', {}, rubrics)).toEqual([]);
  expect(check('家里的电热水器该换了。', {}, rubrics)).toMatchObject([{ code: 'hidden_in_query', rubricId: 'r1' }]);
});
