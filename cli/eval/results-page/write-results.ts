import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeTask, Observation } from '../../../pipeline/episode.ts';
import type { Family } from '../../../pipeline/family.ts';
import { AtomicFile } from '../../../pipeline/folder/atomic-file.ts';
import type { Lesson } from '../../../pipeline/presentation.ts';
import { type EpisodeState, type EpisodeWorld, replayed } from '../../../shopping/episode/index.ts';
import { Notebook, outcomeOf } from '../../../shopping/episode/person/index.ts';
import type { EpisodeRecord } from '../../../shopping/episode/record.ts';
import type { Summary } from '../../../shopping/episode/summary.ts';
import { begun, counts } from '../../../shopping/episode/trial.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { formatCount } from '../../../text/numbers.ts';
import { look } from '../../look.ts';
import { type Bar, barChart } from '../../report/bars.ts';
import { card, type Html, html } from '../../report/html.ts';
import { RESULTS } from '../folder.ts';
import { figureText } from '../summary-text.ts';

/** Content of a page of results. */
interface Shown {
  readonly folder: string;
  readonly family: Family;
  readonly world: EpisodeWorld;
  readonly summary: Summary;
  /** Gone through once, and not kept: there may be a million. */
  readonly records: Iterable<EpisodeRecord>;
  readonly tasks: readonly { readonly sample: unknown; readonly task: EpisodeTask }[];
}

/** Episodes that a page tells step by step, lost ones first. */
const MOST_TOLD = 200;
/** Characters of a tool's result that are shown, and of those that are shown where it is opened. */
const SHOWN_OF_RESULT = 700;
const MOST_OF_RESULT = 8000;

const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const file = (...path: readonly string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8');

/** Writes the page of an evaluation: what it comes to, then episodes step by step, the agent's side and the grader's. */
export function writeResults(shown: Shown): string {
  const { folder, summary } = shown;
  const style = `${look()}${file('..', '..', 'report', 'page', 'page.css')}\n${file('results.css')}`;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const title = `${summary.agent} on ${summary.family}`;
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
  const out = new AtomicFile(join(folder, RESULTS));
  out.write(
    `<!doctype html>\n<html lang="en">\n${head.markup}\n<style>${style}</style>\n<body><main class="results">\n`,
  );
  const sums = new Sums(shown);
  out.write(overview(title, shown, sums).markup);
  for (const episode of episodes(shown, sums)) out.write(episode.markup);
  out.write('</main></body></html>\n');
  out.commit();
  return join(folder, RESULTS);
}

const share = (name: string, won: number, of: number): Bar => ({
  name,
  value: of === 0 ? 0 : won / of,
  text: of === 0 ? '–' : `${percent(won / of)} of ${formatCount(of)}`,
  colour: 'ours',
});

/** Number of episodes or requirements of a group, and how many of them succeed. */
type Tally = Map<string, { won: number; of: number }>;

const steps = ({ steps }: EpisodeRecord) =>
  steps <= 5 ? '1 to 5' : steps <= 10 ? '6 to 10' : steps <= 20 ? '11 to 20' : steps <= 40 ? '21 to 40' : 'over 40';

/** All that the page tells of the episodes: counts by group, and the few that are told step by step. */
class Sums {
  readonly steps: Tally = new Map();
  readonly hints: Tally = new Map();
  readonly questions: Tally = new Map();
  readonly costs: Tally = new Map();
  /** Requirements. */
  readonly sources: Tally = new Map();
  readonly types: Tally = new Map();
  episodes = 0;
  readonly #lost: EpisodeRecord[] = [];
  readonly #won: EpisodeRecord[] = [];

  constructor({ records, family, tasks }: Shown) {
    const hintsOf = new Map(
      tasks.map(({ sample, task }) => [task.id, family.records.published(sample).facts().implicit ?? null]),
    );
    for (const record of records) {
      const { grade, spent } = record;
      this.episodes += 1;
      const told = grade.success ? this.#won : this.#lost;
      if (told.length < MOST_TOLD) told.push(record);
      if (!counts(record)) continue;
      const hints = hintsOf.get(record.task) ?? null;
      tally(this.steps, steps(record), grade.success);
      tally(this.hints, hints === null ? null : String(hints), grade.success);
      tally(this.questions, grade.questions.needed === 0 ? null : String(grade.questions.asked), grade.success);
      const { cost_usd: cost } = spent;
      tally(this.costs, cost === null || spent.model_calls === 0 ? null : `up to $${costStep(cost)}`, grade.success);
      for (const { source, type, verdict } of grade.verdicts) {
        tally(this.sources, source, verdict === 'yes');
        tally(this.types, type, verdict === 'yes');
      }
    }
  }

  /** Lost ones first. */
  get told(): readonly EpisodeRecord[] {
    return [...this.#lost, ...this.#won].slice(0, MOST_TOLD);
  }
}

function tally(counted: Tally, name: string | null, isWon: boolean): void {
  if (name === null) return;
  const group = foundOrMade(counted, name, () => ({ won: 0, of: 0 }));
  group.won += Number(isWon);
  group.of += 1;
}

const barsOf = (counted: Tally): Bar[] => [...counted].map(([name, { won, of }]) => share(name, won, of));

const sortedBarsOf = (counted: Tally): Bar[] =>
  barsOf(counted).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));

