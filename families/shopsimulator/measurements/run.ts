// `node families/shopsimulator/measurements/run.ts <run> [--keep]`: asks the shoppers of a run the questions of the bank, and tells how the
// agents did that `npm run eval` has played on it. With --keep docs/families/shopsimulator-play.md takes the tables over.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { GradedEpisode } from '../../../pipeline/episode.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { formatCount, mean } from '../../../text/numbers.ts';
import { SCENARIOS, type ShopsimulatorSample } from '../sample.ts';
import { rehearsedTalks } from './talk-rehearsal.ts';

const KEPT = {
  talk: new URL('./talk.md', import.meta.url),
  agents: new URL('./agents.md', import.meta.url),
};
const TO_MEND = 2;

const rowsOf = <Row>(path: string): Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const KINDS = [
  ['on_topic', 'about a topic of the task'],
  ['off_topic', 'about something else'],
  ['content_free', 'without content'],
  ['keyword_bags', 'bags of keywords'],
] as const;

function talkTable(samples: readonly ShopsimulatorSample[]): string {
  const asked = samples.filter(({ opening }) => opening !== null);
  const talks = rehearsedTalks(asked);
  return [
    `Each as a first message, over ${formatCount(asked.length)} multi-turn tasks:`,
    '',
    '| messages | asked | something told |',
    '| --- | ---: | ---: |',
    ...KINDS.map(
      ([kind, name]) => `| ${name} | ${formatCount(talks[kind].asked)} | ${formatCount(talks[kind].told)} |`,
    ),
  ].join('\n');
}

/** Success of every agent by scenario, in percent, and its mean rewards; the best first. */
function agentsTable(folder: string): string {
  const agents = readdirSync(folder)
    .flatMap((name) => {
      const file = join(folder, name, 'episodes.jsonl');
      return existsSync(file) ? [{ name, episodes: rowsOf<GradedEpisode>(file) }] : [];
    })
    .map(({ name, episodes }) => ({
      name,
      episodes,
      strict: mean(episodes.map(({ grade }) => Number(grade.scores.strict))),
      loose: mean(episodes.map(({ grade }) => Number(grade.scores.loose))),
    }))
    .toSorted((a, b) => b.strict - a.strict || b.loose - a.loose || (a.name < b.name ? -1 : 1));
  const share = (episodes: readonly GradedEpisode[], scenario: string) => {
    const own = episodes.filter(({ intent }) => intent === scenario);
    return own.length === 0 ? '' : String(Math.round(100 * mean(own.map(({ grade }) => Number(grade.success)))));
  };
  const played = Math.max(0, ...agents.map(({ episodes }) => episodes.length));
  return [
    `Success in %, and mean rewards, over ${formatCount(played)} tasks:`,
    '',
    '| agent | single turn | multi turn | pers. single | pers. multi | R_loose | R_strict |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...agents.map(
      ({ name, episodes, loose, strict }) =>
        `| \`${name}\` | ${SCENARIOS.map((scenario) => share(episodes, scenario)).join(' | ')} | ${loose.toFixed(2)} | ${strict.toFixed(2)} |`,
    ),
  ].join('\n');
}

try {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [run] = positionals;
  if (run === undefined || !existsSync(join(run, 'accepted.jsonl')))
    throw new ConfigError(`${run ?? 'no folder'} is no run of shopsimulator; name the folder of a finished one`);
  if (!existsSync(join(run, 'eval')))
    throw new ConfigError(`nothing was played on ${run}; run "npm run eval -- ${run} --agent all" first`);
  const tables = {
    talk: talkTable(rowsOf(join(run, 'accepted.jsonl'))),
    agents: agentsTable(join(run, 'eval')),
  };
  for (const name of ['talk', 'agents'] as const) {
    console.log(`${tables[name]}\n`);
    if (values.keep) writeFileSync(KEPT[name], `${tables[name]}\n`);
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = TO_MEND;
}
