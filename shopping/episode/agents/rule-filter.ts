import { z } from 'zod';
import { filledPrompt, type Prompt } from '../../../models/index.ts';
import type { Message } from '../../../schemas/model.ts';
import { fenced } from '../../../text/fenced-data.ts';

/** A step as an agent took it, and what it brought. */
export interface TakenStep {
  readonly taken: Message;
  readonly seen: Message;
}

/** Forms of the module's reply: the rules that matter, with the steps that still do or with the plan of what is left. */
const Pruned = z.object({ rules: z.array(z.string()), keep: z.array(z.int()) });
const Replanned = z.object({ rules: z.array(z.string()), plan: z.string() });
type Reply = z.infer<typeof Pruned> | z.infer<typeof Replanned>;

/** State that an agent goes on from: the rules that were picked, the steps that are left, and what fills its prompt. */
interface Focus {
  readonly picked: readonly string[];
  readonly steps: readonly TakenStep[];
  readonly blanks: Readonly<Record<string, string>>;
}

const idOf = (rule: string) => rule.split(':')[0] as string;

const Lines = z.looseObject({ rules: z.array(z.string()) });
/** The rules that a tool gave, one a line. */
export const rulesIn = (content: unknown): readonly string[] => Lines.safeParse(content).data?.rules ?? [];

/**
 * Has a model pick, of all rules, those that matter for what the shopper wants now; where it says which steps still
 * matter, the others are left out, and where it makes a plan, the agent is told of it (Mix-ECom, section 4).
 */
export async function filterRules(
  ask: (name: string, messages: readonly Message[], form: z.ZodType<Reply>) => Promise<{ readonly value: Reply }>,
  prompt: Prompt,
  given: {
    readonly rules: readonly string[];
    readonly request: string;
    readonly steps: readonly TakenStep[];
    /** True where it makes a plan; steps are pruned otherwise. */
    readonly plans: boolean;
  },
): Promise<Focus> {
  const { rules, request, steps, plans } = given;
  const list = steps.map(({ taken, seen }, at) => `${at + 1}. ${taken.content}\n${seen.content}`);
  const question = filledPrompt(prompt, {
    ...{ rules: fenced('rules', rules.join('\n')), request, taken: list.join('\n') || 'none' },
  });
  const { value } = await ask('rule_filter', question, plans ? Replanned : Pruned);
  const picked = rules.filter((rule) => value.rules.includes(idOf(rule)));
  const matters = fenced('rules', picked.join('\n'));
  return 'plan' in value
    ? { picked: picked.map(idOf), steps, blanks: { rules: matters, plan: fenced('plan', value.plan) } }
    : {
        picked: picked.map(idOf),
        // The last step brought what the shopper has just said.
        steps: steps.filter((_, at) => at === steps.length - 1 || value.keep.includes(at + 1)),
        blanks: { rules: matters },
      };
}
