import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaksIn } from '../fixtures/agent-leaks.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { pythonWith } from '../fixtures/python.ts';

const PATIENT = 600_000;
/** A seed whose digits stand in no text by chance. */
const SEED = '918273645';
const SHOWN = { ecomagentbench: ['id', 'user_query'], shoppingbench: ['id', 'query'] };

const RUNS = [
  { run: 'default', family: 'ecomagentbench', options: ['--per-intent', '1'], splits: ['test'] },
  {
    run: 'three',
    family: 'ecomagentbench',
    options: ['--per-intent', '3', '--splits', 'train=0.6,dev=0.2,test=0.2'],
    splits: ['train', 'dev', 'test'],
  },
  { run: 'orders', family: 'shoppingbench', options: ['--per-intent', '3'], splits: ['train', 'test'] },
] as const;

const { folder, discard } = workFolder();
afterAll(discard);

const linesOf = (run: string, name: string) =>
  readFileSync(join(folder, run, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const idsOf = (run: string, name: string) => linesOf(run, name).map((line) => JSON.parse(line).id as string);

beforeAll(async () => {
  for (const { run, family, options } of RUNS) {
    const { code, stderr } = await cartwright(
      folder,
      ...['build:dataset', '--family', family, '--seed', SEED, '--out', run, ...options],
    );
    expect([0, 3], stderr).toContain(code);
  }
}, PATIENT);

describe.each(RUNS)('of the run $run', ({ run, family, splits }) => {
  test('an agent is shown the query under an id, and nothing of what its sample knows', () => {
    for (const split of splits) {
      const shown = linesOf(run, `agent/${split}.jsonl`);
      const samples = linesOf(run, `splits/${split}.jsonl`);
      expect(shown.length).toBe(samples.length);
      for (const [at, line] of shown.entries()) {
        expect(Object.keys(JSON.parse(line))).toEqual(SHOWN[family]);
        const sample = JSON.parse(samples[at] as string);
        expect([sample.id, leaksIn(line, sample, SHOWN[family], family)]).toEqual([sample.id, []]);
      }
    }
  });

  test('its splits hold every sample once', () => {
    const all = splits.flatMap((split) => idsOf(run, `splits/${split}.jsonl`));
    expect(all.toSorted()).toEqual(idsOf(run, 'accepted.jsonl').toSorted());
  });
});

/** The files of each split by the rules of `datasets` for file names. */
const FILES = `
import json, os, sys
from datasets import load_dataset_builder
files = load_dataset_builder(sys.argv[1]).config.data_files
print(json.dumps({str(split): [os.path.basename(path) for path in paths] for split, paths in files.items()}))
`;
/** The rows of each split as `datasets` loads them. */
const ROWS = `
import json, sys
from datasets import load_dataset
print(json.dumps({split: list(rows) for split, rows in load_dataset(*sys.argv[1:]).items()}))
`;
const python = await pythonWith(['datasets==5.2.0'], 'tests of what datasets makes of a run');

describe.skipIf(python === null)('datasets', () => {
  async function said(program: string, ...where: readonly string[]): Promise<unknown> {
    const env = { HF_HOME: join(folder, 'hf'), HF_HUB_OFFLINE: '1', HF_DATASETS_DISABLE_PROGRESS_BARS: '1' };
    return JSON.parse((await python?.run(program, where, env)) ?? 'null');
  }
  /** Its decimals are a last bit off: 0.3 comes back as 0.30000000000000004. */
  const nearly = (rows: unknown): unknown =>
    JSON.parse(JSON.stringify(rows, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)));
  /** Its own name of a split: it has three, and takes some words for each. */
  const keywordOf = (split: string) => (split === 'dev' ? 'validation' : split);

  describe.each(RUNS)('takes from the run $run', ({ run, splits }) => {
    test.each(['splits', 'agent'])(
      'by the names of files in %s/ exactly the splits that were asked for',
      {
        timeout: PATIENT,
      },
      async (subfolder) => {
        expect(await said(FILES, join(folder, run, subfolder))).toEqual(
          Object.fromEntries(splits.map((split) => [keywordOf(split), [`${split}.jsonl`]])),
        );
      },
    );

    test.each([
      ['splits', []],
      ['agent', ['agent']],
    ])(
      'by its card every row of %s/, as it is written, under the names that were asked for',
      {
        timeout: PATIENT,
      },
      async (subfolder, configuration) => {
        const rows = (await said(ROWS, join(folder, run), ...configuration)) as Record<string, object[]>;
        expect(Object.keys(rows)).toEqual([...splits]);
        for (const split of splits) {
          const written = linesOf(run, `${subfolder}/${split}.jsonl`).map((line) => JSON.parse(line));
          // What a row has no value for is null in a table.
          const loaded = (rows[split] ?? []).map((row, at) =>
            Object.fromEntries(
              Object.entries(row).filter(([column, value]) => value !== null || Object.hasOwn(written[at], column)),
            ),
          );
          expect(nearly(loaded)).toEqual(nearly(written));
        }
      },
    );
  });
});
