import { describe, expect, test } from 'vitest';
import { requestDigest } from '../../../models/reply-store.ts';
import { askMany, batchWorld, digestOf, fromBatch, HOUR, LINE_NANO } from '../../fixtures/batch-world.ts';
import { goodLine } from '../../fixtures/fake-batches.ts';

describe('what fails', () => {
  test('in single lines is submitted again, and online after so many batches', async () => {
    const { provider, online, start, ask } = batchWorld();
    const bad = new Set([0, 1, 2, 3].map(digestOf));
    provider.fate = () => ({
      line: (id) => (bad.has(id) ? { response: { status_code: 503, body: '' } } : goodLine(id)),
    });
    const { gateway, store } = start({ pace: { submissions: 3 } });
    expect(await ask(gateway, 8, 10 * HOUR)).toEqual([...Array(4).fill('online'), ...fromBatch(8).slice(4)]);
    expect(provider.counts).toEqual([8, 4, 4]);
    expect(online).toHaveLength(4);
    expect(store.counts()[0]?.failures).toEqual({ server_error: 12 });
  });

  test('because a line is refused is asked online, which says why', async () => {
    const { provider, online, start, ask } = batchWorld();
    const refused = { response: { status_code: 400, body: { error: { message: 'maximum context length' } } } };
    provider.fate = () => ({ line: (id) => (id === digestOf(2) ? refused : goodLine(id)) });
    const { gateway } = start();
    expect((await ask(gateway, 5))[2]).toBe('online');
    expect(online.map(requestDigest)).toEqual([digestOf(2)]);
  });

  test('because results lack lines is submitted again, after they were read again', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = (number) => ({ line: (id, place) => (number === 1 && place < 3 ? null : goodLine(id)) });
    const { gateway, store } = start();
    expect(await ask(gateway, 6, 3 * HOUR)).toEqual(fromBatch(6));
    expect(store.counts()[0]?.failures).toEqual({ batch_line_failed: 3 });
    expect(provider.calls.filter((call) => call === 'read')).toHaveLength(4);
    expect(provider.counts).toEqual([6, 3]);
  });

  test('because results arrive broken is read again and not submitted again', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = () => ({ tornOnce: true });
    const { gateway, budget } = start();
    expect(await ask(gateway, 6, 3 * HOUR)).toEqual(fromBatch(6));
    expect(provider.lines).toHaveLength(6);
    expect(budget.spentNano).toBe(6 * LINE_NANO);
  });

  test('because results are not there yet is looked for again and not submitted again', async () => {
    const { provider, start, ask } = batchWorld();
    provider.fate = () => ({ namesFilesLate: true });
    expect(await ask(start().gateway, 6, 3 * HOUR)).toEqual(fromBatch(6));
    expect(provider.lines).toHaveLength(6);
  });

  test('because the batch expired is submitted again', async () => {
    const { provider, start, ask } = batchWorld();
    const expired = { response: null, error: { code: 'batch_expired', message: 'too late' } };
    provider.fate = (number) =>
      number === 1 ? { ends: 'expired', line: (id, place) => (place < 2 ? goodLine(id) : expired) } : {};
    const { gateway } = start();
    expect(await ask(gateway, 7, 3 * HOUR)).toEqual(fromBatch(7));
    expect(provider.counts).toEqual([7, 5]);
  });

  test('because the provider has no room is submitted in smaller batches, one after another', async () => {
    const { clock, provider, start, ask } = batchWorld();
    provider.lastsMs = 60_000;
    const noRoom = [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached', line: null }];
    provider.fate = (number) => (number === 1 ? { ends: 'failed', errors: noRoom } : {});
    const { gateway } = start({ pace: { submissions: 1 } });
    expect(await ask(gateway, 16, HOUR)).toEqual(fromBatch(16));
    expect(provider.counts).toEqual([16, 8, 8]);
    const [, second, third] = provider.made;
    expect(third!.createdMs - second!.createdMs).toBeGreaterThan(60_000);
    void askMany(gateway, 16, 100);
    await clock.run(HOUR);
    expect(provider.counts).toEqual([16, 8, 8, 16]);
  });

  test('because a line does not pass validation goes online, and the others into another batch', async () => {
    const { provider, online, start, ask } = batchWorld();
    provider.fate = (number) =>
      number === 1 ? { ends: 'failed', errors: [{ code: 'invalid', message: 'no', line: 2 }] } : {};
    const { gateway } = start();
    await ask(gateway, 5, 4 * HOUR);
    expect(online.map(requestDigest)).toEqual([provider.made[0]!.ids[1]]);
    expect(provider.counts).toEqual([5, 4]);
  });

  test('batch after batch ends the run with what the provider says', async () => {
    const { clock, provider, start } = batchWorld();
    provider.fate = () => ({ ends: 'failed', errors: [{ code: 'model_not_allowed', message: 'no', line: null }] });
    const { gateway } = start();
    const asked = askMany(gateway, 5);
    await clock.run(30 * HOUR);
    for (const one of await asked) {
      expect(one).toMatchObject({ status: 'rejected', reason: { ends: true } });
      expect(one.status === 'rejected' && one.reason.message).toMatch(/failed 3 batches.*model_not_allowed/);
    }
    expect(provider.made).toHaveLength(3);
  });

  test('because the provider takes no line of it is not asked online at the full price', async () => {
    const { provider, online, start, ask } = batchWorld();
    const refuse = (line: number) => ({ code: 'model_not_found', message: 'not in batches', line });
    provider.fate = () => ({ ends: 'failed', errors: [1, 2, 3, 4, 5].map(refuse) });
    for (const text of await ask(start().gateway, 5, 30 * HOUR))
      expect(text).toMatch(/failed 3 batches.*not in batches/);
    expect(online).toHaveLength(0);
  });

  test('because there is no Batch API ends the run and says so', async () => {
    const { provider, start, ask } = batchWorld();
    provider.failing.push({ call: 'upload', status: 404 });
    const { gateway, budget } = start();
    expect((await ask(gateway, 5, 10_000))[0]).toMatch(/batches\.test.*404.*leave out --batch/);
    expect(budget.open).toBe(0);
  });

  test('is waited for while the provider does not answer', async () => {
    const { provider, start, ask } = batchWorld();
    for (let time = 0; time < 10; time++) provider.failing.push({ call: 'show', status: time % 2 === 0 ? null : 503 });
    provider.failing.push(
      { call: 'upload', status: 500 },
      { call: 'read', status: null },
      { call: 'read', status: 429 },
    );
    const { gateway } = start();
    expect(await ask(gateway, 5, 3 * HOUR)).toEqual(fromBatch(5));
    expect(provider.lines).toHaveLength(5);
  });
});
