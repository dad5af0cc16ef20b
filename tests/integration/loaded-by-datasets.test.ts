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

/**
 * The files of each split by the rules of `datasets` for file names, and the rows of each split as it loads them: all in
 * one process, for loading the package takes seconds.
 */
const LOADED = `
import json, os, sys
from datasets import load_dataset, load_dataset_builder

def files(folder):
    found = load_dataset_builder(folder).config.data_files
    return {str(split): [os.path.basename(path) for path in paths] for split, paths in found.items()}

def rows(*where):
    return {split: list(rows) for split, rows in load_dataset(*where).items()}

print(json.dumps([
    {"names": {part: files(os.path.join(folder, part)) for part in ("splits", "agent")},
     "rows": {"splits": rows(folder), "agent": rows(folder, "agent")}}
    for folder in sys.argv[1:]
]))
`;
const python = await pythonWith(['datasets==5.2.0'], 'tests of what datasets makes of a run');

type Part = 'splits' | 'agent';
interface Loaded {
  readonly names: Readonly<Record<Part, unknown>>;
  readonly rows: Readonly<Record<Part, Readonly<Record<string, readonly object[]>>>>;
}

describe.skipIf(python === null)('datasets', () => {
  const loaded = new Map<string, Loaded>();
  beforeAll(async () => {
    const env = { HF_HOME: join(folder, 'hf'), HF_HUB_OFFLINE: '1', HF_DATASETS_DISABLE_PROGRESS_BARS: '1' };
    const said = await python?.run(
      LOADED,
      RUNS.map(({ run }) => join(folder, run)),
      env,
    );
    for (const [at, one] of (JSON.parse(said ?? '[]') as Loaded[]).entries()) loaded.set(RUNS[at]?.run ?? '', one);
  }, PATIENT);
  /** Its decimals are a last bit off: 0.3 comes back as 0.30000000000000004. */
  const nearly = (rows: unknown): unknown =>
    JSON.parse(JSON.stringify(rows, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)));
  /** Its own name of a split: it has three, and takes some words for each. */
  const keywordOf = (split: string) => (split === 'dev' ? 'validation' : split);

  describe.each(RUNS)('takes from the run $run', ({ run, splits }) => {
    const parts: readonly Part[] = ['splits', 'agent'];
    test.each(parts)('by the names of files in %s/ exactly the splits that were asked for', (part) => {
      expect(loaded.get(run)?.names[part]).toEqual(
        Object.fromEntries(splits.map((split) => [keywordOf(split), [`${split}.jsonl`]])),
      );
    });

    test.each(parts)('by its card every row of %s/, as it is written, under the names that were asked for', (part) => {
      const rows = loaded.get(run)?.rows[part] ?? {};
      expect(Object.keys(rows)).toEqual([...splits]);
      for (const split of splits) {
        const written = linesOf(run, `${part}/${split}.jsonl`).map((line) => JSON.parse(line));
        // What a row has no value for is null in a table.
        const found = (rows[split] ?? []).map((row, at) =>
          Object.fromEntries(
            Object.entries(row).filter(([column, value]) => value !== null || Object.hasOwn(written[at], column)),
          ),
        );
        expect(nearly(found)).toEqual(nearly(written));
      }
    });
  });
});
