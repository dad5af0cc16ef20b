import { familyNamed } from '../../families/index.ts';
import { type RunHead, worldIn } from '../../pipeline/folder/run-files.ts';
import type { Unfinished } from '../../pipeline/folder/run-records.ts';
import { type HiddenParts, type NeededCounts, necessityVerdict, sumOf } from '../../pipeline/necessity.ts';
import type { Comparison, Numbers, RunTally } from '../../pipeline/run-tally.ts';
import { formatCount } from '../../text/numbers.ts';
import { Tally } from '../../text/tally.ts';
import { byStage } from '../audit/count-rejections.ts';
import { necessityText, necessityWarning } from '../necessity-text.ts';
import { unfinishedText } from '../unfinished.ts';
import { type Bar, barChart, percent, stackedBar } from './bars.ts';
import { card, type Html, html } from './html.ts';

const MOST_BARS = 20;

/** A run as the overview tells it. */
interface ShownRun {
  readonly manifest: RunHead;
  /** Null of an unfinished run. */
  readonly digest: string | null;
  /** Null of a finished run. */
  readonly unfinished: Unfinished | null;
}

/** Everything of a page that is the same whatever is searched: how tasks ended, and what the samples are made of. */
export function overview({ manifest, digest, unfinished }: ShownRun, tally: RunTally): Html {
  const { config } = manifest;
  const { noun, things } = familyNamed(config.family).world;
  const { [things]: size } = worldIn(manifest, noun);
  const { rubrics, codes } = tally;
  const planned = [...tally.ends.values()].reduce((sum, ends) => sum + ends.total, 0);
  return html`
${unfinished === null ? '' : notice(unfinished)}<p class="facts"><span>${config.family}</span> <span>seed ${config.seed}</span> <span>writer ${config.writer}</span> <span>${formatCount(Number(size))} ${things} in the ${noun}</span> <span>${digest === null ? 'not finished' : html`dataset digest <code>${digest.slice(0, 16)}</code>`}</span></p>
<ul class="tiles">
${tile(formatCount(planned), 'tasks planned')}
${tile(formatCount(rubrics.size), 'accepted', '#?status=accepted')}
${tile(formatCount(codes.total), 'rejected', '#?status=rejected')}
${tile(rubrics.size === 0 ? '–' : rubrics.mean.toFixed(1), 'rubrics a sample')}
</ul>
${necessity(tally.needed, familyNamed(config.family).records.hidden)}
<h2>How tasks ended</h2>
${funnel(config.intents, tally)}
<h2>Why tasks were rejected</h2>
${codes.total === 0 ? html`<p>No task was rejected.</p>` : html`<div class="cards">${card('Rejections by code', 'each links to its tasks', barChart('Rejections by code', codeBars(codes), 180))}${worstCategories(tally)}</div>`}
${rubrics.size === 0 ? html`<h2>What the samples are made of</h2><p>No task was accepted.</p>` : samples(config.family, tally)}`;
}

/**
 * Section that says whether what samples hide decides anything, in a colour that says so; nothing where they hide
 * nothing.
 */
function necessity(needed: NeededCounts, hidden: HiddenParts | undefined): Html | '' {
  if (hidden === undefined || sumOf(needed) === 0) return '';
  const parts = [
    { name: 'both', value: needed.both, colour: 'good' },
    { name: 'one', value: needed.one, colour: 'ours' },
    { name: 'none', value: needed.none, colour: 'bad' },
  ];
  return html`<section class="needed ${necessityVerdict(needed)}"><h2>Hidden parts needed: ${hidden.names.join(', ')}</h2>
<p>${necessityWarning(needed, hidden) ?? necessityText(needed, hidden)}.</p>
${stackedBar('Hidden parts needed', parts)}
<p class="legend">${parts.map(({ name, value, colour }) => html`<span><i class="key ${colour}"></i>${name} ${formatCount(value)}</span> `)}</p></section>`;
}

/** Says that the page is of an unfinished run. */
const notice = (run: Unfinished): Html =>
  html`<section class="notice">${unfinishedText(run).map((sentence) => html`<p>${sentence}</p>`)}</section>
`;

