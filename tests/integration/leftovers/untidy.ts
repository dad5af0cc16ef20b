import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';

const WRITES_FOR_EVER = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  setInterval(() => {
    mkdirSync(process.argv[1] + '/deep/down', { recursive: true });
    writeFileSync(process.argv[1] + '/deep/down/' + Math.random(), 'x');
  }, 1);
`;

test('leaves a file, and where it is told to a process that writes on and on', { timeout: 120_000 }, async () => {
  writeFileSync(join(tmpdir(), 'left'), 'x');
  if (process.env.UNTIDY !== 'for ever') return;
  spawn(process.execPath, ['--eval', WRITES_FOR_EVER, tmpdir()], { stdio: 'ignore' });
  await pause(100_000);
});
