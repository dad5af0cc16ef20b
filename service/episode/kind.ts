import type { EpisodeKind, Grade, Played, RubricVerdict, ToolCall } from '../../pipeline/episode.ts';
import type { Desk } from '../desk.ts';
import { nearMissWins } from '../proof/floors.ts';
import { checks, type SupportScores, scoreConduct } from '../scores.ts';
import { stateOf } from '../state.ts';
import type { StoreWorld } from '../world.ts';
import { type Answer, FLOORS, goldTurns, nearMissTurns } from './agents.ts';
import { callText } from './call-text.ts';
import { type Memory, type Place, READS_RULES, type ReadsRules, type Talking, toolsOf, UNSERVED } from './play.ts';
import { imagesIn, supportPresentation } from './presentation.ts';
import type { Staged } from './staged.ts';
import { tau2Files } from './tau2.ts';

/** Rules of a family by which its conversations are played and scored. */
interface SupportEpisodes {
  readonly desk: Desk;
  readonly talking: Talking;
  readonly limits: EpisodeKind['limits'];
  readonly rules: ReadsRules;
  /** Tells whether the paper counts a conversation as a success. */
  succeeds(scores: SupportScores): boolean;
  readonly read: EpisodeKind<StoreWorld, Place, Staged, Memory, Answer>['read'];
  readonly figures: EpisodeKind['figures'];
  readonly prompts: EpisodeKind['prompts'];
  /** Prompts of the module that picks rules, by the prompts they go with. */
  readonly ruleFilters: Readonly<Record<string, string>>;
}

/** Scores of the rules that an agent picked, against those that matter; none where it picked none. */
function filterScores(picked: Memory['picked'], rules: readonly string[]): Readonly<Record<string, number>> {
  if (picked === null) return {};
  const right = picked.filter((id) => rules.includes(id)).length;
  return {
    ...(picked.length === 0 ? {} : { rule_precision: right / picked.length }),
    rule_recall: rules.length === 0 ? 1 : right / rules.length,
  };
}

const PARTIAL = 0.5;

/** Grades a conversation: the state it left, the searches it made, what it told; half of a reward at most where it failed. */
function gradeOf(
  { memory, said }: Played<Memory>,
  { locked }: Answer,
  { storeFor }: Place,
  succeeds: SupportEpisodes['succeeds'],
): Grade {
  const store = storeFor(locked.language);
  const conduct = {
    calls: memory.calls,
    messages: memory.messages,
    violations: memory.violations,
    state: stateOf(store, memory.session?.deltas ?? []),
  };
  const scores = scoreConduct(locked, conduct);
  const { writes, searches, answers, falseClaims } = checks(locked, conduct);
  const success = succeeds(scores);
  const matterOf = ({ intent }: { readonly intent: string }) =>
    locked.intents.find(({ id }) => id === intent)?.demand.replaceAll('_', ' ') ?? intent;
  const verdict = (
    rubric: string,
    type: string,
    source: string,
    description: string,
    holds: boolean,
  ): RubricVerdict => ({
    rubric,
    source,
    type,
    description,
    verdict: holds ? 'yes' : 'no',
    stated: [],
  });
  const needed = locked.intents.flatMap(({ facts }) => facts).filter(({ when }) => when === 'asked').length;
  return {
    success,
    reward: success ? 1 : scores.partial * PARTIAL,
    recommended: [],
    unretrieved: [],
    verdicts: [
      verdict(
        'database',
        'state',
        'store',
        `the store is as the gold run leaves it (${locked.state.changes} rows changed)`,
        scores.database === 1,
      ),
      ...writes.map(({ call, holds }, at) => verdict(`w${at + 1}`, 'write', matterOf(call), callText(call), holds)),
      ...searches.map(({ call, holds }, at) => verdict(`s${at + 1}`, 'search', matterOf(call), callText(call), holds)),
      ...answers.map(({ answer, holds }) =>
        verdict(answer.id, 'key_answer', matterOf(answer), `tells ${answer.fact.replaceAll('_', ' ')}`, holds),
      ),
      ...falseClaims
        .slice(0, 1)
        .map((claim) =>
          verdict('claims', 'key_answer', 'store', `says it has "${claim.trim()}", which nothing bears out`, false),
        ),
    ],
    scores: { ...scores, ...filterScores(memory.picked, locked.rules) },
    questions: { asked: said.length, answered: said.filter(({ act }) => act === 'answer').length, needed },
    undecided: [],
  };
}

/** Makes the episodes in which the conversations of a customer-service family are played. */
export function supportEpisodes({
  desk,
  talking,
  limits,
  rules,
  succeeds,
  read,
  figures,
  prompts,
  ruleFilters,
}: SupportEpisodes): EpisodeKind<StoreWorld, Place, Staged, Memory, Answer> {
  const tools = toolsOf(desk, talking, rules);
  const say = (text: string): ToolCall => ({
    tool: talking.say,
    arguments: { [talking.text]: text === '' ? '…' : text },
  });
  return {
    limits,
    calls: 'all',
    hasShopper: true,
    open: async (world) => ({ desk, storeFor: (language) => world.storeIn(language) }),
    read,
    tools: () => tools,
    begin: () => UNSERVED,
    images: imagesIn,
    presentation: supportPresentation(talking),
    grade: (played, answer, place) => gradeOf(played, answer, place, succeeds),
    figures,
    tau2: (splits, place, domain) => tau2Files(splits, place, { regime: desk.regime, domain }),
    moves: {
      search: (text) => say(text),
      view: ([id = '']) => say(id),
      recommend: (_ids, why) => [say(why)],
      lookUps: () => [],
      ask: say,
      questions: [],
      solution: (_staged, answer) => ({ calls: goldTurns(answer, talking), searches: [], products: [] }),
      nearMiss: (_staged, answer, { storeFor }) =>
        nearMissWins(desk, storeFor(answer.locked.language), answer.locked, succeeds)
          ? null
          : { calls: nearMissTurns(answer, talking), searches: [], products: [] },
    },
    plays: FLOORS.map(({ name, turns }) => ({
      name,
      turns: (_staged, answer) => turns(answer, talking).map((call) => [call]),
    })),
    floors: {
      nothing: 0,
      cheater: 0.05,
      ...Object.fromEntries(FLOORS.map(({ name, mayWin }) => [name, mayWin])),
    },
    prompts,
    ruleFilter: { ...READS_RULES, prompts: ruleFilters, news: talking.say },
  };
}
