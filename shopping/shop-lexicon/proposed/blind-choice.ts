import { z } from 'zod';
import type { Draw } from '../../../schemas/draw.ts';
import { shuffled } from '../../../schemas/draw.ts';
import type { Asker } from '../../../schemas/model.ts';
import { fenced } from '../../../text/fenced-data.ts';

const CANNOT_TELL = 'cannot tell';

/** A question that is asked without what it is about: the words, and what they may stand for. */
export interface BlindQuestion {
  readonly id: string;
  /** Nature of the words, such as "a hint at one value of a field". */
  readonly task: string;
  readonly words: string;
  readonly choices: readonly string[];
  readonly right: string;
}

export interface BlindChoices {
  readonly asker: Asker;
  readonly votes: number;
  drawFor(id: string): Draw;
}

/** Choices of solvers: right ones among those asked. No more are asked once a strict majority is certain either way. */
interface BlindResult {
  readonly asked: number;
  readonly right: number;
  readonly isRecovered: boolean;
  /** The first wrong choice made in the place of the right one; null where there was none. */
  readonly mistaken: string | null;
}

/** Asks solvers who see the words and the choices, in an order of their own, and nothing else. */
export async function choose(
  { id, task, words, choices, right }: BlindQuestion,
  { asker, votes, drawFor }: BlindChoices,
): Promise<BlindResult> {
  const most = Math.floor(votes / 2);
  const picks: string[] = [];
  const counted = () => picks.filter((pick) => pick === right).length;
  while (picks.length < votes && counted() <= most && picks.length - counted() <= votes - 1 - most) {
    const vote = picks.length;
    const shown = shuffled(drawFor(id), `vote ${vote}`, choices);
    const { value } = await asker.ask({
      role: 'blind_solver',
      prompt: 'lexicon/blind_choice.md',
      blanks: {
        task,
        words: fenced('words', words),
        choices: fenced('choices', shown.map((choice, place) => `${place + 1}. ${choice}`).join('\n')),
      },
      reply: {
        name: 'blind_choice',
        schema: z.strictObject({ choice: z.enum([...shown.map((_, place) => String(place + 1)), CANNOT_TELL]) }),
      },
      taskId: id,
      attempt: vote,
    });
    picks.push(shown[Number(value.choice) - 1] ?? CANNOT_TELL);
  }
  return {
    asked: picks.length,
    right: counted(),
    isRecovered: counted() > most,
    mistaken: picks.find((pick) => pick !== right) ?? null,
  };
}
