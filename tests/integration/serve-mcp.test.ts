import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { pythonWith } from '../fixtures/python.ts';
import { type ServedRun, servedHere } from '../fixtures/served-run.ts';

const PATIENT = 600_000;
const python = await pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of MCP by its Python clients');

let run: PlayableRun;
let served: ServedRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  served = await servedHere(run);
}, PATIENT);
afterAll(() => served.stop());

test.skipIf(python === null)(
  'the agent of docs/serve.md plays, reads why it failed, and leaves nothing open',
  { timeout: PATIENT },
  async () => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'serve.md'), 'utf8');
    const program = /```python\n(import asyncio.*?)```/s.exec(page)?.[1] ?? '';
    expect(program.split('\n').length).toBeLessThanOrEqual(40);
    const here = program
      .replace('http://127.0.0.1:8421', served.control)
      .replace('range(3)', `range(${run.tasks.length})`);
    const said = (await python?.run(here, [], { CARTWRIGHT_TOKEN: served.token })) ?? '';
    for (const { instruction } of run.tasks) expect(said).toContain(`${instruction} done `);
    expect(said).toMatch(/^ {3}(yes|no|unknown) /m);
    expect((await served.asked('GET', '/episodes')).episodes).toEqual([]);
  },
);
