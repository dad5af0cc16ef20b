import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NearDuplicates } from '../../stages/admission.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

const QUERY = 'I need a red canvas tote bag with a zip that folds flat for travel.';
const claim = (what: string, most = 1) => ({
  what,
  most,
  path: what.startsWith('subject') ? 'subject' : 'target_product.product_id',
});
const sample = (id: string, query = QUERY, claims = [`P-${id}`]) => ({
  id,
  claims: claims.map((what) => claim(what)),
  query,
});

test('samples of different targets and words are clean', () => {
  const seen = new NearDuplicates();
  expect(seen.findings(sample('a'))).toEqual([]);
  expect(seen.findings(sample('b', 'Could you find me a pair of headphones from Orla?'))).toEqual([]);
});

test('a sample of a target that is taken is a duplicate, whatever its words', () => {
  const seen = new NearDuplicates();
  seen.findings(sample('a'));
  expect(seen.findings(sample('b', 'Something else altogether, please.', ['P-x', 'P-a']))).toMatchObject([
    {
      code: 'near_duplicate',
      path: 'target_product.product_id',
      detail: expect.stringContaining('already taken by a'),
    },
  ]);
});

test('a sample of a question that is taken is a duplicate, though its target is free', () => {
  const seen = new NearDuplicates();
  seen.findings(sample('a', QUERY, ['P-a', 'question 7']));
  expect(seen.findings(sample('b', 'Something else altogether, please.', ['P-b', 'question 7']))).toMatchObject([
    { code: 'near_duplicate', detail: expect.stringContaining('"question 7"') },
  ]);
  expect(seen.findings(sample('c', 'A third thing for a friend of mine.', ['P-c', 'question 8']))).toEqual([]);
});

test.each([
  ['is the same', QUERY],
  ['differs in case and punctuation', QUERY.toUpperCase().replaceAll(' ', '  ')],
  ['differs in one word', QUERY.replace('red', 'blue')],
])('a query that %s is a duplicate', (_, query) => {
  const seen = new NearDuplicates();
  seen.findings(sample('a'));
  expect(seen.findings(sample('b', query))).toMatchObject([
    { code: 'near_duplicate', path: 'user_query', detail: expect.stringContaining('those of a') },
  ]);
});

test('half of the three-word runs in common is the limit, and one run less is clean', () => {
  const half = new NearDuplicates();
  half.findings(sample('a', 'a b c d e'));
  // Runs abc, bcd, cde against abc, bcd, cdx: two of four.
  expect(half.findings(sample('b', 'a b c d x'))[0]?.detail).toMatch(/^0\.50 /);
  const less = new NearDuplicates();
  less.findings(sample('a', 'a b c d e'));
  // One of five.
  expect(less.findings(sample('b', 'a b c x y'))).toEqual([]);
});

test('a query of fewer than three words is compared as a whole', () => {
  const seen = new NearDuplicates();
  seen.findings(sample('a', 'Tote bag?'));
  expect(seen.findings(sample('b', 'bag tote'))).toEqual([]);
  expect(seen.findings(sample('c', 'tote bag'))).toHaveLength(1);
});

test('a sample that was turned down takes neither its target nor its words', () => {
  const seen = new NearDuplicates();
  seen.findings(sample('a'));
  expect(seen.findings(sample('b'))).toHaveLength(1);
  expect(seen.findings(sample('c', 'A pair of headphones for the gym, please.', ['P-b']))).toEqual([]);
  expect(seen.findings(sample('d', QUERY, ['P-d']))[0]?.detail).toContain('those of a');
});

test('a query with a repeated phrase is as like itself as any other', () => {
  const seen = new NearDuplicates();
  seen.findings(sample('a', 'a b c a b c a b c'));
  expect(seen.findings(sample('b', 'a b c a b c a b c'))[0]?.detail).toMatch(/^1\.00 /);
});

test('a query is a duplicate where comparing it with each admitted one finds one that is', () => {
  const runsOf = (text: string) => {
    const words = text.split(' ');
    return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')));
  };
  const isNear = (one: string, other: string) => {
    const [a, b] = [runsOf(one), runsOf(other)];
    const common = [...a].filter((run) => b.has(run)).length;
    return common / (a.size + b.size - common) >= 0.5;
  };
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), (all) => {
      const seen = new NearDuplicates();
      const admitted: string[] = [];
      for (const [place, words] of all.entries()) {
        const query = words.join(' ');
        const isClean = seen.findings(sample(String(place), query)).length === 0;
        expect(isClean).toBe(!admitted.some((other) => isNear(query, other)));
        if (isClean) admitted.push(query);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('what several samples may take up is refused to the one that is one too many, with those that have it', () => {
  const seen = new NearDuplicates();
  const about = (id: string, query: string) => ({ id, query, claims: [claim('P', 2)] });
  expect(seen.findings(about('a', 'a light tent for two'))).toEqual([]);
  expect(seen.findings(about('b', 'some shelter that weighs little'))).toEqual([]);
  expect(seen.findings(about('c', 'what to sleep in on a hill'))).toMatchObject([
    { code: 'near_duplicate', path: 'target_product.product_id', detail: '"P" is already taken by a and b' },
  ]);
});
