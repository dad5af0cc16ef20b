import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { playableRun } from '../fixtures/episodes.ts';
import { type ServedRun, servedHere } from '../fixtures/served-run.ts';

describe('sockets of OpenEnv', () => {
  let served: ServedRun;
  beforeAll(async () => {
    served = await servedHere(await playableRun('ecomagentbench'), { capacity: 50 });
  });
  afterAll(async () => {
    await served.stop();
  });
  const opened = async () => {
    const socket = new WebSocket(`${served.control.replace('http', 'ws')}/t/${served.token}/openenv/ws`);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    return socket;
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, each looked at by one test
  const answer = async (socket: WebSocket, message: unknown): Promise<any> => {
    const came = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())));
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return JSON.parse(await came);
  };

  test('1,000 killed sockets leak no place', { timeout: 600_000 }, async () => {
    for (let round = 0; round < 20; round++) {
      const sockets = await Promise.all(Array.from({ length: 50 }, opened));
      for (const socket of sockets)
        expect((await answer(socket, { type: 'reset', data: {} })).type, `round ${round}`).toBe('observation');
      const [one] = sockets;
      const full = await answer(await opened(), { type: 'reset', data: {} });
      expect(full.data).toMatchObject({ code: 'CAPACITY_REACHED', max_sessions: 50 });
      expect(full.data.retry_after_seconds).toBeGreaterThan(0);
      expect(one).toBeDefined();
      for (const socket of sockets) socket.terminate();
      while ((await served.asked('GET', '/episodes')).episodes.length > 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await served.asked('GET', '/health')).episodes).toBe(0);
  });

  test.each([
    ['{', 'INVALID_JSON'],
    [{ type: 'fly' }, 'UNKNOWN_TYPE'],
    [[], 'UNKNOWN_TYPE'],
    [{ type: 'step', data: { type: 'call_tool' } }, 'VALIDATION_ERROR'],
    [{ type: 'step', data: { type: 'call_tool', tool_name: 'search_products' } }, 'SESSION_ERROR'],
    [{ type: 'reset', data: { task_id: 'none' } }, 'EXECUTION_ERROR'],
  ])('%j is answered with %s, and the socket stays', async (message, code) => {
    const socket = await opened();
    expect(await answer(socket, message)).toMatchObject({ type: 'error', data: { code } });
    expect((await answer(socket, { type: 'state' })).data).toEqual({ episode_id: null, step_count: 0 });
    socket.terminate();
  });

  test('a socket without the token is turned away', async () => {
    const socket = new WebSocket(`${served.control.replace('http', 'ws')}/openenv/ws`);
    const refused = await new Promise((resolve) => socket.on('error', (error) => resolve(error.message)));
    expect(refused).toBe('Unexpected server response: 401');
  });
});
