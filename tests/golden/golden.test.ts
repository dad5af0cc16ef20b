import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED_SAMPLES } from '../../tools/docs/samples.ts';
import { RECORDED_OUTPUT, SHOWN_COMMANDS } from '../../tools/docs/shown-runs.ts';
import { cartwright, type Ended, PACKAGE_ROOT, workFolder } from '../fixtures/command-line.ts';
import { TRIES_ALL } from '../fixtures/property-runs.ts';

/** What generation decides; the manifest names the code's own digest, which any edit changes. */
const GOLDEN_FILES = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl'];
const GOLDEN = join(import.meta.dirname, 'golden.json');
const RENEWING = process.env.GOLDEN === 'renew';
/** `npm test` looks at the bytes of one short run, and leaves the rest to `npm run test:all`. */
const LOOKS_AT_ALL = RENEWING || TRIES_ALL;
const HOW_TO_RENEW =
  'Generation gives other bytes than the last recorded run. If that was the purpose of a change, record them with ' +
  '"npm run golden", read the difference, and give the counts before and after in the commit. If not, something now ' +
  'depends on more than the seed and the catalog (or Node brought other Unicode tables).';

const LAZADA = join(PACKAGE_ROOT, 'raw', 'sample', 'lazada-documents.jsonl.gz');

const small = (name: string, ...options: readonly string[]) => [
  ...['build:dataset', '--out', name, '--workers', '1'],
  ...options,
];

/** Runs of the bundled catalogs, those that the pages show among them, and how each ends. */
const RUNS = [
  { name: 'amazon', out: 'out/sample', command: SHOWN_COMMANDS.build, ends: 0, explained: 'product_search' },
  // Two intents need ratings or reviews, which these documents do not have.
  {
    ...{ name: 'lazada', out: 'lazada', ends: 3, explained: null },
    command: small('lazada', '--catalog', LAZADA, '--per-intent', '1'),
  },
  {
    ...{ name: 'shoppingbench', out: 'out/sample-shoppingbench', ends: 0, explained: 'coupon_budget' },
    command: SHOWN_COMMANDS.shoppingbench,
  },
  // So few samples need not fill the small split.
  {
    ...{ name: 'shopsimulator', out: 'shopsimulator', ends: 0, explained: null },
    command: small('shopsimulator', '--family', 'shopsimulator', '--per-intent', '2', '--splits', 'test=1'),
  },
  ...['ecombench', 'mixecom'].map((name) => ({
    ...{ name, out: name, ends: 0, explained: null },
    command: small(name, '--family', name, '--per-intent', '1', '--speech', 'both'),
  })),
];
const PATIENT = 300_000;

const { folder, discard } = workFolder({ ownCatalogs: true });
afterAll(discard);

const ended = new Map<string, Promise<Ended>>();
/** Runs a command, once for all that is tested of it. */
function ran(command: readonly string[]): Promise<Ended> {
  const key = command.join(' ');
  const known = ended.get(key) ?? cartwright(folder, ...command);
  ended.set(key, known);
  return known;
}

const contentOf = (run: string, file: string) => readFileSync(join(folder, run, file), 'utf8');
const digestsOf = (run: string) =>
  Object.fromEntries(
    GOLDEN_FILES.map((file) => [file, createHash('sha256').update(contentOf(run, file)).digest('hex')]),
  );

describe.each(LOOKS_AT_ALL ? RUNS : RUNS.filter(({ name }) => name === 'lazada'))('a run of the bundled catalog ($name)', ({ name, out, command = [], ends, explained }) => {
  let built: Ended;
  beforeAll(async () => {
    built = await ran(command);
  }, PATIENT);

  test('gets the samples that were asked for, where the catalog has what they need', () => {
    expect(built.code, built.stderr).toBe(ends);
    expect(contentOf(out, 'accepted.jsonl')).not.toBe('');
  });

  test('gives the bytes that were recorded', () => {
    const digests = digestsOf(out);
    const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, typeof digests>;
    if (RENEWING) writeFileSync(GOLDEN, `${JSON.stringify({ ...golden, [name]: digests }, null, 2)}\n`);
    else expect(digests, HOW_TO_RENEW).toEqual(golden[name]);
  });

  test.skipIf(explained === null)('holds the sample that docs/samples.md explains', () => {
    const recorded = JSON.parse(readFileSync(RECORDED_SAMPLES, 'utf8')) as Record<string, { readonly id: string }>;
    const samples = contentOf(out, 'accepted.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly id: string });
    // Another one only where the run has it no more.
    const sample =
      samples.find(({ id }) => id === recorded[name]?.id) ?? samples.find(({ id }) => id.includes(`-${explained}-`));
    if (RENEWING)
      writeFileSync(RECORDED_SAMPLES, `${JSON.stringify({ ...recorded, [name]: sample }, null, 2)}\n`);
    else expect(recorded[name], `${HOW_TO_RENEW} Then "npm run docs".`).toEqual(sample);
  });

  test.runIf(LOOKS_AT_ALL)('holds what every run promises, as verify finds out anew', { timeout: PATIENT }, async () => {
    const { code, stdout, stderr } = await ran(['verify', out]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('all that verify checks holds');
  });
});

describe.runIf(LOOKS_AT_ALL)('what the pages show of the default runs', () => {
  /** Times differ from run to run. */
  const untimed = (text: string) => text.replace(/, \d[\d.,]* s$/gm, ', … s').replace(/ in \S+ s, \S+ a minute$/gm, '');
  const printed: Record<string, string> = {};
  beforeAll(async () => {
    for (const [name, command] of Object.entries(SHOWN_COMMANDS)) {
      const [rejection = '{}'] = name === 'explain' ? contentOf(join('out', 'sample'), 'rejected.jsonl').split('\n') : [];
      const words = command.map((word) => (word === '<rejected>' ? (JSON.parse(rejection) as { id: string }).id : word));
      const { code, stdout, stderr } = await ran(words);
      expect(code, stderr).toBe(0);
      printed[name] = stdout;
    }
    if (!RENEWING) return;
    const recorded = JSON.parse(readFileSync(RECORDED_OUTPUT, 'utf8')) as Record<string, string>;
    const renewed = Object.entries(printed).map(([name, text]) => {
      const known = recorded[name] ?? '';
      return [name, untimed(known) === untimed(text) ? known : text];
    });
    writeFileSync(RECORDED_OUTPUT, `${JSON.stringify(Object.fromEntries(renewed), null, 2)}\n`);
  }, PATIENT);

  test.each(Object.keys(SHOWN_COMMANDS))('is what they print: %s', (name) => {
    const recorded = JSON.parse(readFileSync(RECORDED_OUTPUT, 'utf8')) as Record<string, string>;
    expect(untimed(printed[name] ?? ''), `${HOW_TO_RENEW} Then "npm run docs".`).toBe(untimed(recorded[name] ?? ''));
  });

  test('docs/play.md plays the first task of the run', () => {
    const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'play.md'), 'utf8');
    const [, shown = ''] = /^Shopper: (.*?)\n\n/ms.exec(page) ?? [];
    const [first = ''] = contentOf(join('out', 'sample'), 'accepted.jsonl').split('\n');
    expect(shown.replace(/\s+/g, ' ')).toBe((JSON.parse(first) as { readonly user_query: string }).user_query);
  });
});
