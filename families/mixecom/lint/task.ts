import { z } from 'zod';
import type { Place, Problem } from '../../../pipeline/foreign-lint.ts';
import { isRecord } from '../../../schemas/json.ts';

const Action = z.object({
  action_id: z.string().optional(),
  requestor: z.string().nullish(),
  name: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()),
  /** The arguments that are compared; null: all that the agent gave. */
  compare_args: z.array(z.string()).nullish(),
});
/** A call of a tool that a published task expects. */
export type GoldAction = z.infer<typeof Action>;

const PublishedTask = z.object({
  id: z.string(),
  user_scenario: z.object({ instructions: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
  evaluation_criteria: z
    .object({
      actions: z.array(Action).nullish(),
      env_assertions: z.array(z.unknown()).nullish(),
      communicate_info: z.array(z.string()).nullish(),
      nl_assertions: z.array(z.unknown()).nullish(),
      reward_basis: z.array(z.string()).nullish(),
    })
    .nullish(),
});

/** A task of tau2-bench as its counters see it. */
export interface DialogueTask extends Place {
  readonly id: string;
  /** All that the simulated user is told. */
  readonly words: string;
  readonly actions: readonly GoldAction[];
  readonly told: readonly string[];
  readonly assertions: number;
  readonly basis: readonly string[];
}

/** Tells whether a row is meant to be a task of tau2-bench, sound or not. */
export const looksLikeTask = (row: unknown): boolean =>
  isRecord(row) && isRecord(row.user_scenario) && 'evaluation_criteria' in row;

/** Parts that are compared where a task does not say. */
const DEFAULT_BASIS = ['DB', 'COMMUNICATE'];

/** A row as a task, or what was found in it and what was expected. */
export function readTask(row: unknown, { file, line }: Place): DialogueTask | Problem {
  const read = PublishedTask.safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `"${issue?.path.join('.')}": ${issue?.message ?? 'unknown'}; expected a task of tau2-bench` };
  }
  const { id, user_scenario: scenario, evaluation_criteria: criteria } = read.data;
  const { instructions } = scenario;
  const words = typeof instructions === 'string' ? instructions : Object.values(instructions).filter(isText).join('\n');
  return {
    ...{ file, line, id, words },
    actions: criteria?.actions ?? [],
    told: criteria?.communicate_info ?? [],
    assertions: (criteria?.env_assertions?.length ?? 0) + (criteria?.nl_assertions?.length ?? 0),
    basis: criteria?.reward_basis ?? DEFAULT_BASIS,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Tools that change nothing. */
const READS = /^(?:get|find|list|search|calculate|transfer|check|verify|look)/;
export const isWrite = ({ name }: GoldAction): boolean => !READS.test(name);
