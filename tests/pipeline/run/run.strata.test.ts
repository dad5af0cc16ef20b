import { expect, test } from 'vitest';
import type { RunOutcome } from '../../../pipeline/run/run-parts.ts';
import { type Fate, run, type World } from '../../fixtures/numbered-runs.ts';

test('accepted samples weigh on their stratum, or their category where they have none, and a fourth of them what came to nothing', async () => {
  const loads = async (about: NonNullable<World['about']>) => {
    const seen: Readonly<Record<string, number>>[] = [];
    const fate = (product: number) => (product === 2 ? 'rejected' : 'built') as Fate;
    await run({ products: 6, intents: ['a'], fate, about, watch: ({ load }) => seen.push(load) }, { perIntent: 6 });
    return seen.at(-1);
  };
  expect(await loads((product) => ({ stratum: product < 2 ? 'two products' : 'three products' }))).toEqual({
    'two products': 2,
    'three products': 3.25,
  });
  expect(await loads(() => ({}))).toEqual({ c: 5.25 });
});

/** Ten products of each of two strata, all of the first offered before any of the second. */
const twoStrata = (changes: Partial<World> = {}): World => ({
  products: 20,
  intents: ['a'],
  fate: () => 'built',
  about: (product) => ({ stratum: product < 10 ? 'first' : 'second' }),
  ...changes,
});
const acceptedOf = ({ tasks }: RunOutcome) =>
  tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.stratum);

test('a stratum gets no more than its share of the samples while another can have its own', async () => {
  const shareOf = (_intent: string, stratum: string) => (stratum === 'first' ? 0.25 : 0.75);
  const { outcome } = await run(twoStrata({ terms: { shareOf } }), { perIntent: 8 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(2).fill('first'), ...Array(6).fill('second')]);
});

test('without shares the first that come are taken', async () => {
  const { outcome } = await run(twoStrata(), { perIntent: 8 });
  expect(acceptedOf(outcome)).toEqual(Array(8).fill('first'));
});

test('what a stratum cannot fill goes to samples over the share of another', async () => {
  const fate = (product: number) => (product < 10 || product === 15 ? 'built' : 'rejected') as Fate;
  const { outcome } = await run(twoStrata({ fate, terms: { shareOf: () => 0.5 } }), { perIntent: 8 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(7).fill('first'), 'second']);
});

test('samples that wait are taken from the stratum that has fewest', async () => {
  const { outcome } = await run(twoStrata({ turnOf: () => 'late' }), { perIntent: 6 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(3).fill('first'), ...Array(3).fill('second')]);
});
