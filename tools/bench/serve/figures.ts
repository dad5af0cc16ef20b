import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatCount } from '../../../text/numbers.ts';
import type { BuiltCatalogs } from '../built-catalogs.ts';
import { endOf, startNode } from '../children/child.ts';
import type { BenchOptions } from '../options.ts';
import { inRounds, type Workspace } from '../part.ts';
import { count, type Figure, fixed, type Report, type Section } from '../report.ts';

/** The size that the memory of a server is promised at; larger catalogs are measured by the search alone. */
const PROMISED = 100_000;
const EPISODES = 4096;
const MOST_MEGABYTES = 2000;
const PER_INTENT = '3';
const QUOTA_NOT_MET = 3;

/** Results that `serve/load.ts` reports of one server. */
interface Load {
  readonly openSeconds: number;
  readonly gradeSeconds: number;
  readonly peak: number | null;
  /** Episodes of killed sockets that are still open. */
  readonly left: number;
  readonly callsPerSecond: number;
  /** Milliseconds that half of the calls, and 95 % of them, were answered within. */
  readonly half: number;
  readonly most: number;
  readonly callsEach: number;
}

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));

/** Measures how many episodes one server holds, and how quickly it answers them. */
export async function serve(
  { products: sizes, runs }: BenchOptions,
  { scratch }: Workspace,
  catalogs: BuiltCatalogs,
): Promise<Report> {
  const sections: Section[] = [];
  for (const size of sizes.filter((one) => one <= PROMISED))
    sections.push(await sectionOf(await catalogs.ofSize(size), size, runs, join(scratch, 'serve', String(size))));
  return { title: 'Serve', sections };
}

async function sectionOf(catalog: string, products: number, runs: number, out: string): Promise<Section> {
  const build = ['build:dataset', '--catalog', catalog, '--out', out, '--per-intent', PER_INTENT, '--workers', '1'];
  await endOf('build:dataset', startNode('cli/main.ts', build), [0, QUOTA_NOT_MET]);
  const measure = async () => {
    const { stdout } = await endOf('serve', startNode(LOAD, [out, catalog]));
    return JSON.parse(stdout) as Load;
  };
  const name = `${formatCount(EPISODES)} episodes over ${formatCount(products)} products are served`;
  const [loads] = (await inRounds<Load>([{ name, measure }], runs)) as [Load[]];
  const peaks = loads.flatMap(({ peak }) => peak ?? []);
  const memory: Figure = {
    ...{ name: 'peak memory, MB', runs: peaks, text: count },
    ...(products === PROMISED ? { aim: { below: MOST_MEGABYTES } } : {}),
    ...(peaks.length === 0 ? { beside: 'this system does not tell' } : {}),
  };
  const callsEach = loads[0]?.callsEach ?? 0;
  return {
    title: `${formatCount(EPISODES)} live episodes over ${formatCount(products)} products, ${callsEach} calls each over MCP, 32 clients on the same cores`,
    figures: [
      memory,
      { name: 'calls a second', runs: loads.map(({ callsPerSecond }) => callsPerSecond), text: count },
      { name: 'p50, ms', runs: loads.map(({ half }) => half), text: fixed(1) },
      { name: 'p95, ms', runs: loads.map(({ most }) => most), text: fixed(1) },
      { name: 'seconds to open all', runs: loads.map(({ openSeconds }) => openSeconds), text: fixed(1) },
      { name: 'seconds to grade all', runs: loads.map(({ gradeSeconds }) => gradeSeconds), text: fixed(1) },
      {
        name: 'places that 1,000 killed sockets keep',
        runs: loads.map(({ left }) => left),
        text: fixed(0),
        aim: { atMost: 0 },
      },
    ],
  };
}
