import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../schemas/clock.ts';
import { ModelError } from '../../schemas/errors.ts';
import type { Models, StoredReply, Verdict } from '../../schemas/model.ts';
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
export interface DistantModels extends Models {
  learn(verdict: Verdict): void;
  /** Why nothing can be asked any more; null while it can. */
  readonly ended: OutOfTouch | null;
  /** Gives up what is asked; replies that come are kept by the coordinator. */
  end(reason: string): void;
  close(): void;
}

/** Opens the models of a run; `channel` is where its coordinator listens. */
export async function openDistantModels(
  wire: Wire,
  channel: string,
  clock: Clock = systemClock,
): Promise<DistantModels> {
  const answerTo = `cartwright:answers:${randomUUID()}`;
  const calls = new Map<string, Call>();
  let silentSince: number | null = null;
  let ended: OutOfTouch | null = null;
  await wire.listen(answerTo, hear);
  return {
    get ended() {
      return ended;
    },
    ask(request, taskId) {
      if (ended !== null) return Promise.reject(ended);
      const { promise, resolve, reject } = Promise.withResolvers<StoredReply>();
      say({ call: randomUUID(), answerTo, taskId, request }, resolve, reject);
      return promise;
    },
    learn(verdict) {
      const nobodyWaits = () => {};
      if (ended === null) say({ call: randomUUID(), answerTo, verdict }, nobodyWaits, nobodyWaits);
    },
    end,
    close() {
      end('the models were closed');
      wire.close();
    },
  };

  function end(reason: string): void {
    ended ??= new OutOfTouch(reason, { ends: true });
    for (const { cancelRepeat, reject } of calls.values()) {
      cancelRepeat();
      reject(ended);
    }
    calls.clear();
  }

  function say(message: Message, resolve: Call['resolve'], reject: Call['reject']): void {
    calls.set(message.call, { message, resolve, reject, cancelRepeat: () => {} });
    void put(message.call);
  }

  async function put(id: string): Promise<void> {
    const call = calls.get(id);
    if (call === undefined) return;
    note(await wire.send(channel, JSON.stringify(call.message)).catch(() => 0));
    if (calls.has(id)) call.cancelRepeat = clock.after(REPEAT_MS, () => void put(id));
  }

  /** Notes how many heard a question. */
  function note(listeners: number): void {
    const now = clock.now();
    if (listeners > 0) silentSince = null;
    else silentSince ??= now;
    if (silentSince !== null && now - silentSince >= LONGEST_SILENCE_MS)
      end(`nobody has answered for ${LONGEST_SILENCE_MS / 1000} seconds; the run is over or was stopped`);
  }

  function hear(message: string): void {
    const answer = answerIn(message);
    const call = answer === null ? undefined : calls.get(answer.call);
    if (answer === null || call === undefined) return;
    calls.delete(answer.call);
    call.cancelRepeat();
    const { said } = answer;
    if (said.kind === 'reply') call.resolve({ digest: said.digest, reply: said.reply });
    else if (said.kind === 'none')
      call.reject(new ModelError(said.reason, { ends: said.ends, mendable: said.mendable }));
  }
}
