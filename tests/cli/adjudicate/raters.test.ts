import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOf, ordinalAlpha } from '../../../cli/adjudicate/raters.ts';

const said = (marks: Readonly<Record<string, boolean>>) => new Map(Object.entries(marks));

/** Both yes 20 times, both no 15, only the first yes 5, only the second 10: the example of many textbooks. */
test("Cohen's kappa of a table whose value is known", () => {
  const [one, other]: [Record<string, boolean>, Record<string, boolean>] = [{}, {}];
  for (let task = 0; task < 50; task++) {
    one[task] = task < 25;
    other[task] = task < 20 || (task >= 25 && task < 35);
  }
  const { both, agreed, kappa } = agreementOf(['Ann', said(one)], ['Ben', said(other)]);
  expect([both, agreed]).toEqual([50, 35]);
  expect(kappa).toBeCloseTo(0.4, 10);
});

test('only tasks that both judged count', () => {
  const { both, agreed } = agreementOf(['Ann', said({ x: true, y: true })], ['Ben', said({ y: true, z: false })]);
  expect([both, agreed]).toEqual([1, 1]);
});

test('raters who never vary have no kappa', () => {
  expect(agreementOf(['Ann', said({ x: true })], ['Ben', said({ x: true })]).kappa).toBeNull();
  expect(agreementOf(['Ann', said({})], ['Ben', said({ x: true })]).kappa).toBeNull();
});

const marks = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.boolean());

test('kappa lies between -1 and 1, is 1 for equal marks that vary, and the same from both sides', () => {
  fc.assert(
    fc.property(marks, marks, (one, other) => {
      const { kappa } = agreementOf(['Ann', said(one)], ['Ben', said(other)]);
      const turned = agreementOf(['Ben', said(other)], ['Ann', said(one)]).kappa;
      if (kappa === null) expect(turned).toBeNull();
      else {
        expect(kappa).toBeGreaterThanOrEqual(-1);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(turned).toBeCloseTo(kappa, 10);
      }
      const own = agreementOf(['Ann', said(one)], ['Ann', said(one)]).kappa;
      if (new Set(Object.values(one)).size === 2) expect(own).toBeCloseTo(1, 10);
    }),
  );
});

test('alpha of ordered values is that of Krippendorff’s own example, of four raters of whom none rated all', () => {
  const raters = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];
  const units = Array.from({ length: 12 }, (_, at) =>
    raters.flatMap((said) => (said[at] === '.' ? [] : [Number(said[at])])),
  );
  expect(ordinalAlpha(units)).toBeCloseTo(0.815, 3);
});

test('alpha is 1 where all agree, none where all said the same or nobody rated what another did', () => {
  expect(
    ordinalAlpha([
      [1, 1],
      [5, 5],
    ]),
  ).toBe(1);
  expect([
    ordinalAlpha([
      [3, 3],
      [3, 3],
    ]),
    ordinalAlpha([[1], [5]]),
  ]).toEqual([null, null]);
});
