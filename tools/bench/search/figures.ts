import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatCount, median } from '../../../text/numbers.ts';
import type { BuiltCatalogs } from '../built-catalogs.ts';
import { endOf, startNode } from '../children/child.ts';
import { LARGEST_BUILT } from '../made-catalogs.ts';
import type { BenchOptions } from '../options.ts';
import { inRounds, type Workspace } from '../part.ts';
import { count, type Figure, fixed, percent, type Report, type Section } from '../report.ts';
import { overlap, shareBelow } from './latencies.ts';

const PROMISED = 1_000_000;
const WITHIN_MS = 20;
const CALLERS = 256;

interface Built {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Answers to the same queries, asked one after the other, and how many milliseconds each took. */
interface Answers {
  readonly alone: readonly number[];
  readonly ids: readonly (readonly string[])[];
}

interface Load extends Answers {
  readonly openSeconds: number;
  /** Milliseconds that callers waited. */
  readonly taken: readonly number[];
  /** Cores that were busy meanwhile. */
  readonly cores: number;
  readonly memory: number;
  /** Queries a second at most. */
  readonly held: number;
}

const here = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

async function told<Result>(script: string, ...words: string[]): Promise<Result & { readonly peak: number }> {
  const { stdout, peakMegabytes } = await endOf(script, startNode(here(script), words));
  return { ...(JSON.parse(stdout) as Result), peak: peakMegabytes ?? Number.NaN };
}

/** Measures how quickly products are found by words, beside SQLite's full-text search over the same texts. */
export async function search(
  { products: sizes, runs }: BenchOptions,
  { scratch }: Workspace,
  catalogs: BuiltCatalogs,
): Promise<Report> {
  const sections: Section[] = [];
  for (const size of sizes.filter((one) => one <= LARGEST_BUILT))
    sections.push(await sectionOf(await catalogs.ofSize(size), size, runs, scratch));
  return { title: 'Search', sections };
}

async function sectionOf(catalog: string, products: number, runs: number, scratch: string): Promise<Section> {
  const folder = join(scratch, 'search');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const database = join(folder, 'fts5.db');
  const name = `${formatCount(products)} products`;
  const [[ours], [peer]] = (await inRounds<Built & { readonly peak: number }>(
    [
      { name: `the index of ${name} is built`, measure: () => told<Built>('ours.ts', 'build', catalog) },
      { name: `FTS5 takes in ${name}`, measure: () => told<Built>('fts5.ts', 'build', catalog, database) },
    ],
    1,
  )) as [[Built & { readonly peak: number }], [Built]];
  const [loads, answers] = (await inRounds<Answers>(
    [
      { name: `${CALLERS} callers search ${name}`, measure: () => told<Load>('ours.ts', 'load', catalog) },
      { name: `FTS5 searches ${name}`, measure: () => told<Answers>('fts5.ts', 'ask', catalog, database) },
    ],
    runs,
  )) as [Load[], Answers[]];
  rmSync(folder, { recursive: true });

  const waited = (share: number) => loads.map(({ taken }) => shareBelow(taken, share));
  const alone = (of: readonly Answers[], share: number) => of.map((one) => shareBelow(one.alone, share));
  const fts5 = (share: number) => `FTS5 ${count(median(alone(answers, share)))}`;
  const isPromised = products === PROMISED;
  const aloneFigure = (title: string, share: number): Figure => ({
    ...{ name: `one caller: ${title}, ms`, runs: alone(loads, share), text: fixed(2), beside: fts5(share) },
  });
  return {
    title: `Search of ${name}, ${CALLERS} callers who each ask once a second, one thread`,
    figures: [
      { name: 'p50, ms', runs: waited(0.5), text: fixed(1) },
      { name: 'p95, ms', runs: waited(0.95), text: fixed(1), ...(isPromised ? { aim: { below: WITHIN_MS } } : {}) },
      { name: 'p99, ms', runs: waited(0.99), text: fixed(1) },
      { name: 'cores busy', runs: loads.map(({ cores }) => cores), text: fixed(2) },
      { name: `queries a second at most with p95 < ${WITHIN_MS} ms`, runs: loads.map(({ held }) => held), text: count },
      aloneFigure('p50', 0.5),
      aloneFigure('p95', 0.95),
      {
        name: 'of the first 10, found by FTS5 too',
        runs: loads.map(({ ids }, run) => overlap(ids, answers[run]!.ids)),
        text: percent,
      },
      { name: 'memory of the process, MB', runs: loads.map(({ memory }) => memory), text: count },
      { name: 'index, MB', runs: [ours.megabytes], text: count, beside: `FTS5 ${count(peer.megabytes)}` },
      { name: 'seconds to open it', runs: loads.map(({ openSeconds }) => openSeconds), text: fixed(2) },
      { name: 'seconds to build it, once', runs: [ours.seconds], text: count, beside: `FTS5 ${count(peer.seconds)}` },
      { name: 'peak memory while it is built, MB', runs: [ours.peak], text: count },
    ],
  };
}
