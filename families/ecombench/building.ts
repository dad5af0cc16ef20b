import { z } from 'zod';
import { figureText } from '../../service/answers/figures.ts';
import { instructionOf } from '../../service/customer/persona.ts';
import { SUPPORT_SAMPLE, type SupportSample } from '../../service/sample.ts';
import { Call } from '../../service/task.ts';
import { type SupportBuild, supportBuilder } from '../../stages/service/building.ts';
import { locks } from './locking.ts';

/** The keys of a published task. */
const PUBLISHED = {
  annotator: z.string(),
  user_id: z.string(),
  shop_id: z.string(),
  platform: z.string(),
  instruction: z.string().min(1),
  metadata: z.strictObject({
    outputs: z.array(z.string()),
    actions: z.array(Call),
    searches: z.array(Call),
  }),
};

/** A line of an ECom-Bench split: the published keys first, then what proves the sample. */
const Sample = z.strictObject({ ...PUBLISHED, ...SUPPORT_SAMPLE });

/** Whom the published keys name as the one who wrote the task. */
const MAKER = 'cartwright';

/** Searches stand under their names with this ending, as the published evaluator looks for them. */
const SEARCHED = '_tool';

/** A key answer as the published evaluator looks for it: one text that has to stand in what the agent says. */
function keyword({ value }: SupportSample['locked']['key_answers'][number]): string[] {
  if (value.type === 'money') return [figureText(value.minor, value.currency)];
  if (value.type === 'number') return [String(value.number)];
  if (value.type === 'text') return [value.any[0] as string];
  return value.type === 'texts' ? [...value.all] : [];
}

const call = ({ name, arguments: args }: Call): Call => ({ name, arguments: args });

/** The task under the published keys. */
function publishedOf({ locked, wording, session }: SupportSample): Readonly<Record<string, unknown>> {
  const of = (role: string) => locked.calls.filter((one) => one.role === role).map(call);
  const goals = locked.intents.map(({ id }) => [wording.raises[id], wording.instead[id]].filter(Boolean).join(' → '));
  return {
    annotator: MAKER,
    user_id: locked.user_id,
    shop_id: session.shop_id ?? '',
    platform: session.platform ?? '',
    instruction: instructionOf(locked.persona, goals, locked.language),
    metadata: {
      outputs: locked.key_answers.flatMap(keyword),
      actions: of('write'),
      searches: of('search').map(({ name, arguments: args }) => ({ name: `${name}${SEARCHED}`, arguments: args })),
    },
  };
}

export const build: SupportBuild = { locks, published: publishedOf, schema: Sample };

/** Builds tasks of a store: locks them, and puts them into a customer's words. */
export const builder = supportBuilder(build);
