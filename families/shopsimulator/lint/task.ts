import { z } from 'zod';
import type { Place, Problem } from '../../../pipeline/foreign-lint.ts';
import { isRecord } from '../../../schemas/json.ts';

const Texts = z.array(z.string());

/** A task as ShopSimulator shows it (Fig. 10). */
const ShopSimulatorTask = z.object({
  id: z.string().optional(),
  instruction: z.string(),
  target_product: z.string(),
  target_options: z.record(z.string(), z.string()),
  target_attributes: Texts,
});

const Options = z.union([Texts, z.record(z.string(), z.string())]);

/** A goal of WebShop, and an instruction of its file of human ones. */
const WebShopGoal = z.object({
  asin: z.string(),
  instruction_text: z.string(),
  name: z.string().optional(),
  attributes: Texts,
  goal_options: Options,
  price_upper: z.number().optional(),
});
const WebShopInstruction = z.object({
  asin: z.string(),
  instruction: z.string(),
  instruction_attributes: Texts,
  instruction_options: Options,
});

/** A published task as its counters see it. */
export interface LintTask extends Place {
  readonly id: string | undefined;
  readonly instruction: string;
  /** Null where a task does not say what its product is called. */
  readonly title: string | null;
  /** Null where a task names its product by its title alone. */
  readonly productId: string | null;
  readonly attributes: readonly string[];
  readonly options: readonly string[];
  /** Major units; null where no bound is scored, or only words say one. */
  readonly most: number | null;
}

/** Tells whether a row is meant to be a task of ShopSimulator or WebShop, sound or not. */
export const looksLikeTask = (row: unknown): boolean =>
  isRecord(row) &&
  (('target_product' in row && 'target_attributes' in row) ||
    ('asin' in row && ('goal_options' in row || 'instruction_options' in row)));

/** A bound that stands for none in WebShop. */
const NO_BOUND = 1_000_000;

const chosen = (options: z.output<typeof Options>) => (Array.isArray(options) ? options : Object.values(options));

/** A row as a task, or what was found in it and what was expected. */
export function readTask(row: unknown, { file, line }: Place): LintTask | Problem {
  const own = isRecord(row) && 'target_product' in row;
  const isGoal = isRecord(row) && 'goal_options' in row;
  const read = (own ? ShopSimulatorTask : isGoal ? WebShopGoal : WebShopInstruction).safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    const expected = own ? 'a task of ShopSimulator' : 'a goal of WebShop';
    return { problem: `"${issue?.path.join('.')}": ${issue?.message ?? 'unknown'}; expected ${expected}` };
  }
  const task = read.data;
  if ('target_product' in task)
    return {
      ...{ file, line, id: task.id, instruction: task.instruction, title: task.target_product, productId: null },
      ...{ attributes: task.target_attributes, options: Object.values(task.target_options), most: null },
    };
  if ('goal_options' in task)
    return {
      ...{ file, line, id: undefined, instruction: task.instruction_text, title: task.name ?? null },
      ...{ productId: task.asin, attributes: task.attributes, options: chosen(task.goal_options) },
      most: task.price_upper === undefined || task.price_upper >= NO_BOUND ? null : task.price_upper,
    };
  return {
    ...{ file, line, id: undefined, instruction: task.instruction, title: null, productId: task.asin },
    ...{ attributes: task.instruction_attributes, options: chosen(task.instruction_options), most: null },
  };
}
