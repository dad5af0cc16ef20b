import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Breaker, DRAFTS_JUDGED, GuardedModels, type NewReply } from '../../models/breaker.ts';
import { requestDigest } from '../../models/reply-store.ts';
import { ModelError } from '../../schemas/errors.ts';
import type { ModelRequest, Role, StoredReply } from '../../schemas/model.ts';
import { everythingSettled } from '../fixtures/fake-clock.ts';
import { replyOf, requestOf } from './requests.ts';

const SETTINGS = { maxUnusable: 3, minPassing: 0.05 };
const PROBLEM = 'it is not one JSON object';

let made = 0;
const newReply = (role: Role, changes: Partial<NewReply> = {}): NewReply => {
  made += 1;
  return { digest: `d${made}`, taskId: `t${made}`, role, model: 'm', text: 'I like turtles.', ...changes };
};

describe('a breaker', () => {
  test('ends a run at the last of so many unusable replies in a row, with role, model and that reply', () => {
    const breaker = new Breaker(SETTINGS);
    const errors = [1, 2, 3].map(() => breaker.replied(newReply('judge'), PROBLEM));
    expect(errors.slice(0, 2)).toEqual([null, null]);
    expect(errors[2]).toMatchObject({
      mendable: true,
      message:
        'none of 3 replies in a row of m as judge can be used; the last reads "I like turtles." (it is not one JSON object); check what the endpoint serves, or name another --judge-model, then run the same command again (--max-unusable gives up later)',
    });
  });

  test('names no option that an evaluation has not', () => {
    const breaker = new Breaker(SETTINGS);
    const [, , ended] = [1, 2, 3].map(() => breaker.replied(newReply('shopper'), PROBLEM));
    expect(ended?.message).toMatch(/or name another --user model:<name>, then run the same command again$/);
  });

  test('counts what one model sends in several roles together', () => {
    const breaker = new Breaker(SETTINGS);
    breaker.replied(newReply('query_writer'), PROBLEM);
    breaker.replied(newReply('persona_writer'), PROBLEM);
    expect(breaker.replied(newReply('query_writer'), PROBLEM)?.message).toMatch(
      /^none of 3 replies in a row of m as query writer and persona writer can be used; the last, as query writer, reads /,
    );
  });

  test('is not stopped by what other roles send from ending the one that sends nothing usable', () => {
    const breaker = new Breaker(SETTINGS);
    const errors = [1, 2, 3].map(() => {
      breaker.replied(newReply('persona_writer'), null);
      return breaker.replied(newReply('query_writer'), PROBLEM);
    });
    expect(errors.map((error) => error?.message.slice(0, 49))).toEqual([
      undefined,
      undefined,
      'none of 3 replies in a row of m as query writer c',
    ]);
  });

  test('ends no run in which a usable reply comes before the last of each row', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom<Role>('judge', 'query_writer'), fc.nat(2))), (rows) => {
        const breaker = new Breaker(SETTINGS);
        const errors = rows.flatMap(([role, unusable]) => [
          ...Array.from({ length: unusable }, () => breaker.replied(newReply(role, { model: role }), PROBLEM)),
          breaker.replied(newReply(role, { model: role }), null),
        ]);
        expect(errors.every((error) => error === null)).toBe(true);
        expect(breaker.wasted).toEqual([]);
      }),
    );
  });

  test('names the replies of the broken model since the last usable one, also those that come after the end', () => {
    const breaker = new Breaker(SETTINGS);
    const opinions = newReply('opinion_proposer');
    const queries = [1, 2, 3].map(() => newReply('query_writer'));
    breaker.replied(newReply('query_writer'), PROBLEM);
    breaker.replied(newReply('query_writer'), null);
    breaker.replied(newReply('judge', { model: 'another' }), PROBLEM);
    breaker.replied(opinions, PROBLEM);
    expect(breaker.wasted).toEqual([]);
    for (const reply of queries) breaker.replied(reply, PROBLEM);
    breaker.replied(newReply('opinion_proposer'), null);
    expect(breaker.wasted).toEqual([opinions, ...queries]);
  });

  test.each([
    ['a long reply', 'x'.repeat(500), `"${'x'.repeat(120)}…"`],
    ['lines and marks of direction', 'a\n\u202eb\u001b[2J', '"a b [2J"'],
    ['an empty one', '', '""'],
  ])('quotes %s in one short line', (_, text, quoted) => {
    const breaker = new Breaker({ ...SETTINGS, maxUnusable: 1 });
    expect(breaker.replied(newReply('judge', { text }), PROBLEM)?.message).toContain(`reads ${quoted} (it is not`);
  });

  test('ends a run when fewer drafts than asked pass, with the gate that turned down most', () => {
    const breaker = new Breaker(SETTINGS);
    const passing = DRAFTS_JUDGED * SETTINGS.minPassing;
    const first = Array.from({ length: DRAFTS_JUDGED }, (_, at) =>
      breaker.drafted(at < passing ? [] : at % 3 === 0 ? ['leak', 'slots'] : ['leak']),
    );
    expect(first.filter((error) => error !== null)).toEqual([]);
    expect(breaker.drafted(['slots'])).toMatchObject({
      mendable: true,
      message:
        '9 of the last 200 drafts passed the gates, a smaller share than --min-passing 0.05; the gate "leak" turned down most, 190 of them; name a stronger --model, or run the same command with a lower --min-passing',
    });
  });

  test('judges no drafts while they are few, nor ever where none has to pass', () => {
    const strict = new Breaker({ ...SETTINGS, minPassing: 1 });
    const lenient = new Breaker({ ...SETTINGS, minPassing: 0 });
    for (let at = 1; at < DRAFTS_JUDGED; at++) expect(strict.drafted(['leak'])).toBeNull();
    for (let at = 0; at < 3 * DRAFTS_JUDGED; at++) expect(lenient.drafted(['leak'])).toBeNull();
  });
});