const tile = (value: string, name: string, link?: string): Html =>
  link === undefined
    ? html`<li><b>${value}</b> ${name}</li>`
    : html`<li><a href="${link}"><b>${value}</b> ${name}</a></li>`;

const codeBars = (codes: Tally): Bar[] =>
  codes.sorted.map(([name, value]) => ({ name, value, link: `#?code=${encodeURIComponent(name)}`, colour: 'bad' }));

/** The categories that lose most, each with its most frequent code. */
function worstCategories({ codesOfCategory }: RunTally): Html {
  const worst = [...codesOfCategory]
    .sort(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1))
    .slice(0, MOST_BARS);
  const bars = worst.map(([name, codes]): Bar => ({ name, value: codes.total, colour: 'bad' }));
  const most = new Tally();
  for (const [, codes] of worst) most.add(codes.sorted[0]?.[0] ?? '');
  const [code] = most.sorted[0] ?? [''];
  return card('Rejections by category', `first cause of most: ${code}`, barChart('Rejections by category', bars, 170));
}

const END_COLOURS: Readonly<Record<string, string>> = {
  accepted: 'good',
  surplus: 'idle',
  pending: 'warn',
  failed: 'bad',
};
const STAGE_COLOURS = ['stage1', 'stage2', 'stage3', 'stage4', 'stage5'];

/** Per intent, what each stage took away from what was planned, down to what was accepted. */
function funnel(intents: readonly string[], { ends }: RunTally): Html {
  const all = new Tally();
  for (const each of ends.values()) for (const [name, count] of each.sorted) all.add(name, count);
  const stages = all.names
    .filter((name) => name.startsWith('by '))
    .map((name) => name.slice(3))
    .sort(byStage);
  const others = ['surplus', 'failed', 'pending'].filter((name) => name === 'surplus' || all.of(name) > 0);
  const ended = (name: string) => ({ name, key: name, colour: END_COLOURS[name] as string });
  const columns = [
    ended('accepted'),
    ...stages.map((stage, at) => ({
      name: stage,
      key: `by ${stage}`,
      colour: STAGE_COLOURS[at % STAGE_COLOURS.length] as string,
    })),
    ...others.map(ended),
  ];
  const row = (name: string, each: Tally) =>
    html`<tr><th scope="row">${name}</th><td>${formatCount(each.total)}</td>${columns.map(
      ({ key }) => html`<td class="${each.of(key) === 0 ? 'zero' : 'some'}">${formatCount(each.of(key))}</td>`,
    )}<td class="wide">${stackedBar(
      `How the tasks of ${name} ended`,
      columns.map(({ name, key, colour }) => ({ name, value: each.of(key), colour })),
    )}</td></tr>`;
  const rows = intents.map((intent) => row(intent, ends.get(intent) ?? new Tally()));
  return html`<p class="note" hidden>Scroll the table sideways: it goes on to the right →</p>
<div class="scroll" tabindex="0" role="region" aria-label="How tasks ended"><table class="funnel"><thead><tr><th scope="col">intent</th><th scope="col">planned</th>${columns.map(
    ({ name, colour }) => html`<th scope="col"><i class="key ${colour}"></i>${name}</th>`,
  )}<th class="wide"></th></tr></thead><tbody>${rows}</tbody><tfoot>${row('total', all)}</tfoot></table></div>
<p class="note">A stage that has a column set tasks aside. Surplus tasks were not needed: their quota was full, or samples have their products.</p>`;
}

