import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../catalog/index.ts';
import { keptWorld, worldOf } from '../../../cli/find-world.ts';
import { verify } from '../../../cli/verify/verify.ts';
import { GATES } from '../../../families/ecomagentbench/gates/index.ts';
import { openRun, worldIn } from '../../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { catalogWorld } from '../../../shopping/catalog-world.ts';
import { namesPassed } from '../../../stages/validate.ts';
import { CORRUPTIONS, corrupt, corrupted, type OpenRun } from '../../fixtures/corrupted-run.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';
import { oneOfEach, propertyRuns } from '../../fixtures/property-runs.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

/** Verifies a folder; violations are the lines that name a code, and the last line sums up. */
function verified(folder: string, catalog = sound.catalog) {
  let text = '';
  const code = verify(folder, { catalog }, { write: (part) => (text += part), width: 100, colour: false });
  const lines = text.trimEnd().split('\n');
  return {
    code,
    text,
    first: lines[0] ?? '',
    violations: lines.slice(0, -1).filter((line) => /^\S+: [a-z_]+: /.test(line)),
    summary: lines.at(-1) ?? '',
  };
}

test('a run nobody touched holds, and says so in one line', () => {
  const { code, violations, summary } = verified(sound.folder);
  expect(violations).toEqual([]);
  expect(code).toBe(0);
  expect(summary).toMatch(/all that verify checks holds: 2 samples, 2 rejections and 6 tasks, against 9 products/);
});

test('an agent that wins is reported with the words it won by, and the command that shows them', () => {
  const corruption = CORRUPTIONS.find(
    ({ what }) => what === 'an answer tells what only the profile should',
  ) as (typeof CORRUPTIONS)[number];
  const folder = corrupted(sound, (run) => corrupt(run, corruption), corruption.seal);
  const { text, violations } = verified(folder);
  expect(violations.find((line) => line.includes('agent_wins'))).toMatch(
    /persona-blind .* learns r\d \(.*\) from clarification_slots\.cl_1\.user_response, "A Zipper on canvas/,
  );
  expect(text).toContain(`npm run explain -- ${folder} ${sound.ids.coupon}`);
});

test('what people let pass is no violation of what they overruled, and is listed', () => {
  const overruled = (code: string) =>
    verified(
      corrupted(
        sound,
        ({ accepted }) => {
          accepted[0].user_query += '.';
          accepted[0].rubrics[0].query_surface = 'words that stand nowhere';
          const { proof } = accepted[0];
          proof.gates_passed = namesPassed(GATES, { overruled: code });
          const { raw_file, raw_line, raw_details, ...provenance } = accepted[0].provenance;
          const verdict = { code, reason: 'it is said in other words', raters: ['Ann', 'Ben'] };
          accepted[0].provenance = { ...provenance, overruled: verdict, raw_file, raw_line, raw_details };
        },
        'samples',
      ),
    );
  const { code, violations } = overruled('surface_missing');
  expect(violations.filter((line) => !line.includes('overruled'))).toEqual([]);
  expect(violations).toEqual([
    `${sound.ids.coupon}: overruled: surface_missing, by Ann and Ben: it is said in other words; no agent plays it`,
  ]);
  expect(code).toBe(0);
  expect(overruled('title_leak').code).toBe(1);
});

test('writing the same records again changes nothing', () => {
  expect(verified(corrupted(sound, () => {})).code).toBe(0);
  expect(verified(corrupted(sound, () => {}, 'locks')).code).toBe(0);
});

describe('verify finds and names it when', () => {
  const planted = oneOfEach(CORRUPTIONS, ({ code, seal }) => `${code} ${seal}`);
  test.each(planted.map((corruption) => [corruption.what, corruption.seal, corruption] as const))(
    '%s (sealed again: %s)',
    (_what, seal, corruption) => {
      const { where, code: expected } = corruption;
      const { code, violations } = verified(corrupted(sound, (run) => corrupt(run, corruption), seal));
      const place = Object.hasOwn(sound.ids, where) ? sound.ids[where as keyof FinishedFixture['ids']] : where;
      const named = violations.filter((line) => line.includes(place) && line.includes(`: ${expected}: `));
      expect(named, violations.join('\n')).not.toEqual([]);
      expect(code).toBe(1);
    },
  );
});

test.each([
  ['any', 'nothing_hidden_needed'],
  ['both', 'nothing_hidden_needed'],
  [true, 'nothing_hidden_needed'],
])('a sample that needs nothing it hides breaks a run that asked for %j', (level, code) => {
  const change = (run: OpenRun) => {
    run.manifest.config.requireNecessity = level;
    const { answer_set: set } = run.accepted[1].proof;
    for (const name of ['without_persona', 'without_clarification', 'query_alone']) set[name] = set.size;
  };
  expect(verified(corrupted(sound, change, 'samples')).violations.join('\n')).toMatch(
    new RegExp(`review_driven-\\w+: ${code}: `),
  );
});

test('verify says first how much of what they hide the samples need', () => {
  expect(verified(sound.folder).first).toMatch(/^\d of 2 samples needs? .*profile/);
});

test('a file that ends in half a line is found, and the half line is never read as a record', () => {
  const folder = corrupted(sound, () => {});
  const path = join(folder, 'ledger.jsonl');
  truncateSync(path, readFileSync(path).length - 20);
  expect(verified(folder).violations.join('\n')).toMatch(
    /ledger\.jsonl:6: malformed_record: is not JSON.*ends in the middle/,
  );
});

