import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatCount, median } from '../../../text/numbers.ts';
import { type MadeCatalog, madeCatalog } from '../made-catalogs.ts';
import type { BenchOptions } from '../options.ts';
import { inRounds, type Workspace } from '../part.ts';
import { type Aim, count, type Figure, fixed, type Report, type Section } from '../report.ts';
import { type Contestant, DUCKDB, OURS, PARSE_LINES, PLAIN_LOADER, type Taken } from './contestants.ts';

/** The size that is promised, and the largest one that peers are asked to read. */
const PROMISED = 1_000_000;
/** Most megabytes of memory ingest may take, by the number of products. */
const MOST_MEMORY: ReadonlyMap<number, number> = new Map([
  [PROMISED, 700],
  [4_000_000, 1200],
]);

/**
 * Measures how fast raw files become a catalog, beside a reader that only parses them, one that does the same work and
 * one that loads them plainly.
 */
export async function ingest({ products, runs }: BenchOptions, { catalogs, scratch }: Workspace): Promise<Report> {
  const compared = products.filter((size) => size <= PROMISED).at(-1);
  const sections: Section[] = [];
  const alone: Figure[] = [];
  for (const size of products) {
    const catalog = await madeCatalog(catalogs, size);
    // No contestant pays for bringing the file into memory.
    await finished(createReadStream(catalog.meta).resume());
    if (size === compared) sections.push(await comparison(catalog, runs, scratch));
    else alone.push(...(await figuresAlone(catalog, runs, scratch)));
  }
  if (alone.length > 0) sections.push({ title: 'Ingest of other sizes, ours alone', figures: alone });
  return { title: 'Ingest', sections };
}

const turnOf = (contestant: Contestant, catalog: MadeCatalog, scratch: string) => ({
  name: `${contestant.name} reads ${formatCount(catalog.products)} products`,
  async measure(): Promise<Taken> {
    const folder = join(scratch, 'ingest');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const taken = await contestant.read(catalog, folder);
    rmSync(folder, { recursive: true });
    return taken;
  },
});

async function figuresAlone(catalog: MadeCatalog, runs: number, scratch: string): Promise<Figure[]> {
  const [ours] = (await inRounds([turnOf(OURS, catalog, scratch)], runs)) as [Taken[]];
  const size = `${formatCount(catalog.products)} products`;
  return [
    { name: `${size}: MB a second`, runs: ours.map(({ seconds }) => catalog.metaMegabytes / seconds), text: count },
    peakFigure(`${size}: peak MB`, ours, catalog),
  ];
}

function peakFigure(name: string, ours: readonly Taken[], { products }: MadeCatalog): Figure {
  const most = MOST_MEMORY.get(products);
  return {
    name,
    runs: ours.map(({ peakMegabytes }) => peakMegabytes),
    text: count,
    ...(most === undefined ? {} : { aim: { below: most } }),
  };
}

/** A peer beside us: its own time, and what of it we took or it took of ours, run by run. */
interface Peer {
  readonly contestant: Contestant;
  readonly name: string;
  readonly ratio: (ours: number, theirs: number) => number;
  readonly note?: string;
  readonly aim: Aim;
}

const PEERS: readonly Peer[] = [
  {
    contestant: PARSE_LINES,
    name: 'our time / gunzip + JSON.parse',
    ratio: (ours, theirs) => ours / theirs,
    aim: { atMost: 1.8 },
  },
  {
    contestant: DUCKDB,
    name: 'our time / DuckDB, same work',
    ratio: (ours, theirs) => ours / theirs,
    note: `, ${availableParallelism()} threads`,
    aim: { atMost: 1 },
  },
  {
    contestant: PLAIN_LOADER,
    name: 'Python sqlite3 + FTS5 / our time',
    ratio: (ours, theirs) => theirs / ours,
    aim: { atLeast: 4 },
  },
];

async function comparison(catalog: MadeCatalog, runs: number, scratch: string): Promise<Section> {
  const missing = new Map(PEERS.map(({ contestant }) => [contestant, contestant.missing()]));
  const present = [OURS, ...PEERS.map(({ contestant }) => contestant)].filter((one) => !missing.get(one));
  const results = await inRounds(
    present.map((one) => turnOf(one, catalog, scratch)),
    runs,
  );
  const of = (contestant: Contestant) => results[present.indexOf(contestant)] ?? [];
  const ours = of(OURS);
  const megabytesPerSecond = ours.map(({ seconds }) => catalog.metaMegabytes / seconds);
  const limit = median(of(PARSE_LINES).map(({ seconds }) => catalog.metaMegabytes / seconds));
  const isPromised = catalog.products === PROMISED;
  return {
    title: `Ingest of ${formatCount(catalog.products)} products, ${formatCount(Math.round(catalog.metaMegabytes))} MB of JSONL, gzipped`,
    figures: [
      { name: 'products a second', runs: ours.map(({ seconds }) => catalog.products / seconds), text: count },
      { name: 'MB a second', runs: megabytesPerSecond, text: count, beside: `JSON.parse ${count(limit)}` },
      ...PEERS.map(({ contestant, name, ratio, note = '', aim }): Figure => {
        const theirs = of(contestant).map(({ seconds }) => seconds);
        const seconds = theirs.length === 0 ? '' : `${median(theirs).toFixed(1)} s${note}`;
        return {
          name,
          runs: theirs.map((time, run) => ratio(ours[run]!.seconds, time)),
          text: fixed(2),
          beside: missing.get(contestant) ?? seconds,
          ...(isPromised ? { aim } : {}),
        };
      }),
      {
        ...peakFigure('peak memory, MB', ours, catalog),
        ...(missing.get(DUCKDB) === null
          ? { beside: `DuckDB ${count(median(of(DUCKDB).map(({ peakMegabytes }) => peakMegabytes)))}` }
          : {}),
      },
    ],
  };
}
