import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Parted } from '../../../stages/sample/parted.ts';
import { Ranked } from '../../../stages/sample/ranked.ts';

const rankedOf = (candidates: readonly number[]) =>
  new Ranked(candidates, { rankOf: (candidate) => candidate, nameOf: String, tierOf: () => 0 });
const partedOf = (count: number, splitOf: (candidate: number) => string, later: ReadonlySet<number> = new Set()) =>
  new Parted(rankedOf([...Array(count).keys()].reverse()), {
    splitOf,
    comesLater: (candidate) => later.has(candidate),
  });

test('each split gets its own candidates, all of them and by rank, whoever asks first', () => {
  const asks = fc.array(fc.constantFrom('train', 'test'), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ max: 25, min: 0 }), fc.infiniteStream(fc.boolean()), asks, (count, draws, order) => {
      const splits = Array.from({ length: count }, () => (draws.next().value ? 'test' : 'train'));
      const parted = partedOf(count, (candidate) => splits[candidate] as string);
      const taken: Record<string, (number | undefined)[]> = { train: [], test: [] };
      for (const split of [...order, ...Array(count).fill('train'), ...Array(count).fill('test')])
        taken[split]?.push(parted.take(split));
      for (const [split, candidates] of Object.entries(taken))
        expect(candidates.filter((one) => one !== undefined)).toEqual(
          [...splits.keys()].filter((candidate) => splits[candidate] === split),
        );
    }),
  );
});

test('what is put back comes first again, in its order', () => {
  const parted = partedOf(6, (candidate) => (candidate % 2 === 0 ? 'even' : 'odd'));
  const held = [parted.take('even'), parted.take('even')] as number[];
  parted.putBack('even', held);
  expect([1, 2, 3, 4].map(() => parted.take('even'))).toEqual([0, 2, 4, undefined]);
});

test('what comes later is handed out behind the others of its split, in its order', () => {
  const parted = partedOf(7, (candidate) => (candidate % 2 === 0 ? 'even' : 'odd'), new Set([0, 1, 4]));
  expect([1, 2, 3, 4, 5].map(() => parted.take('even'))).toEqual([2, 6, 0, 4, undefined]);
});

test('a split has some left as long as any that come later are', () => {
  const parted = partedOf(2, () => 'all', new Set([0, 1]));
  expect([parted.has('all'), parted.take('all'), parted.has('all'), parted.take('all'), parted.has('all')]).toEqual([
    ...[true, 0],
    ...[true, 1],
    false,
  ]);
});

test('a split is looked up only for candidates that are come to', () => {
  const asked: number[] = [];
  const parted = partedOf(100, (candidate) => {
    asked.push(candidate);
    return 'all';
  });
  parted.take('all');
  expect(asked).toEqual([0]);
});
