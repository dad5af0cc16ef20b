import { join } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import { Checkpoints, RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import type { RunKey } from '../../pipeline/checkpoints/run-key.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import { mostSamples, type Reach } from '../../pipeline/run/most-samples.ts';
import type { RunOptions } from '../../pipeline/run/run-parts.ts';
import { carried, carriedBy, type Forecast, forecast, UNSPLIT } from '../../pipeline/run/task-forecast.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { Interrupted } from '../interrupt.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { tell } from '../terminal/sentence.ts';
import { missingOf } from './build-report.ts';

/** Says what each intent could use, and what all of them together could give, without building. */
export function tellEligibility({ quotas, usesPerProduct }: Wanted, planner: FamilyPlanner, output: Output): void {
  const page = new Page(output);
  const intents = [...Map.groupBy(quotas, ({ intent }) => intent)].map(([intent, parts]) => ({
    ...{ intent, wanted: parts.reduce((sum, { wanted }) => sum + wanted, 0), parts },
    reach: planner.reachOf(intent),
  }));
  for (const { intent, wanted, parts } of intents) {
    const { eligible, reasons, unit } = planner.eligibility(intent);
    const why = missingOf({ reasons, unit }).map((text) => `; ${text}`);
    const named = parts.flatMap(({ split, wanted: some }) => (split === null ? [] : [`${formatCount(some)} ${split}`]));
    const bySplit = named.length < 2 ? '' : ` (${named.join(', ')})`;
    page.paragraph(
      `${intent}: ${formatCount(wanted)} wanted${bySplit}, ${formatCount(eligible)} ${unit?.eligible ?? `of ${formatCount(planner.worldSize)} products`} eligible${why.join('')}`,
      { hanging: 2 },
    );
  }
  page.paragraph(wholeRunText(intents, usesPerProduct), { hanging: 2 });
  output.write(`${page.text}\n`);
}

type Wanted = Pick<RunOptions, 'quotas' | 'usesPerProduct'>;

/** Builds some tasks of every intent offline, drawn fairly, whatever necessity is required, to tell what the catalog could carry. */
export async function forecasts(
  { models: _models, ...settings }: TaskSettings,
  intents: readonly string[],
  usesPerProduct: number,
  signal: AbortSignal,
): Promise<Forecast[]> {
  const family = familyNamed(settings.family);
  const { hidden, published } = family.records;
  const offline: TaskSettings = { ...settings, ...hidden?.keepingAll, writer: 'offline', splits: UNSPLIT };
  const planner = await family.plan(offline);
  const builder = await family.builder(offline);
  const neededBy = hidden && ((line: string) => published(JSON.parse(line)).facts().needed);
  const told: Forecast[] = [];
  for (const intent of intents) {
    told.push(await forecast(intent, { planner, builder, usesPerProduct, neededBy, signal }));
    if (signal.aborted)
      throw new Interrupted('nothing was asked or built, and what the catalog could carry is not known yet');
  }
  return told;
}

const rangeText = ({ low, high }: { readonly low: number; readonly high: number }) =>
  low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;

/**
 * Prints how many tasks each intent could carry, at each level of necessity where the family has levels, and what stood in
 * the way of the others.
 */
export function tellForecast(forecasts: readonly Forecast[], output: Output): void {
  const levels = forecasts.some(({ needed }) => needed !== null);
  const page = new Page(output);
  page.gap();
  page.paragraph(
    'How many tasks each intent could carry, judged by building some of them (19 times of 20 within the range; tasks that share a product or are too alike are not taken out):',
    { hanging: 2 },
  );
  const counts = (one: Forecast) =>
    levels ? [carried(one), carriedBy(one, 'one'), carriedBy(one, 'both')] : [carried(one)];
  page.table(
    ['intent', 'tried', ...(levels ? ['off', 'any', 'both'] : ['accepted']), 'most rejected for'],
    forecasts.map((one) => [
      { text: one.intent },
      { text: formatCount(one.tried) },
      ...counts(one).map((range): Cell => ({ text: rangeText(range) })),
      { text: mostText(one), left: true },
    ]),
  );
  if (levels)
    page.paragraph('off, any, both: what --require-necessity keeps; any is the default, and both the strictest', {
      hanging: 2,
    });
  output.write(`${page.text}\n\n`);
}

function mostText({ tried, codes: [most] }: Forecast): string {
  if (tried === 0) return 'none is eligible';
  return most === undefined ? '–' : `${formatCount(most.tasks)} ${most.code}`;
}

/** Tells how many samples all intents together can give where they share products, before any task is rejected. */
export function wholeRunText(
  intents: readonly { readonly wanted: number; readonly reach: Reach }[],
  usesPerProduct: number,
): string {
  const wanted = intents.reduce((sum, intent) => sum + intent.wanted, 0);
  const most = (uses: number) => mostSamples(intents, uses);
  const used = `a product used ${usesPerProduct === 1 ? 'once' : `${usesPerProduct} times at most`} (--uses-per-product ${usesPerProduct})`;
  if (most(usesPerProduct) === wanted) {
    const all = intents.map(({ reach }) => ({ wanted: Number.MAX_SAFE_INTEGER, reach }));
    return `in all: ${formatCount(wanted)} wanted, of at most ${formatCount(mostSamples(all, usesPerProduct))} with ${used}, before any is rejected`;
  }
  const more = intents.slice(usesPerProduct).map((_, place) => usesPerProduct + 1 + place);
  const enough = more.find((uses) => most(uses) === wanted);
  const best = more.find((uses) => most(uses) === most(intents.length)) ?? usesPerProduct;
  const hint =
    enough !== undefined
      ? `--uses-per-product ${enough} would allow all of them`
      : best > usesPerProduct && most(best) > most(usesPerProduct)
        ? `--uses-per-product ${best} would allow ${formatCount(most(best))}, and no number more`
        : 'no --uses-per-product allows more';
  return `in all: at most ${formatCount(most(usesPerProduct))} of ${formatCount(wanted)} wanted with ${used}, before any is rejected; ${hint}`;
}

/** Says what an earlier start in the same folder leaves to this run, and what is to be made anew and why. */
export function tellKept(folder: string, key: RunKey): void {
  const { tasks, finished, changes } = Checkpoints.reuseOf(join(folder, RUN_DB), key);
  if (tasks === 0 && changes.length === 0) return;
  const kept =
    tasks === 0
      ? 'nothing of it can be kept'
      : `${counted(tasks, 'task keeps its answer', 'tasks keep their answers')}, ${formatCount(finished)} of them to the end`;
  const why = changes.length === 0 ? '' : `; the rest is made anew: ${changes.join('; ')}`;
  tell(process.stdout, `${folder} holds an earlier start: ${kept}${why}`);
}
