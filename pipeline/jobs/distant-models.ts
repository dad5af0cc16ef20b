import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../schemas/clock.ts';
import { ModelError } from '../../schemas/errors.ts';
import type { ModelRequest, Models, StoredReply, Verdict } from '../../schemas/model.ts';
import { answerIn, type Message } from './model-desk.ts';
import type { Wire } from './wire.ts';

interface Call {
  readonly message: Message;
  readonly resolve: (reply: StoredReply) => void;
  readonly reject: (error: Error) => void;
  cancelRepeat: () => void;
}

/** Time in ms after which a question that was not answered is put again: the answer may have been lost on the way. */
const REPEAT_MS = 10_000;
/** Time in ms that nobody may listen before a run is taken for gone: it may only be starting again. */
const LONGEST_SILENCE_MS = 60_000;

/** Thrown where a run's coordinator answers no more, or this worker is to stop: the job is to be left undone. */
export class OutOfTouch extends ModelError {}

/** Models that are asked through the coordinator of a run, from any machine. */
export class DistantModels implements Models {
  readonly #wire: Wire;
  readonly #channel: string;
  readonly #answerTo = `cartwright:answers:${randomUUID()}`;
  readonly #clock: Clock;
  readonly #calls = new Map<string, Call>();
  #silentSince: number | null = null;
  #ended: OutOfTouch | null = null;

  private constructor(wire: Wire, channel: string, clock: Clock) {
    this.#wire = wire;
    this.#channel = channel;
    this.#clock = clock;
  }

  /** `channel` is where the coordinator of the run listens. */
  static async open(wire: Wire, channel: string, clock: Clock = systemClock): Promise<DistantModels> {
    const models = new DistantModels(wire, channel, clock);
    await wire.listen(models.#answerTo, (message) => models.#hear(message));
    return models;
  }

  /** Why nothing can be asked any more; null while it can. */
  get ended(): OutOfTouch | null {
    return this.#ended;
  }

  ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const call = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<StoredReply>();
    this.#say({ call, answerTo: this.#answerTo, taskId, request }, resolve, reject);
    return promise;
  }

  learn(verdict: Verdict): void {
    if (this.#ended !== null) return;
    const nobodyWaits = () => {};
    this.#say({ call: randomUUID(), answerTo: this.#answerTo, verdict }, nobodyWaits, nobodyWaits);
  }

  /** Gives up what is asked; replies that come are kept by the coordinator. */
  end(reason: string): void {
    this.#ended ??= new OutOfTouch(reason, { ends: true });
    for (const { cancelRepeat, reject } of this.#calls.values()) {
      cancelRepeat();
      reject(this.#ended);
    }
    this.#calls.clear();
  }

  close(): void {
    this.end('the models were closed');
    this.#wire.close();
  }

  #say(message: Message, resolve: Call['resolve'], reject: Call['reject']): void {
    this.#calls.set(message.call, { message, resolve, reject, cancelRepeat: () => {} });
    void this.#put(message.call);
  }

  async #put(id: string): Promise<void> {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    const listeners = await this.#wire.send(this.#channel, JSON.stringify(call.message)).catch(() => 0);
    this.#note(listeners);
    if (this.#calls.has(id)) call.cancelRepeat = this.#clock.after(REPEAT_MS, () => void this.#put(id));
  }

  #note(listeners: number): void {
    const now = this.#clock.now();
    if (listeners > 0) this.#silentSince = null;
    else this.#silentSince ??= now;
    if (this.#silentSince !== null && now - this.#silentSince >= LONGEST_SILENCE_MS)
      this.end(`nobody has answered for ${LONGEST_SILENCE_MS / 1000} seconds; the run is over or was stopped`);
  }

  #hear(message: string): void {
    const answer = answerIn(message);
    const call = answer === null ? undefined : this.#calls.get(answer.call);
    if (answer === null || call === undefined) return;
    this.#calls.delete(answer.call);
    call.cancelRepeat();
    const { said } = answer;
    if (said.kind === 'reply') call.resolve({ digest: said.digest, reply: said.reply });
    else if (said.kind === 'none')
      call.reject(new ModelError(said.reason, { ends: said.ends, mendable: said.mendable }));
  }
}
