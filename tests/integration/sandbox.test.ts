import { afterAll, describe, expect, test } from 'vitest';
import { hasInterpreter, Sandbox } from '../../shopping/episode/sandbox.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

describe.runIf(hasInterpreter())('a program of an agent', () => {
  test('a program prints what it calculates', async () => {
    expect(await sandbox.run('print(round(249.9 * 2 * 0.85, 2))')).toEqual({ output: '424.83\n', error: null });
  });

  test.each([
    ['a file', 'print(open("/etc/passwd").read())'],
    ['the environment', 'import os\nprint(os.environ)'],
    ['the network', 'import socket'],
    ['other programs', 'import subprocess'],
    ['the clock', 'from datetime import datetime\nprint(datetime.now())'],
    ['the interpreter', '().__class__.__bases__[0].__subclasses__()'],
    ['more memory than it may have', 'x = "a" * 10 ** 9'],
    ['a stack without end', 'def f():\n    return f()\nf()'],
  ])('a program that reaches for %s gets an error, and nothing else', async (_, code) => {
    const { output, error } = await sandbox.run(code);
    expect([output, typeof error]).toEqual(['', 'string']);
  });

  test('a program without end is stopped, and the next one runs', async () => {
    expect((await sandbox.run('while True:\n    pass')).error).toContain('time limit');
    expect((await sandbox.run('print(1)')).output).toBe('1\n');
  });

  test('a thread that does not answer is ended, and the next program has a new one', async () => {
    const strict = new Sandbox(300);
    expect((await strict.run('while True:\n    pass')).error).toContain('took too long');
    await strict.close();
  });

  test('several programs at once each get their own output', async () => {
    const all = await Promise.all([1, 2, 3, 4].map((number) => sandbox.run(`print(${number})`)));
    expect(all.map(({ output }) => output)).toEqual(['1\n', '2\n', '3\n', '4\n']);
  });
});

test('a sandbox that does not start blames nobody’s program', async () => {
  const broken = new Sandbox(10_000, new URL('data:text/javascript,throw new Error("no interpreter")'));
  await expect(broken.run('print(1)')).rejects.toThrow('the sandbox did not start: no interpreter');
  await broken.close();
});

test('a program that its thread does not survive is told so, and the next one runs', async () => {
  const code = `import { parentPort as port } from 'node:worker_threads';
    port.on('message', (code) => { if (code === 'die') process.exit(1); port.postMessage({ output: code, error: null }); });
    port.postMessage(null);`;
  const fragile = new Sandbox(10_000, new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  expect([await fragile.run('die'), await fragile.run('print(1)')]).toEqual([
    { output: '', error: 'the program was ended: the interpreter stopped' },
    { output: 'print(1)', error: null },
  ]);
  await fragile.close();
});