/** Models that answer when they are told to. */
function guarded(isNew = true, probes?: number | null) {
  const waiting: { readonly request: ModelRequest; readonly reply: (reply: StoredReply) => void }[] = [];
  let ended: Error | null = null;
  const inner = {
    ask: (request: ModelRequest) =>
      ended === null
        ? new Promise<StoredReply>((reply) => waiting.push({ request, reply }))
        : Promise.reject<StoredReply>(ended),
    end(reason: Error) {
      ended = reason;
    },
  };
  const models = new GuardedModels(inner, SETTINGS, probes);
  const ask = async (attempt: number, problem: string | null) => {
    const { digest } = await models.ask(requestOf({ attempt }), `t${attempt}`);
    models.learn({ of: 'reply', digest, problem });
  };
  const answer = async () => {
    for (const { request, reply } of waiting.splice(0))
      reply({ digest: requestDigest(request), reply: replyOf('I like turtles.'), isNew });
    await everythingSettled();
  };
  return { models, waiting, ask, answer };
}

describe('guarded models', () => {
  test('are asked no more, of however many that want to, than shows that they are no use', async () => {
    const { models, waiting, ask, answer } = guarded();
    const errors = Array.from({ length: 50 }, (_, at) => ask(at, PROBLEM).catch((error: Error) => error));
    await everythingSettled();
    expect(waiting).toHaveLength(3);
    await answer();
    expect(waiting).toHaveLength(0);
    expect((await Promise.all(errors)).filter((error) => error === models.end)).toHaveLength(47);
    expect(models.end).toBeInstanceOf(ModelError);
    expect(models.wasted.map(({ taskId }) => taskId)).toEqual(['t0', 't1', 't2']);
  });

  test('are asked all at once from their first usable reply on', async () => {
    const { waiting, ask, answer } = guarded();
    for (let at = 0; at < 50; at++) void ask(at, at === 0 ? null : PROBLEM).catch(() => undefined);
    await everythingSettled();
    await answer();
    expect(waiting).toHaveLength(47);
  });

  test('are not held back where a batch takes them all', async () => {
    const { waiting, ask } = guarded(true, null);
    for (let at = 0; at < 50; at++) void ask(at, PROBLEM);
    await everythingSettled();
    expect(waiting).toHaveLength(50);
  });

  test('are not broken by what was recorded before, and have places for the rest', async () => {
    const { models, waiting, ask, answer } = guarded(false);
    const all = Array.from({ length: 50 }, (_, at) => ask(at, PROBLEM));
    for (let round = 0; round < 50; round++) await answer();
    await Promise.all(all);
    expect([models.end, waiting.length]).toEqual([null, 0]);
  });

  test('remember of several errors the first one that ended the run', async () => {
    const errors = [
      new ModelError('gave up on one task'),
      new ModelError('the key is refused', { mendable: true }),
      new ModelError('the budget is used up', { ends: true }),
    ];
    const left = errors.values();
    const inner = { ask: () => Promise.reject<StoredReply>(left.next().value as Error), end: () => {} };
    const models = new GuardedModels(inner, SETTINGS);
    for (const [at, error] of errors.entries()) {
      await expect(models.ask(requestOf(), 'task-1')).rejects.toBe(error);
      expect(models.end).toBe(at === 0 ? null : errors[1]);
    }
  });
});