function samples(family: string, tally: RunTally): Html {
  const { name: paper, compare } = familyNamed(family).paper ?? { name: 'paper', compare: () => [] };
  const compared = tally.rubrics.size === 0 ? [] : compare(tally);
  return html`${
    compared.length === 0
      ? ''
      : html`<h2>Beside the ${paper}</h2>
<p class="legend"><i class="key ours"></i>this run <i class="key paper"></i>${paper}, as printed there</p>
<div class="cards">${compared.map((one) => comparison(one, paper))}</div>`
  }
<h2>What the samples are made of</h2>
<div class="cards">
${card('Rubrics a sample', `on average ${tally.rubrics.mean.toFixed(2)}`, histogram('Rubrics a sample', tally.rubrics))}
${card('Requirements by type', `${formatCount(tally.types.total)} in all`, barChart('Requirements by type', top(tally.types)))}
${tally.implicit.size === 0 ? '' : card('Implicit requirements a sample', 'the query only hints at them', histogram('Implicit requirements', tally.implicit))}
${card('Answer set', 'products or orders that meet every requirement', histogram('Answer set', tally.answers))}
${[...tally.withheld].map(([name, numbers]) => card(`Answer set ${name === 'query alone' ? 'by the query alone' : name}`, `median ${formatCount(numbers.median)}`, barChart(name, spread(numbers, true))))}
${tally.categories.total === 0 ? '' : card('Categories', `${formatCount(tally.categories.names.length)} in all`, barChart('Categories', top(tally.categories), 170))}
${card('Fields', 'requirements about each', barChart('Fields', top(tally.fields), 170))}
${tally.prices.size === 0 ? '' : card('Prices', `of ${formatCount(tally.prices.size)} samples that say one, as the catalog prints them`, barChart('Prices', spread(tally.prices, false), 160))}
${ordersOf(tally)}
${card('Attempts at the texts', 'until every gate passed', histogram('Attempts', tally.attempts))}
</div>`;
}

/** Of intents that are about several products. */
const ordersOf = ({ targets }: RunTally): Html[] =>
  [...targets]
    .filter(([, numbers]) => numbers.between(2, Number.POSITIVE_INFINITY) > 0)
    .map(([intent, numbers]) =>
      card(`Products a task: ${intent}`, `on average ${numbers.mean.toFixed(2)}`, histogram(intent, numbers)),
    );

const comparison = ({ title, note, cited, rows }: Comparison, paper: string): Html =>
  card(
    title,
    `${note}; ${paper}, ${cited}`,
    barChart(
      title,
      rows.map(({ name, ours, paper }) => ({ name, value: ours, text: percent(ours), paper })),
    ),
  );

const top = (tally: Tally): Bar[] => {
  const bars = tally.sorted.slice(0, MOST_BARS).map(([name, value]): Bar => ({ name, value }));
  const rest = tally.sorted.slice(MOST_BARS);
  if (rest.length === 0) return bars;
  return [
    ...bars,
    {
      name: `${formatCount(rest.length)} more`,
      value: rest.reduce((sum, [, count]) => sum + count, 0),
      colour: 'idle',
    },
  ];
};

const histogram = (title: string, numbers: Numbers): Html => barChart(title, each(numbers), 64);

/** A bar for each number, from the least; where there are many, the last one is for all that follow. */
export function each(numbers: Numbers): Bar[] {
  const all = numbers.sorted;
  const bars = all.map(([number, value]): Bar => ({ name: formatCount(number), value }));
  if (bars.length <= MOST_BARS) return bars;
  const rest = bars.slice(MOST_BARS - 1);
  const value = rest.reduce((sum, bar) => sum + bar.value, 0);
  return [...bars.slice(0, MOST_BARS - 1), { name: `from ${rest[0]?.name}`, value }];
}

/** Numbers in steps of 1, 2, 5, 10, 20, 50 and so on, as many as are needed; each step ends with its number. */
export function spread(numbers: Numbers, isWhole: boolean): Bar[] {
  const greatest = numbers.sorted.at(-1)?.[0] ?? 0;
  const bars: Bar[] = [];
  let low = 0;
  for (const high of steps()) {
    const value = numbers.between(low === 0 ? 0 : low + Number.EPSILON * low, high);
    if (bars.length > 0 || value > 0) bars.push({ name: isWhole ? wholeRange(low, high) : range(low, high), value });
    if (high >= greatest) return bars;
    low = high;
  }
  return bars;
}

function* steps(): Generator<number> {
  for (let unit = 1; ; unit *= 10) yield* [unit, 2 * unit, 5 * unit];
}

const range = (low: number, high: number) =>
  low === 0 ? `up to ${formatCount(high)}` : `over ${formatCount(low)} to ${formatCount(high)}`;

function wholeRange(low: number, high: number): string {
  if (low === 0) return `up to ${formatCount(high)}`;
  return low + 1 === high ? formatCount(high) : `${formatCount(low + 1)} to ${formatCount(high)}`;
}
