import type { EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { figureText } from '../answers/figures.ts';
import type { KeyAnswer } from '../answers/key-answer.ts';
import { answerText } from '../answers/told.ts';
import { traitText } from '../customer/persona.ts';
import { policyText, type Regime } from '../policy/index.ts';
import { storeText } from '../store/store.ts';
import type { LockedSupport } from '../task.ts';
import type { Answer } from './agents.ts';
import type { Place } from './play.ts';
import type { Staged } from './staged.ts';

type SupportEpisodeTask = EpisodeTask<Staged, Answer>;

const TRAITS = ['consumer', 'emotion', 'carefulness', 'patience', 'trust', 'rights', 'asking', 'speaking'] as const;

/** A key answer as tau2-bench looks for it: texts that have to stand in what the agent says, or a sentence to be judged. */
function toldOf(
  { fact, value }: KeyAnswer,
  spoken: Pick<LockedSupport, 'language' | 'currency'>,
): { texts: string[]; judged: string[] } {
  if (value.type === 'money') return { texts: [figureText(value.minor, value.currency)], judged: [] };
  if (value.type === 'number') return { texts: [String(value.number)], judged: [] };
  if (value.type === 'texts') return { texts: [...value.all], judged: [] };
  // One of several spellings, a time, or what is told by words alone: no single text has to stand there.
  if (value.type === 'text' && value.any.length === 1) return { texts: [...value.any], judged: [] };
  return { texts: [], judged: [`The agent tells the customer: ${answerText(fact, value, spoken)}`] };
}

function instructionsOf({ customer }: Staged, domain: string) {
  const [first, ...others] = customer.messages.map(({ text, instead }) =>
    instead === null ? text : `${text} → ${instead}`,
  );
  return {
    domain,
    reason_for_call: first,
    known_info: customer.messages.flatMap(({ facts }) => facts.map(({ reply }) => reply)).join('\n') || null,
    unknown_info: null,
    task_instructions: [
      'Raise one matter after the other, in this order, each once the one before is dealt with:',
      ...others.map((text, at) => `${at + 2}. ${text}`),
      'What stands behind an arrow is said once the agent has answered what stands before it, and takes its place.',
      'Tell what you know only when you are asked for it. Make nothing up.',
    ].join('\n'),
  };
}

function taskOf({ id, intent, staged, answer: { locked } }: SupportEpisodeTask, domain: string) {
  const told = locked.key_answers.map((answer) => toldOf(answer, locked));
  const judged = told.flatMap(({ judged: sentences }) => sentences);
  const texts = told.flatMap(({ texts: parts }) => parts);
  return {
    id,
    description: { purpose: intent, relevant_policies: locked.rules.join(', '), notes: null },
    user_scenario: {
      persona: TRAITS.map((trait) => traitText(trait, locked.persona[trait], locked.language)).join(' '),
      instructions: instructionsOf(staged, domain),
    },
    initial_state: null,
    evaluation_criteria: {
      // Its actions are replayed, and none may fail.
      actions: locked.calls
        .filter(({ finds }) => finds === undefined)
        .map(({ name, arguments: values }, at) => ({
          action_id: `${id}_${at}`,
          requestor: 'assistant',
          name,
          arguments: values,
          compare_args: null,
        })),
      communicate_info: texts,
      nl_assertions: judged.length === 0 ? null : judged,
      reward_basis: ['DB', 'COMMUNICATE', ...(judged.length === 0 ? [] : ['NL_ASSERTION'])],
    },
  };
}

/** Tasks by split as the files of a tau2-bench domain: tasks, the store as its database, the policy, and the splits. */
export function tau2Files(
  splits: Readonly<Record<string, readonly SupportEpisodeTask[]>>,
  { storeFor }: Pick<Place, 'storeFor'>,
  { regime, domain }: { readonly regime: Regime; readonly domain: string },
): Readonly<Record<string, string>> {
  const tasks = Object.values(splits).flat();
  const [language = 'en', ...more] = [...new Set(tasks.map(({ answer }) => answer.locked.language))];
  if (more.length > 0)
    throw new ConfigError(
      'the tasks are in two languages and tau2-bench has one database for all; build with --speech en or --speech zh',
    );
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const ids = Object.entries(splits).map(([name, own]) => [name, own.map(({ id }) => id)] as const);
  return {
    'tasks.json': json(tasks.map((task) => taskOf(task, domain))),
    'split_tasks.json': json({ ...Object.fromEntries(ids), base: tasks.map(({ id }) => id) }),
    'policy.md': policyText(language, regime),
    'db.json': storeText(storeFor(language)),
  };
}
