import type { EpisodeTask } from '../../pipeline/episode.ts';
import { isRecord } from '../../schemas/json.ts';
import { type EpisodeWorld, seenTurns } from './core.ts';
import type { EpisodeRecord } from './record.ts';
import { requestMessages } from './request.ts';
import { begun, counts } from './trial.ts';

/** Version of Harbor's Agent Trajectory Interchange Format that is written. */
const ATIF_VERSION = 'ATIF-v1.4';

interface Told {
  readonly record: EpisodeRecord;
  readonly task: EpisodeTask;
  readonly world: EpisodeWorld;
  /** Of the program that writes it. */
  readonly version: string;
}

const callId = (step: number, at: number, id: string | undefined) => id ?? `call_${step}_${at + 1}`;

/** Returns the arguments of a call as both formats have them: an object, whatever the agent put there. */
const argumentsOf = (args: unknown): object => (isRecord(args) ? args : args == null ? {} : { value: args });

const turnsOf = ({ record, task, world }: Omit<Told, 'version'>) =>
  seenTurns(begun(task, world, record), record.journal);

/** An episode as an ATIF trajectory, a step for each turn; without times, so that equal episodes give equal files. */
export function atifOf({ record, task, world, version }: Told): object {
  const steps: object[] = requestMessages(task).map(({ role: source, content: message }, at) => ({
    ...{ step_id: at + 1, source, message },
  }));
  for (const { turn, seen } of turnsOf({ record, task, world })) {
    const number = steps.length + 1;
    steps.push({
      step_id: number,
      source: 'agent',
      message: turn.text ?? '',
      ...(turn.calls.length === 0
        ? {}
        : {
            tool_calls: turn.calls.map(({ id, tool, arguments: args }, at) => ({
              tool_call_id: callId(number, at, id),
              function_name: tool,
              arguments: argumentsOf(args),
            })),
            observation: {
              results: (seen?.results ?? []).map(({ content }, at) => ({
                source_call_id: callId(number, at, turn.calls[at]?.id),
                content: JSON.stringify(content),
              })),
            },
          }),
    });
  }
  const { spent, grade } = record;
  return {
    schema_version: ATIF_VERSION,
    session_id: record.key,
    agent: { name: record.agent, version, extra: { digest: record.agent_digest } },
    steps,
    final_metrics: {
      total_prompt_tokens: spent.input_tokens,
      total_completion_tokens: spent.output_tokens,
      total_cost_usd: spent.cost_usd,
      total_steps: steps.length,
    },
    extra: { agent_task_id: record.agent_id, trial: record.trial, end: record.end, reward: grade.reward },
  };
}

/** A sample of an inspect log: the messages of an episode, and its score. */
function inspectSample({ record, task, world }: Omit<Told, 'version'>): object {
  const messages: object[] = requestMessages(task).map((message) => ({ ...message, source: 'input' }));
  for (const [place, { turn, seen }] of turnsOf({ record, task, world }).entries()) {
    const calls = turn.calls.map(({ id, tool, arguments: args }, at) => ({
      id: callId(place + 1, at, id),
      function: tool,
      arguments: argumentsOf(args),
      type: 'function',
    }));
    messages.push({
      role: 'assistant',
      content: turn.text ?? '',
      source: 'generate',
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    });
    for (const [at, { tool, content }] of (seen?.results ?? []).entries())
      messages.push({ role: 'tool', content: JSON.stringify(content), tool_call_id: calls[at]?.id, function: tool });
    if (seen?.note != null) messages.push({ role: 'user', content: seen.note });
  }
  const { grade, agent } = record;
  const answer = grade.recommended.join(', ');
  return {
    id: record.agent_id,
    epoch: record.trial,
    input: task.instruction,
    target: '',
    messages,
    output: {
      model: agent,
      choices: [{ message: { role: 'assistant', content: answer, source: 'generate' }, stop_reason: 'stop' }],
    },
    // An episode that says nothing of its agent has an error and no score, as inspect has it.
    ...(counts(record)
      ? {
          scores: {
            reward: {
              value: grade.reward,
              answer,
              explanation: grade.verdicts.map(({ description, verdict }) => `${verdict}: ${description}`).join('\n'),
            },
          },
        }
      : { scores: {}, error: { message: `${record.end}: ${record.detail}`, traceback: '', traceback_ansi: '' } }),
    metadata: { end: record.end, intent: record.intent },
    store: {},
    events: [],
    model_usage: {},
    attachments: {},
  };
}

type LogHead = 'family' | 'agent' | 'tasks' | 'version' | 'created';

/** An evaluation as a log of inspect_ai (version 2, JSON), for its viewer and data frames. */
export function inspectLogOf(
  told: readonly Omit<Told, 'version'>[],
  { family, agent, tasks, version, created }: { readonly [part in LogHead]: string },
): object {
  const epochs = Math.max(1, ...told.map(({ record }) => record.trial));
  const samples = told.map(inspectSample);
  const rewards = told.flatMap(({ record }) => (counts(record) ? [record.grade.reward] : []));
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / Math.max(1, rewards.length);
  const ids = [...new Set(told.map(({ record }) => record.agent_id))];
  return {
    version: 2,
    status: 'success',
    eval: {
      run_id: `cartwright-${told[0]?.record.agent_digest.slice(0, 16) ?? 'none'}`,
      created,
      task: family,
      task_id: family,
      task_version: 0,
      task_attribs: {},
      task_args: {},
      dataset: { name: tasks, samples: ids.length, sample_ids: ids, shuffled: false },
      model: agent,
      model_args: {},
      config: { epochs },
      packages: { cartwright: version },
    },
    plan: { name: 'plan', steps: [], config: {} },
    results: {
      total_samples: told.length,
      completed_samples: rewards.length,
      scores: [
        { name: 'reward', scorer: 'reward', params: {}, metrics: { mean: { name: 'mean', value: mean, params: {} } } },
      ],
    },
    stats: { started_at: created, completed_at: created, model_usage: {} },
    samples,
  };
}
