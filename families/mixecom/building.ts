import { z } from 'zod';
import { answerText } from '../../service/answers/told.ts';
import { traitText } from '../../service/customer/persona.ts';
import { SUPPORT_SAMPLE, type SupportSample } from '../../service/sample.ts';
import { Call } from '../../service/task.ts';
import { type CarriedOut, type SupportBuild, supportBuilder } from '../../stages/service/building.ts';
import { kindOf } from './intents.ts';
import { locks } from './locking.ts';
import { planOf, segmentsOf, traceOf } from './segments.ts';

/** The seven items of a sample in the paper's section 3.1: profile, plan, actions with responses, key answers, question type, database. */
const PUBLISHED = {
  user_profile: z.strictObject({
    basic: z.record(z.string(), z.string()),
    demands: z.array(z.string()).min(1),
  }),
  plan: z.string(),
  /** The reasoning that leads to it, in the segments of section 3.2.2. */
  reasoning: z.string(),
  action_chain: z.array(z.strictObject({ tool: z.string(), arguments: Call.shape.arguments, response: z.json() })),
  key_answers: z.array(z.string()),
  question_type: z.strictObject({
    task: z.enum(['Logistics', 'Pre-sales', 'After-sales']),
    dialogues: z.array(z.string()),
    demands: z.array(z.string()),
    /** The rule filter: the rules that matter for the task. */
    rules: z.array(z.string()),
  }),
  database: z.array(z.strictObject({ table: z.string(), id: z.string(), before: z.json(), after: z.json() })),
};

/** A line of a Mix-ECom split: the paper's items first, then what proves the sample. */
const Sample = z.strictObject({ ...PUBLISHED, ...SUPPORT_SAMPLE });

/** The sample under the paper's items. */
function publishedOf(sample: SupportSample, { shown, changes, user }: CarriedOut): Readonly<Record<string, unknown>> {
  const { locked, wording, intent } = sample;
  const { persona, language } = locked;
  return {
    user_profile: {
      basic: {
        name: user.name,
        tier: String(user.tier),
        emotion: traitText('emotion', persona.emotion, language),
        patience: traitText('patience', persona.patience, language),
        speaking: traitText('speaking', persona.speaking, language),
      },
      demands: locked.intents.map(({ id }) => wording.instead[id] ?? wording.raises[id]),
    },
    plan: planOf(sample),
    reasoning: segmentsOf(traceOf(sample, shown)),
    action_chain: locked.calls.map(({ name, arguments: args }, at) => ({
      tool: name,
      arguments: args,
      response: JSON.parse(shown[at] ?? 'null'),
    })),
    key_answers: locked.key_answers.map(({ fact, value }) => answerText(fact, value, locked)),
    question_type: {
      task: kindOf(intent),
      dialogues: [...new Set(locked.intents.map(({ dialogue }) => dialogue))],
      demands: locked.intents.map(({ demand }) => demand),
      rules: locked.rules,
    },
    database: changes.map(({ table, id, before, after }) => ({ table, id, before, after })),
  };
}

export const build: SupportBuild = { locks, published: publishedOf, schema: Sample };

/** Builds tasks of a store: locks them, and puts them into a customer's words. */
export const builder = supportBuilder(build);
