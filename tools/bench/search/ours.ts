// Searches a catalog as many callers do: `build` times the index, `load` the answers.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openCatalog } from '../../../catalog/index.ts';
import { openProductSearch, type ProductQuery, type ProductSearch } from '../../../catalog/search/index.ts';
import { searchFileOf } from '../../../catalog/search/stored-index.ts';
import { diceFor } from '../../sample-maker/random.ts';
import { shareBelow } from './latencies.ts';
import { drawQueries, plainQueries } from './queries.ts';

const CALLERS = 256;
const WITHIN_MS = 20;
const SECONDS = 4;
const QUERIES = 5000;
const WARM_UP = 1000;
const PLAIN = 200;
/** Each rate that is tried is so many times the one before. */
const STEP = 1.4;
/** Most times a rate is tried: what else the machine does comes and goes. */
const TRIES = 3;

/**
 * Answers callers each of whom asks once in a period, at a moment of their own, whether the last answer is there or not.
 * Returns how long each had to wait, in milliseconds.
 */
async function waits(search: ProductSearch, queries: readonly ProductQuery[], perSecond: number): Promise<number[]> {
  const dice = diceFor('arrivals', perSecond);
  const arrivals = Array.from({ length: Math.round(perSecond * SECONDS) }, () => dice.below(SECONDS * 1e6) / 1000);
  arrivals.sort((a, b) => a - b);
  const start = performance.now();
  const taken: number[] = [];
  for (const [at, arrival] of arrivals.entries()) {
    const early = arrival - (performance.now() - start);
    if (early > 0) await pause(early);
    search.search(queries[at % queries.length]!);
    taken.push(performance.now() - start - arrival);
  }
  return taken;
}

function built(path: string) {
  rmSync(searchFileOf(path), { force: true });
  const start = performance.now();
  const { file } = openProductSearch(openCatalog(path)).inMemory();
  return { seconds: (performance.now() - start) / 1000, megabytes: file.byteLength / 1e6 };
}

async function loaded(path: string) {
  const catalog = openCatalog(path);
  const queries = drawQueries(catalog, QUERIES);
  const plain = plainQueries(catalog, PLAIN);
  const start = performance.now();
  const search = openProductSearch(catalog);
  search.inMemory();
  const openSeconds = (performance.now() - start) / 1000;
  for (const query of queries.slice(-WARM_UP)) search.search(query);

  const ids: string[][] = [];
  const alone: number[] = [];
  for (const query of plain) {
    const before = performance.now();
    ids.push(search.search(query).ids);
    alone.push(performance.now() - before);
  }
  const usage = process.cpuUsage();
  const taken = await waits(search, queries, CALLERS);
  const { user, system } = process.cpuUsage(usage);
  const cores = (user + system) / 1e6 / SECONDS;
  const memory = process.memoryUsage().rss / 1e6;
  return { openSeconds, taken, cores, memory, held: await heldRate(search, queries), alone, ids };
}

/** The most queries a second that are answered in time; a rate counts as too high where it was so each time. */
async function heldRate(search: ProductSearch, queries: readonly ProductQuery[]): Promise<number> {
  let held = 0;
  for (let rate = CALLERS / STEP ** 2; ; rate *= STEP) {
    let isHeld = false;
    for (let left = TRIES; left > 0 && !isHeld; left--)
      isHeld = shareBelow(await waits(search, queries, rate), 0.95) < WITHIN_MS;
    if (!isHeld) return held;
    held = rate;
  }
}

const [what, path = ''] = process.argv.slice(2);
console.log(JSON.stringify(what === 'build' ? built(path) : await loaded(path)));
