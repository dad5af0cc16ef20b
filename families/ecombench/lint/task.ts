import { z } from 'zod';
import type { Place, Problem } from '../../../pipeline/foreign-lint.ts';
import { isRecord } from '../../../schemas/json.ts';

const Call = z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) });
/** A call of a tool that a published task expects. */
export type PublishedCall = z.infer<typeof Call>;

const PublishedTask = z.object({
  annotator: z.union([z.string(), z.number()]).optional(),
  user_id: z.string().min(1),
  shop_id: z.string().min(1),
  platform: z.string().min(1),
  instruction: z.string().min(1),
  metadata: z.object({
    outputs: z.array(z.string()),
    actions: z.array(Call),
    searches: z.array(Call),
  }),
});

/** A published task as its counters see it. */
export interface ServiceTask extends Place {
  readonly id: string | undefined;
  readonly userId: string;
  readonly shopId: string;
  readonly platform: string;
  readonly instruction: string;
  readonly outputs: readonly string[];
  readonly actions: readonly PublishedCall[];
  readonly searches: readonly PublishedCall[];
}

/** Tells whether a row is meant to be an ECom-Bench task, sound or not. */
export const looksLikeTask = (row: unknown): boolean =>
  isRecord(row) && typeof row.instruction === 'string' && isRecord(row.metadata) && 'user_id' in row;

/** A row as a task, or what was found in it and what was expected. */
export function readTask(row: unknown, { file, line }: Place): ServiceTask | Problem {
  const read = PublishedTask.safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `"${issue?.path.join('.')}": ${issue?.message ?? 'unknown'}; expected a task of ECom-Bench` };
  }
  const { annotator, user_id: userId, shop_id: shopId, platform, instruction, metadata } = read.data;
  const id = annotator === undefined ? undefined : String(annotator);
  return { file, line, id, userId, shopId, platform, instruction, ...metadata };
}

/** Returns a call's argument of a name, as text; undefined where it has none. */
export function argumentOf({ arguments: values }: PublishedCall, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns the customer's wishes, without who they are. */
export const wishesOf = ({ instruction }: ServiceTask): string =>
  instruction.slice(Math.max(0, instruction.search(/<意图/)));

/** The numbered wishes of an instruction, as their tags open them. */
export const intentsIn = (task: ServiceTask): string[] =>
  [...wishesOf(task).matchAll(/<意图([^\\>]+)>/g)].map(([, number = '']) => number);

/** The pictures that the customer can send. */
export const picturesOf = ({ instruction }: ServiceTask): string[] => [
  ...new Set(instruction.match(/https?:\/\/[^\s，。（）()]+\.(?:jpg|jpeg|png|webp|gif)/gi) ?? []),
];
