import { expect, test } from 'vitest';
import { requestDigest } from '../../../models/reply-store.ts';
import { OutOfTouch, openDistantModels } from '../../../pipeline/jobs/distant-models.ts';
import { openModelDesk } from '../../../pipeline/jobs/model-desk.ts';
import type { Wire } from '../../../pipeline/jobs/wire.ts';
import { ConfigError, ModelError } from '../../../schemas/errors.ts';
import type { ModelRequest, Models, StoredReply, Verdict } from '../../../schemas/model.ts';
import { everythingSettled, FakeClock } from '../../fixtures/fake-clock.ts';
import { requestOf as anyRequest } from '../../models/requests.ts';

/** Two ends of a wire in one process; what it is told to lose is heard by nobody. */
class MemoryWire implements Wire {
  readonly #listeners = new Map<string, (message: string) => void>();
  readonly sent: string[] = [];
  loses: (message: string) => boolean = () => false;

  async send(channel: string, message: string): Promise<number> {
    this.sent.push(message);
    const hear = this.#listeners.get(channel);
    if (hear === undefined) return 0;
    if (!this.loses(message)) hear(message);
    return 1;
  }

  async listen(channel: string, hear: (message: string) => void): Promise<void> {
    this.#listeners.set(channel, hear);
  }

  /** As when a coordinator ends. */
  cut(): void {
    this.#listeners.clear();
  }

  close(): void {}
}

async function connected(answer: (request: ModelRequest, taskId: string) => Promise<StoredReply>) {
  const wire = new MemoryWire();
  const clock = new FakeClock();
  const asked: string[] = [];
  const learned: Verdict[] = [];
  const errors: Error[] = [];
  const models: Models = {
    ask(request, taskId) {
      asked.push(taskId);
      return answer(request, taskId);
    },
    learn: (verdict) => learned.push(verdict),
  };
  const desk = await openModelDesk(models, wire, (error) => errors.push(error));
  const distant = await openDistantModels(wire, desk.channel, clock);
  return { wire, clock, asked, learned, errors, desk, distant };
}

const requestOf = (attempt: number) => anyRequest({ attempt });
const REQUEST = requestOf(1);
const REPLY: StoredReply = {
  digest: requestDigest(REQUEST),
  reply: { text: 'a light tent', finish: 'stop', model: 'm', usage: { input_tokens: 1, output_tokens: 2 } },
};

test('a reply comes back as the models gave it', async () => {
  const { distant, asked } = await connected(async () => REPLY);
  expect(await distant.ask(REQUEST, 't0')).toEqual(REPLY);
  expect(asked).toEqual(['t0']);
});

test('many questions at once each get their own reply', async () => {
  const { distant } = await connected(async (request) => ({ ...REPLY, digest: requestDigest(request) }));
  const requests = Array.from({ length: 20 }, (_, number) => requestOf(number));
  const replies = await Promise.all(requests.map((request) => distant.ask(request, 't')));
  expect(replies.map(({ digest }) => digest)).toEqual(requests.map(requestDigest));
});

test('a question that is still being answered is not put to the models again', async () => {
  const { promise, resolve } = Promise.withResolvers<StoredReply>();
  const { distant, clock, asked, wire } = await connected(() => promise);
  const reply = distant.ask(REQUEST, 't0');
  await clock.run(60_000);
  expect(wire.sent.length).toBeGreaterThan(3);
  resolve(REPLY);
  expect(await reply).toEqual(REPLY);
  expect(asked).toEqual(['t0']);
});

test('a question or an answer that is lost on the way is put again', async () => {
  const { distant, clock, wire } = await connected(async () => REPLY);
  let losses = 2;
  wire.loses = () => losses-- > 0;
  const reply = distant.ask(REQUEST, 't0');
  await clock.run(30_000);
  expect(await reply).toEqual(REPLY);
});

test('what became of replies and drafts arrives, also where it is lost on the way', async () => {
  const { distant, clock, wire, learned } = await connected(async () => REPLY);
  const verdicts: readonly Verdict[] = [
    { of: 'reply', digest: REPLY.digest, problem: 'it is empty' },
    { of: 'draft', failed: ['title leak'] },
  ];
  let losses = 1;
  wire.loses = () => losses-- > 0;
  for (const verdict of verdicts) distant.learn(verdict);
  await clock.run(30_000);
  expect(learned).toHaveLength(2);
  expect(learned).toEqual(expect.arrayContaining([...verdicts]));
  expect(clock.pending).toBe(0);
});

test('a model that did not deliver is told as it was', async () => {
  const { distant, errors } = await connected(async () => {
    throw new ModelError('the budget is used up', { ends: true });
  });
  const error = await distant.ask(REQUEST, 't0').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ message: 'the budget is used up', ends: true });
  expect([errors, distant.ended]).toEqual([[], null]);
});

test('what the user has to mend ends the run where it was started', async () => {
  const mend = new ConfigError('the store is damaged');
  const { distant, errors } = await connected(async () => {
    throw mend;
  });
  await expect(distant.ask(REQUEST, 't0')).rejects.toMatchObject({ ends: true });
  expect(errors).toEqual([mend]);
});

test('who is not heard for a minute gives up, whatever else was asked', async () => {
  const { distant, clock, wire } = await connected(() => new Promise(() => {}));
  const first = distant.ask(REQUEST, 't0').catch((error: unknown) => error);
  await everythingSettled();
  wire.cut();
  const second = distant.ask(requestOf(2), 't1').catch((error: unknown) => error);
  await clock.run(80_000);
  expect(await first).toBeInstanceOf(OutOfTouch);
  expect(await second).toBeInstanceOf(OutOfTouch);
  await expect(distant.ask(REQUEST, 't2')).rejects.toBe(distant.ended);
  expect(clock.pending).toBe(0);
});

test('a coordinator that is away for less than a minute is waited for', async () => {
  const { distant, clock, wire, desk } = await connected(async () => REPLY);
  wire.cut();
  const reply = distant.ask(REQUEST, 't0');
  await clock.run(30_000);
  expect(distant.ended).toBeNull();
  expect(desk.channel).not.toBe('');
  distant.end('over');
  await expect(reply).rejects.toThrow('over');
});

test('what is no question and no answer is passed over', async () => {
  const { distant, wire, desk } = await connected(async () => REPLY);
  for (const message of ['', 'null', '{}', '{"call":"1"}']) await wire.send(desk.channel, message);
  expect(await distant.ask(REQUEST, 't0')).toEqual(REPLY);
});