function overview(title: string, { summary }: Shown, sums: Sums): Html {
  const { total, intents, figures, ends } = summary;
  const chart = (name: string, note: string, bars: Bar[], whole?: number) =>
    bars.length === 0 ? '' : card(name, note, barChart(name, bars, 150, whole));
  return html`<h1>${title}</h1>
<p class="facts"><span>shopper: ${summary.user}</span> <span>grader: ${summary.grader}</span> <span>trials of a task: ${summary.k}</span></p>
<ul class="tiles">
<li><b>${percent(total.success)}</b> success</li>
<li><b>${total.interval === null ? '–' : `${percent(total.interval.low).replace(' %', '')} to ${percent(total.interval.high)}`}</b> 95 % interval</li>
<li><b>${formatCount(total.trials)}</b> episodes that count</li>
<li><b>${formatCount(total.left_out)}</b> left out</li>
<li><b>${percent(total.unretrieved)}</b> recommended unseen</li>
</ul>
<h2>As the paper counts</h2>
<div class="scroll"><table><thead><tr><th>figure</th><th></th><th class="words">defined</th></tr></thead><tbody>
${figures.map((figure) => html`<tr><td>${figure.name}</td><td>${figureText(figure)}${figure.unit === 'share' ? ' %' : ''}</td><td class="words">${figure.defined}</td></tr>`)}
</tbody></table></div>
${summary.k < 2 ? '' : html`<div class="scroll"><table><thead><tr><th>k</th><th>pass^k</th><th>pass@k</th><th>tasks</th></tr></thead><tbody>${summary.pass.map(({ k, all, any, tasks: of }) => html`<tr><td>${k}</td><td>${percent(all)}</td><td>${percent(any)}</td><td>${of}</td></tr>`)}</tbody></table></div>`}
<h2>Where it succeeds</h2>
<div class="cards">
${chart(
  'By intent',
  'share of episodes that succeed',
  intents.map(({ name, success, trials }) => share(name, (success ?? 0) * trials, trials)),
  1,
)}
${chart('By source', 'share of requirements that are met', barsOf(sums.sources), 1)}
${chart('By type', 'share of requirements that are met', barsOf(sums.types), 1)}
${chart('By hints', 'requirements the query only hints at', sortedBarsOf(sums.hints), 1)}
${chart('By steps', 'turns of the agent', sortedBarsOf(sums.steps), 1)}
${chart('By questions', 'asked of the shopper', sortedBarsOf(sums.questions), 1)}
${chart('By cost', 'of an episode', sortedBarsOf(sums.costs), 1)}
${chart(
  'Ends',
  'how episodes ended',
  Object.entries(ends).map(([name, value]): Bar => ({ name, value, text: formatCount(value) })),
)}
</div>
<p class="note">${summary.declared}.</p>
<h2>Episodes</h2>
<p class="note">Left: what the agent saw and did. Right: what only the grader sees.${sums.episodes > MOST_TOLD ? ` The ${formatCount(MOST_TOLD)} of ${formatCount(sums.episodes)} that are told are lost ones first; episodes.jsonl has all.` : ''}</p>
`;
}

function costStep(cost: number): string {
  const step = [0.01, 0.05, 0.1, 0.5, 1, 5].find((most) => cost <= most);
  return step === undefined ? 'more' : step.toFixed(2);
}

function* episodes({ tasks, world }: Shown, { told: few }: Sums): Generator<Html> {
  const byId = new Map(tasks.map(({ task }) => [task.id, task]));
  for (const record of few) {
    const task = byId.get(record.task);
    if (task !== undefined) yield told(record, task, world);
  }
}

