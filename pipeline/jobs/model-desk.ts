import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ModelError } from '../../schemas/errors.ts';
import { ModelReply, ModelRequest, type Models, type StoredReply, Verdict } from '../../schemas/model.ts';
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

/**
 * Answers what workers ask of models, through the models of the run that started the jobs: one place keeps limits,
 * budget and replies for all of them, and the keys stay where it is. A question that comes again while it is being
 * answered is the same question; one that comes later is answered from the store.
 */
export class ModelDesk {
  readonly channel = `cartwright:questions:${randomUUID()}`;
  readonly #models: Models;
  readonly #wire: Wire;
  readonly #onError: (error: Error) => void;
  readonly #underWay = new Set<string>();

  private constructor(models: Models, wire: Wire, onError: (error: Error) => void) {
    this.#models = models;
    this.#wire = wire;
    this.#onError = onError;
  }

  /** `onError` is told what is no model's fault: it ends the run. */
  static async open(models: Models, wire: Wire, onError: (error: Error) => void): Promise<ModelDesk> {
    const desk = new ModelDesk(models, wire, onError);
    await wire.listen(desk.channel, (message) => desk.#hear(message));
    return desk;
  }

  close(): void {
    this.#wire.close();
  }

  async #hear(message: string): Promise<void> {
    const heard = messageIn(message);
    if (heard === null || this.#underWay.has(heard.call)) return;
    const { call, answerTo } = heard;
    this.#underWay.add(call);
    try {
      const said = 'verdict' in heard ? this.#note(heard.verdict) : await this.#answer(heard.request, heard.taskId);
      // Lost with the connection, it is asked for again.
      await this.#wire.send(answerTo, JSON.stringify({ call, said } satisfies Answer)).catch(() => 0);
    } finally {
      this.#underWay.delete(call);
    }
  }

  #note(verdict: Verdict): Answer['said'] {
    this.#models.learn?.(verdict);
    return { kind: 'noted' };
  }

  async #answer(request: ModelRequest, taskId: string): Promise<Answer['said']> {
    try {
      const { digest, reply }: StoredReply = await this.#models.ask(request, taskId);
      return { kind: 'reply', digest, reply };
    } catch (error) {
      if (!(error instanceof ModelError)) this.#onError(error as Error);
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
