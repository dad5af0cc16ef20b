import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

const INTERRUPT = new URL('../../cli/interrupt.ts', import.meta.url).href;

const ofScript = (script: string) => ['--input-type=module', '--eval', script];
const started = (script: string) => spawn(process.execPath, ofScript(script));
/** As npm starts it: below a shell. */
const startedByNpm = (script: string) =>
  spawn('sh', ['-c', '"$0" "$@"; true', process.execPath, ...ofScript(script)], {
    env: { ...process.env, npm_lifecycle_event: 'serve' },
  });

/** A command that goes on for so many milliseconds after it was asked to stop. */
async function commandThatStopsAfter(ms: number, start = started) {
  const script = `
    import { Interrupted, withInterrupt } from ${JSON.stringify(INTERRUPT)};
    process.exitCode = await withInterrupt(async (signal) => {
      const stopped = new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, ${ms})));
      const alive = setInterval(() => {}, 1000);
      console.log('ready');
      await stopped;
      clearInterval(alive);
      throw new Interrupted('3 tasks are done and kept');
    });
  `;
  const child = start(script);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child.stdout, 'data');
  return {
    child,
    async end() {
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      return { code, signal, stderr };
    },
  };
}

const IN_GOOD_ORDER = 'interrupted; 3 tasks are done and kept; run the same command again to go on\n';

describe.concurrent('a command that is asked to stop', () => {
  test('stops in good order when npm ends with its shell', async () => {
    const { child, end } = await commandThatStopsAfter(0, startedByNpm);
    const ended = end();
    child.kill('SIGTERM');
    // Its output is closed once the command itself is gone.
    expect((await ended).stderr).toBe(IN_GOOD_ORDER);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'finishes what is under way, says how to go on, and ends after %s with exit code %d',
    async (name, code) => {
      const { child, end } = await commandThatStopsAfter(50);
      child.kill(name);
      expect(await end()).toEqual({ code, signal: null, stderr: IN_GOOD_ORDER });
    },
  );

  test('takes two signals in the same moment for one: npm hands on what the terminal has sent already', async () => {
    const { child, end } = await commandThatStopsAfter(200);
    child.kill('SIGINT');
    await pause(50);
    child.kill('SIGINT');
    expect(await end()).toEqual({ code: 130, signal: null, stderr: IN_GOOD_ORDER });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends at once when it is asked again by %s', async (name) => {
    const { child, end } = await commandThatStopsAfter(60_000);
    child.kill('SIGINT');
    await pause(700);
    child.kill(name);
    expect(await end()).toEqual({ code: null, signal: name, stderr: '' });
  });

  test('says that it has not forgotten, where that takes longer', async () => {
    const { child, end } = await commandThatStopsAfter(2000);
    child.kill('SIGINT');
    const { code, stderr } = await end();
    expect(code).toBe(130);
    expect(stderr).toMatch(/^finishing what is under way; Ctrl-C again ends at once.*\ninterrupted; /);
  });
});
