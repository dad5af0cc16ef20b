import { join } from 'node:path';
import { formatCount, median } from '../../../text/numbers.ts';
import type { BuiltCatalogs } from '../built-catalogs.ts';
import { LARGEST_BUILT } from '../made-catalogs.ts';
import type { BenchOptions } from '../options.ts';
import { inRounds, type Turn, type Workspace } from '../part.ts';
import { count, type Figure, fixed, type Report, type Section } from '../report.ts';
import { type Built, buildFresh, buildKilled, type DatasetRun } from './dataset-run.ts';

const PROMISED = 1_000_000;
/** Products in the catalog that larger ones are compared with, where it is measured. */
const SMALL = 10_000;
const ACCEPTED_PER_SECOND = 150;
const SPEED_UP = 1.35;
const TIMES_AS_LONG = 1.5;

/** Samples of each intent: a thousandth of the products, and no fewer than a run takes to warm up. */
const samplesOf = (products: number, perIntent: number | null) =>
  perIntent ?? Math.max(LEAST_PER_INTENT, Math.round(products / 1000));
const LEAST_PER_INTENT = 250;

/** A short run has as many samples as one from the small catalog, on two workers. */
type Kind = '1 worker' | '2 workers' | 'killed' | 'short';

interface Measured {
  readonly products: number;
  readonly kind: Kind;
  readonly runs: readonly Built[];
}

const perSecond = ({ accepted, steadySeconds }: Built) => accepted / steadySeconds;
const secondsPerSample = (built: Built) => 1 / perSecond(built);

/**
 * Measures how many samples a second are accepted from catalogs of several sizes, and whether every way to build gives
 * the same.
 */
export async function build(
  { products: sizes, runs, perIntent }: BenchOptions,
  { scratch }: Workspace,
  catalogs: BuiltCatalogs,
): Promise<Report> {
  const built = sizes.filter((size) => size <= LARGEST_BUILT);
  const plans: { products: number; kind: Kind; turn: Turn<Built> }[] = [];
  for (const products of built) {
    const catalog = await catalogs.ofSize(products);
    const run = { catalog, out: join(scratch, 'build', String(products)), perIntent: samplesOf(products, perIntent) };
    const few = samplesOf(SMALL, perIntent);
    for (const workers of [1, 2]) {
      const kind = workers === 1 ? '1 worker' : '2 workers';
      plans.push({ products, kind, turn: turnOf(products, kind, () => buildFresh({ ...run, workers })) });
    }
    if (few < run.perIntent) {
      const short = () => buildFresh({ ...run, perIntent: few, workers: 2 });
      plans.push({ products, kind: 'short', turn: turnOf(products, 'short', short) });
    }
    if (products === built[0]) plans.push({ products, kind: 'killed', turn: turnOf(products, 'killed', killed(run)) });
  }
  const results = await inRounds(
    plans.map(({ turn }) => turn),
    runs,
  );
  const measured = plans.map(({ products, kind }, at): Measured => ({ products, kind, runs: results[at]! }));
  return {
    title: 'Build',
    sections: [
      ...built.map((products) => speedSection(products, measured, samplesOf(products, perIntent))),
      { title: 'Equal datasets', figures: built.map((products) => digestFigure(products, measured)) },
    ],
  };
}

const turnOf = (products: number, kind: Kind, measure: () => Promise<Built>): Turn<Built> => ({
  name: `${formatCount(products)} products, ${kind}`,
  measure,
});

/** Comes after the run of two workers, which has left all its checkpoints in the same place. */
const killed = (run: Omit<DatasetRun, 'workers'>) => () => buildKilled({ ...run, workers: 2 });

function speedSection(products: number, measured: readonly Measured[], perIntent: number): Section {
  const of = (size: number, kind: Kind) =>
    measured.find((one) => one.products === size && one.kind === kind)?.runs ?? [];
  const [one, two, small] = [of(products, '1 worker'), of(products, '2 workers'), of(SMALL, '2 workers')];
  const short = of(products, 'short');
  const alike = short.length > 0 ? short : two;
  const isPromised = products === PROMISED;
  const whole = (built: readonly Built[]) =>
    `whole run ${fixed(1)(median(built.map(({ accepted, wholeSeconds }) => accepted / wholeSeconds)))}`;
  const accepted = formatCount(Math.max(...two.map((run) => run.accepted)));
  const compared: Figure = {
    name: `time per sample / 10,000 products, ${formatCount(Math.max(0, ...small.map((run) => run.accepted)))} samples`,
    runs: small.map((run, at) => secondsPerSample(alike[at]!) / secondsPerSample(run)),
    text: fixed(2),
    beside: `${(1000 / median(small.map(perSecond))).toFixed(1)} ms`,
    ...(isPromised ? { aim: { atMost: TIMES_AS_LONG } } : {}),
  };
  return {
    title: `Build from ${formatCount(products)} products: ${accepted} samples, up to ${formatCount(perIntent)} of each intent`,
    figures: [
      { name: '1 worker: accepted a second', runs: one.map(perSecond), text: fixed(1), beside: whole(one) },
      {
        name: '2 workers: accepted a second',
        runs: two.map(perSecond),
        text: fixed(1),
        beside: whole(two),
        ...(isPromised ? { aim: { atLeast: ACCEPTED_PER_SECOND } } : {}),
      },
      {
        name: '2 workers / 1 worker',
        runs: two.map((run, at) => perSecond(run) / perSecond(one[at]!)),
        text: fixed(2),
        beside: 'ideal 2',
        aim: { atLeast: SPEED_UP },
      },
      ...(small.length === 0 || products === SMALL ? [] : [compared]),
      { name: '2 workers: peak memory, MB', runs: two.map(({ peakMegabytes }) => peakMegabytes), text: count },
    ],
  };
}

/** Number of different datasets that came of all runs of one catalog. */
function digestFigure(products: number, measured: readonly Measured[]): Figure {
  const all = measured.filter(({ products: size, kind }) => size === products && kind !== 'short');
  const digests = all.flatMap(({ runs }) => runs.map(({ digest }) => digest));
  return {
    name: `${formatCount(products)} products: datasets, ${digests.length} runs`,
    runs: [new Set(digests).size],
    text: fixed(0),
    beside: all.map(({ kind }) => kind).join(', '),
    aim: { atMost: 1 },
  };
}