function told(record: EpisodeRecord, task: EpisodeTask, world: EpisodeWorld): Html {
  const { grade, end, detail, steps, trial } = record;
  const [style, word] = !counts(record)
    ? ['left-out', 'left out']
    : grade.success
      ? ['won', 'succeeds']
      : ['lost', 'fails'];
  const { presentation } = world.kind;
  const notebook = presentation && new Notebook(presentation);
  const start = begun(task, world, record);
  let last: EpisodeState = start;
  const turns = [...replayed(start, record.journal)].map(({ event, observation, state }) => {
    last = state;
    notebook?.note(event, observation);
    return html`${event.type === 'turn' ? html`<div class="said agent"><b>agent</b>${event.text === undefined ? '' : html`${event.text}\n`}${event.calls.map(({ tool, arguments: args }) => html`${tool}(${JSON.stringify(args)})\n`)}</div>` : ''}${observation === null ? '' : shownOf(observation)}`;
  });
  const { said } = last;
  const outcome = presentation && notebook && last.end !== null ? outcomeOf(last, task, notebook, presentation) : null;
  const lessons = new Map(outcome?.requirements.map(({ rubric, lesson }) => [rubric, lesson]));
  const titles = new Map(
    [...(outcome?.right ?? []), ...(notebook?.products ?? [])].map(({ id, title }) => [id, title]),
  );
  const named = (ids: readonly string[]) =>
    ids.map((id) => (titles.get(id) == null ? id : `${titles.get(id)} (${id})`)).join('; ') || 'nothing';
  const isOfProducts = grade.recommended.length + (outcome?.right.length ?? 0) > 0;
  return html`<details class="episode"><summary><b class="${style}">${word}</b> ${record.task}${trial > 1 ? `, trial ${trial}` : ''}: ${end}, ${steps} steps${detail === '' ? '' : `, ${detail}`}</summary>
<div class="views"><section><h3>The agent's side</h3><div class="said shopper"><b>shopper</b>${task.instruction}</div>${turns}</section>
<section><h3>The grader's side</h3>
${isOfProducts ? html`<p>Recommended: ${named(grade.recommended)}${grade.unretrieved.length === 0 ? '' : html` <span class="lost">(never shown: ${grade.unretrieved.join(', ')})</span>`}</p>` : ''}
${outcome === null || outcome.right.length === 0 ? '' : html`<p>Right: ${named(outcome.right.map(({ id }) => id))}${outcome.shown.length > 0 ? '' : html` <span class="lost">(no tool showed it)</span>`}</p>`}
<div class="scroll"><table><thead><tr><th>requirement</th><th class="words">to be learned</th><th>met</th><th class="words">it states</th></tr></thead><tbody>
${grade.verdicts.map(({ rubric, description, source, verdict, stated }) => html`<tr><td>${description}</td><td class="words">${learnedFrom(lessons.get(rubric) ?? null, source)}</td><td class="${verdict === 'yes' ? 'won' : 'lost'}">${verdict}</td><td class="words">${stated.join(', ')}</td></tr>`)}
</tbody></table></div>
<p class="note">${Object.entries(grade.scores)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value === null ? 'none' : Number(value.toFixed(3))}`)
    .join(', ')}</p>
${said.length === 0 ? '' : html`<h3>The shopper's turns</h3><div class="scroll"><table><thead><tr><th>question</th><th>act</th><th>opens</th><th class="words">by</th></tr></thead><tbody>${said.map(({ question, act, slots, source, gate }) => html`<tr><td>${question}</td><td>${act}</td><td>${slots.join(', ')}</td><td class="words">${source}${gate === null ? '' : ` (${gate})`}</td></tr>`)}</tbody></table></div>`}
</section></div></details>
`;
}

/** The place a requirement was to be learned from, and the words it stands in there. */
const learnedFrom = (lesson: Lesson | null, source: string): Html =>
  lesson === null
    ? html`${source}`
    : html`${lesson.where}${lesson.words === null ? '' : html` <q>${lesson.words}</q>`}${lesson.learned === false ? html` <span class="warn">not come across</span>` : ''}`;

const shownOf = ({ results, note }: Observation): Html =>
  html`${results.map(({ tool, isError, content }) => {
    if (typeof content.user_response === 'string')
      return html`<div class="said shopper"><b>shopper</b>${content.user_response}</div>`;
    const text = JSON.stringify(content);
    const shown = text.slice(0, SHOWN_OF_RESULT).toWellFormed();
    const rest = text.slice(SHOWN_OF_RESULT, MOST_OF_RESULT).toWellFormed();
    const more = text.length > MOST_OF_RESULT ? ` … (${formatCount(text.length)} characters)` : '';
    return html`<div class="said tool"><b>${tool}${isError ? ', an error' : ''}</b>${shown}${rest === '' ? '' : html`<details><summary>${formatCount(rest.length)} more characters</summary>${rest}${more}</details>`}</div>`;
  })}${note === null ? '' : html`<div class="said note"><b>reminder</b>${note}</div>`}`;
