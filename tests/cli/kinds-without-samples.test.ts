import { expect, test } from 'vitest';
import { kindsText, kindsWithoutSample } from '../../cli/kinds-without-samples.ts';

interface End {
  readonly kind: string | null;
  readonly product: string;
  readonly code?: string;
}

/** A run with such rejections, samples of such kinds and left-over tasks of such products. */
const run = (rejected: readonly End[], sampled: readonly string[] = [], left: readonly string[] = []) => {
  const placed = <T>(values: readonly T[]) => values.map((value, at) => ({ line: at + 1, text: '', value }));
  return {
    rejections: () =>
      placed(
        rejected.map(({ kind, product, code = 'too_few_hidden' }) => ({
          ...{ code, target_ids: [product], record: {} },
          evidence: kind === null ? { dropped: [] } : { entities: [{ phrase: kind }] },
        })),
      ),
    samples: () =>
      placed(sampled.map((noun) => ({ rubrics: [{ type: 'entity_match', field: 'title', expected_value: noun }] }))),
    ledger: () => placed(left.map((id) => ({ status: 'surplus', target_ids: [id] }))),
  } as unknown as Parameters<typeof kindsWithoutSample>[0];
};

const some = (kind: string | null, count: number, code?: string): End[] =>
  Array.from({ length: count }, (_, at) => ({
    kind,
    product: `${kind} ${at}`,
    ...(code === undefined ? {} : { code }),
  }));

test('a frequent kind that no sample asks for is named with its products and the code most were rejected for', () => {
  const cases = [...some('Phone Case', 20), ...some('Phone Case', 8, 'too_few_features'), ...some('Cable', 12)];
  const kinds = kindsWithoutSample(run(cases, ['Cable'], ['Phone Case 3']));
  expect(kinds).toEqual([{ kind: 'Phone Case', products: 20, code: 'too_few_hidden' }]);
  expect(kindsText(kinds)).toBe('No sample asks for Phone Case (20 products tried, most often too_few_hidden)');
});

test('one kind more than are named is one', () => {
  const cases = ['Case', 'Cable', 'Lamp', 'Mug', 'Rug', 'Desk', 'Chair', 'Vase', 'Bowl', 'Shelf', 'Plate'].flatMap(
    (kind) => some(kind, 20),
  );
  const kinds = kindsWithoutSample(run(cases));
  const named = (count: number) => kindsText(kinds.slice(0, count))?.match(/ \(/g)?.length;
  const most = named(kinds.length) as number;
  expect(kindsText(kinds.slice(0, most + 1))).toMatch(/, and 1 more kind$/);
});

test.each<[string, Parameters<typeof run>]>([
  ['is of few products', [some('Phone Case', 9)]],
  ['a sample asks for in other capitals', [some('Phone Case', 20), ['phone case']]],
  ['a sample asks for by a wider name', [some('Leather Phone Case', 20), ['Phone Case']]],
  [
    'had locked tasks left of half its products',
    [some('Phone Case', 20), [], Array.from({ length: 10 }, (_, at) => `Phone Case ${at}`)],
  ],
  ['nobody knows', [some(null, 20)]],
])('a kind that %s is not missed', (_, given) => {
  expect(kindsWithoutSample(run(...given))).toEqual([]);
  expect(kindsText([])).toBeNull();
});

test('no more samples are read than it takes to find each kind asked for', () => {
  const all = run([...some('Phone Case', 20), ...some('Cable', 20)], ['Mug', 'Cable', 'Phone Case', 'Lamp', 'Desk']);
  let read = 0;
  const samples = function* (...given: Parameters<typeof all.samples>) {
    for (const sample of all.samples(...given)) {
      read++;
      yield sample;
    }
  };
  expect(kindsWithoutSample({ ...all, samples: samples as typeof all.samples })).toEqual([]);
  expect(read).toBe(3);
});
