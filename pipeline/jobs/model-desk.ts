import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ModelError } from '../../schemas/errors.ts';
import { ModelReply, ModelRequest, type Models, Verdict } from '../../schemas/model.ts';
import type { Wire } from './wire.ts';

const CALL = { call: z.string(), answerTo: z.string() };

/** Message of a worker: the same under the same name again, until it hears an answer. */
const Message = z.union([
  z.strictObject({ ...CALL, taskId: z.string(), request: ModelRequest }),
  z.strictObject({ ...CALL, verdict: Verdict }),
]);
export type Message = z.infer<typeof Message>;

const Answer = z.strictObject({
  call: z.string(),
  said: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('reply'), digest: z.string(), reply: ModelReply }),
    /** A verdict has arrived. */
    z.strictObject({ kind: z.literal('noted') }),
    /** An answer without a reply: the parts of a ModelError. */
    z.strictObject({ kind: z.literal('none'), reason: z.string(), ends: z.boolean(), mendable: z.boolean() }),
  ]),
});
type Answer = z.infer<typeof Answer>;

interface ModelDesk {
  readonly channel: string;
  close(): void;
}

/**
 * Answers what workers ask of models, through the models of the run that started the jobs: one place keeps limits,
 * budget and replies for all of them, and the keys stay where it is. A question that comes again while it is being
 * answered is the same question; one that comes later is answered from the store. `onError` is told what is no model's
 * fault: it ends the run.
 */
export async function openModelDesk(models: Models, wire: Wire, onError: (error: Error) => void): Promise<ModelDesk> {
  const channel = `cartwright:questions:${randomUUID()}`;
  const underWay = new Set<string>();
  await wire.listen(channel, async (message) => {
    const heard = messageIn(message);
    if (heard === null || underWay.has(heard.call)) return;
    const { call, answerTo } = heard;
    underWay.add(call);
    try {
      const said = 'verdict' in heard ? note(heard.verdict) : await answer(heard.request, heard.taskId);
      // Lost with the connection, it is asked for again.
      await wire.send(answerTo, JSON.stringify({ call, said } satisfies Answer)).catch(() => 0);
    } finally {
      underWay.delete(call);
    }
  });
  return { channel, close: () => wire.close() };

  function note(verdict: Verdict): Answer['said'] {
    models.learn?.(verdict);
    return { kind: 'noted' };
  }

  async function answer(request: ModelRequest, taskId: string): Promise<Answer['said']> {
    try {
      const { digest, reply } = await models.ask(request, taskId);
      return { kind: 'reply', digest, reply };
    } catch (error) {
      if (!(error instanceof ModelError)) onError(error as Error);
      const { message, ends, mendable } =
        error instanceof ModelError ? error : new ModelError(String(error), { ends: true });
      return { kind: 'none', reason: message, ends, mendable };
    }
  }
}

function parsed<T>(schema: z.ZodType<T>, message: string): T | null {
  try {
    return schema.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}

const messageIn = (message: string) => parsed(Message, message);
export const answerIn = (message: string) => parsed(Answer, message);