test('a line that is not UTF-8 is found', () => {
  const folder = corrupted(sound, () => {});
  appendFileSync(join(folder, 'quarantine.jsonl'), Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  expect(verified(folder).violations.join('\n')).toContain('quarantine.jsonl:2: malformed_record: is not UTF-8');
});

test('any single changed bit of a split, the ledger or the quarantine is found', () => {
  const files = [
    'accepted.jsonl',
    'splits/test.jsonl',
    'agent/test.jsonl',
    'rejected.jsonl',
    'ledger.jsonl',
    'quarantine.jsonl',
  ];
  const folder = mkdtempSync(join(tmpdir(), 'bit-'));
  cpSync(sound.folder, folder, { recursive: true });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(7), (name, at, bit) => {
      const bytes = readFileSync(join(folder, name));
      const place = at % bytes.length;
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] as number) ^ (1 << bit);
      writeFileSync(join(folder, name), changed);
      expect(verified(folder).code).toBe(1);
      writeFileSync(join(folder, name), bytes);
    }),
    { numRuns: propertyRuns(60) },
  );
  expect(verified(folder).code).toBe(0);
});

test('what a sample says cannot steer the terminal', () => {
  const { violations } = verified(
    corrupted(
      sound,
      (run) => {
        run.accepted[0].rubrics[0].query_surface = '\u001b[2J\u202e';
      },
      'samples',
    ),
  );
  expect(violations.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['a folder that is not there', () => join(sound.folder, 'nowhere'), /is missing, expected a run folder/],
  ['a file', () => join(sound.folder, 'manifest.json'), /is a file; verify reads a run folder/],
  [
    'a folder without a run',
    () => mkdtempSync(join(tmpdir(), 'empty-')),
    /has no manifest\.json, expected the folder of a finished run/,
  ],
  [
    'an interrupted run',
    () => {
      const copy = corrupted(sound, () => {});
      rmSync(join(copy, 'manifest.json'));
      return copy;
    },
    /holds a run that is not finished, and verify reads what .* published; run the same build:dataset command again/,
  ],
  [
    'a run without its ledger',
    () => {
      const copy = corrupted(sound, () => {});
      rmSync(join(copy, 'ledger.jsonl'));
      return copy;
    },
    /ledger\.jsonl is missing; restore it/,
  ],
  [
    'a manifest of something else',
    () =>
      corrupted(sound, (run) => {
        run.manifest.counts = 3;
      }),
    /manifest\.json: "counts": /,
  ],
  [
    'a manifest without its catalog',
    () =>
      corrupted(sound, (run) => {
        delete run.manifest.catalog;
      }),
    /manifest\.json: "catalog": .*; restore the file or build the run again/,
  ],
  [
    'a manifest with rows of something else',
    () =>
      corrupted(sound, (run) => {
        run.manifest.catalog.ingest = 3;
      }),
    /manifest\.json: "catalog\.ingest": /,
  ],
  [
    'a manifest with a setting its family does not take',
    () =>
      corrupted(sound, (run) => {
        run.manifest.config.maxAnswers = 'many';
      }),
    /manifest\.json: "config\.maxAnswers": expected a whole number/,
  ],
  [
    'a run of another family',
    () =>
      corrupted(sound, (run) => {
        run.manifest.config.family = 'webshop';
      }),
    /is of the family "webshop", and verify knows ecomagentbench and shoppingbench and /,
  ],
])('%s is one clear sentence', (_what, folder, sentence) => {
  expect(() => verified(folder())).toThrow(ConfigError);
  expect(() => verified(folder())).toThrow(sentence);
});

test('the catalog is found in the cache by its digest, and asked for where it is not there', () => {
  const run = openRun(sound.folder, 'verify');
  const cache = join(sound.catalog, '..');
  expect(keptWorld(run, catalogWorld, cache)?.digest).toBe(worldIn(run.manifest, 'catalog').digest);
  const empty = mkdtempSync(join(tmpdir(), 'cache-'));
  writeFileSync(join(empty, 'broken.db'), 'not a catalog');
  expect(keptWorld(run, catalogWorld, empty)).toBeNull();
  expect(() => worldOf(run, catalogWorld, undefined, empty)).toThrow(/name it with --catalog <catalog\.db>/);
});

test('a catalog that lies elsewhere is found where its build found it, while it is the same', () => {
  const empty = mkdtempSync(join(tmpdir(), 'cache-'));
  const folder = corrupted(sound, () => {});
  const run = openRun(folder, 'verify');
  const note = (world: string) => writeFileSync(join(folder, 'run.json'), JSON.stringify({ world }));
  note(sound.catalog);
  expect(keptWorld(run, catalogWorld, empty)?.digest).toBe(worldIn(run.manifest, 'catalog').digest);
  note(join(empty, 'moved.db'));
  expect(keptWorld(run, catalogWorld, empty)).toBeNull();
});

test('another catalog than the run was built from is refused', () => {
  const other = finishedRun().catalog;
  const folder = corrupted(sound, (run) => {
    run.manifest.catalog.digest = '0'.repeat(64);
  });
  expect(openCatalog(other).digest).toBe(openCatalog(sound.catalog).digest);
  expect(() => verified(folder)).toThrow(/expected the one .* was built from, 0000000000000000/);
});
