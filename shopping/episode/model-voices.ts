import { z } from 'zod';
import { PromptFolder, promptAsker, type RoleSettings } from '../../models/index.ts';
import type { OpinionVerdicts, Undecided } from '../../pipeline/episode.ts';
import { UnusableReplyError } from '../../schemas/errors.ts';
import type { Models } from '../../schemas/model.ts';
import { digestOf } from '../../text/digest.ts';
import { fenced, fencedJson } from '../../text/fenced-data.ts';
import type { Outside } from './drive.ts';

const SHOPPER = 'episode/shopper.md';
const GRADER = 'episode/grader.md';

const askerFor = (models: Models, role: 'shopper' | 'grader', settings: RoleSettings) =>
  promptAsker({ models, roles: { [role]: settings } });

/** A digest of what decides a model's words, besides what it is asked. */
export const voiceDigest = (
  role: 'shopper' | 'grader',
  { model, temperature, maxOutputTokens, tries }: RoleSettings,
): string =>
  digestOf(
    role,
    { model, temperature, maxOutputTokens, tries },
    new PromptFolder().promptOf(role === 'shopper' ? SHOPPER : GRADER).digest,
  );

/** Has a model word what the script lets the shopper say. It sees that sentence alone, and nothing else that is hidden. */
export function wordingBy(
  models: Models,
  settings: RoleSettings,
  { task, trial }: { readonly task: string; readonly trial: number },
): NonNullable<Outside['word']> {
  const asker = askerFor(models, 'shopper', settings);
  return async ({ turn, tone }) => {
    try {
      const { value } = await asker.ask({
        role: 'shopper',
        prompt: SHOPPER,
        blanks: {
          tone: fenced('shopper', tone),
          question: fenced('question', turn.question),
          sentence: fenced('sentence', turn.script),
        },
        reply: { name: 'wording', schema: z.object({ text: z.string() }) },
        taskId: task,
        attempt: (trial - 1) * settings.tries,
      });
      return { text: value.text, by: settings.model };
    } catch (error) {
      // A model that cannot be reached ends the episode; one that says nothing of use leaves the script its word.
      if (error instanceof UnusableReplyError) return { text: null, by: settings.model };
      throw error;
    }
  };
}

/** Has a model decide what code cannot; what it does not answer stays unknown. */
export async function opinionsBy(
  models: Models,
  settings: RoleSettings,
  task: string,
  undecided: readonly Undecided[],
): Promise<OpinionVerdicts> {
  const asker = askerFor(models, 'grader', settings);
  const verdicts = new Map<string, 'yes' | 'no' | 'unknown'>();
  for (const { rubric, field, statement, evidence } of undecided) {
    const reply = asker.ask({
      role: 'grader',
      prompt: GRADER,
      blanks: {
        field: fenced('field', field),
        statement: fenced('statement', statement),
        reviews: fencedJson('reviews', evidence),
      },
      reply: { name: 'verdict', schema: z.object({ verdict: z.enum(['yes', 'no', 'unknown']) }) },
      taskId: task,
      attempt: 0,
    });
    try {
      verdicts.set(rubric, (await reply).value.verdict);
    } catch (error) {
      if (!(error instanceof UnusableReplyError)) throw error;
      verdicts.set(rubric, 'unknown');
    }
  }
  return verdicts;
}
