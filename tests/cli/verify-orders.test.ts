import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../cli/verify/verify.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { corruptedOrders, type OpenOrders, ORDER_CORRUPTIONS } from '../fixtures/corrupted-orders.ts';
import { CORRUPTIONS, corrupt, type Seal } from '../fixtures/corrupted-run.ts';
import { type FinishedOrders, finishedOrders } from '../fixtures/finished-orders.ts';
import { oneOfEach } from '../fixtures/property-runs.ts';

let sound: FinishedOrders;
beforeAll(async () => {
  sound = await finishedOrders();
});

/** Verifies a folder; violations are the lines that name a code, and the last line sums up. */
function verified(folder: string) {
  let text = '';
  const output = { write: (part: string) => (text += part), width: 100, colour: false };
  const code = verify(folder, { catalog: sound.catalog }, output);
  const lines = text.trimEnd().split('\n');
  return {
    code,
    violations: lines.slice(0, -1).filter((line) => /^\S+: [a-z_]+: /.test(line)),
    summary: lines.at(-1) ?? '',
  };
}

/** The task a row of the table names: samples have the names of their lines, others those of the run. */
const placeOf = (where: string) =>
  ({ voucher: sound.ids.coupon, ...sound.ids })[where as keyof FinishedOrders['ids']] ?? where;

test('a run of orders nobody touched holds, and says so in one line', () => {
  const { code, violations, summary } = verified(sound.folder);
  expect(violations).toEqual([]);
  expect(code).toBe(0);
  expect(summary).toMatch(/all that verify checks holds: 4 samples, 2 rejections and 7 tasks, against 16 products/);
});

test('writing the same records again changes nothing', () => {
  expect(verified(corruptedOrders(sound, () => {})).violations).toEqual([]);
  expect(verified(corruptedOrders(sound, () => {}, 'locks')).violations).toEqual([]);
});

test('292 corruptions are planted in runs of both families', () => {
  expect([CORRUPTIONS.length, ORDER_CORRUPTIONS.length]).toEqual([156, 136]);
});

describe('verify finds and names it when', () => {
  const planted = oneOfEach(ORDER_CORRUPTIONS, ({ code, seal }) => `${code} ${seal}`);
  test.each(planted.map((corruption) => [corruption.what, corruption.code, corruption] as const))(
    '%s: %s',
    (_what, expected, corruption) => {
      const folder = corruptedOrders(sound, (run) => corrupt(run, corruption), corruption.seal);
      const { code, violations } = verified(folder);
      const place = placeOf(corruption.where);
      const named = violations.filter((line) => line.includes(place) && line.includes(`: ${expected}: `));
      expect(named, violations.join('\n')).not.toEqual([]);
      expect(code).toBe(1);
    },
  );
});

/** Takes a sample out of its split and puts it into the other, in the ledger and in the files. */
const moveToTest = (run: OpenOrders, place: number) => {
  const sample = run.splits.train.splice(place, 1)[0];
  run.splits.test.unshift(sample);
  run.ledger.find(({ id }) => id === sample.id).split = 'test';
};
const violationsOf = (change: (run: OpenOrders) => void, seal: Seal = 'samples') =>
  verified(corruptedOrders(sound, change, seal)).violations.join('\n');

test('a sample in another split than its group is found, although ledger and files agree about it', () => {
  const found = violationsOf((run) => moveToTest(run, 0));
  expect(found).toMatch(
    new RegExp(`^${sound.ids.shop}: split_differs: is in test, its group "22" belongs in train$`, 'm'),
  );
});

test('samples of one group in two splits are found', () => {
  const found = violationsOf((run) => moveToTest(run, 1));
  expect(found).toMatch(new RegExp(`^${sound.ids.finder}: split_crossed: is in train with group "11", and `, 'm'));
});

test('products of one shop in two splits are found, whatever groups their samples name', () => {
  const found = violationsOf((run) => {
    run.finder.provenance.group = '66';
    moveToTest(run, 2);
  });
  expect(found).toMatch(new RegExp(`^${sound.ids.finder}: split_crossed: is in test with shop 11, and `, 'm'));
  expect(found).not.toContain('split_differs');
});

test('a sample in two splits is found', () => {
  const found = violationsOf((run) => run.splits.test.unshift(run.shop));
  expect(found).toMatch(new RegExp(`^${sound.ids.shop}: ledger_and_splits: its split is test in .* and train in`, 'm'));
});

test('a line of a split that says the same in other bytes is found', () => {
  const folder = corruptedOrders(sound, () => {});
  const path = join(folder, 'splits', 'test.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('{"query":', '{ "query":'));
  expect(verified(folder).violations.join('\n')).toMatch(
    new RegExp(`^${sound.ids.asked}: sample_digest: .*splits/test\\.jsonl$`, 'm'),
  );
});

test('two samples with one answer are found, whatever their questions', () => {
  const found = violationsOf((run) => {
    const twin = structuredClone(run.asked);
    Object.assign(twin, { id: sound.ids.surplus, target_ids: ['C3'], Knowledge_Attribute: 'SATURN' });
    twin.provenance.question.id = '000000000000';
    run.accepted.push(twin);
  });
  expect(found).toMatch(
    new RegExp(`^${sound.ids.surplus}: near_duplicate: subject: "subject saturn" is already taken by `, 'm'),
  );
  expect(found).not.toContain('near_duplicate: target');
});

test.each([
  ['an accepted', 'asked', 4],
  ['a rejected', 'unfit', 5],
] as const)('the rank of %s task about an answer is a digest of that as well', (_what, key, line) => {
  const found = violationsOf((run) => {
    run.ledger[line].rank = run.ledger[line].rank.slice(0, 10).padEnd(64, '0');
  });
  expect(found).toMatch(new RegExp(`^${sound.ids[key]}: id_differs: ledger\\.jsonl gives it the rank`, 'm'));
});

test('split names that are no file names are refused before any file is looked for', () => {
  for (const name of ['../ledger', 'a/b', 'Train', ''])
    expect(() =>
      violationsOf((run) => {
        run.manifest.config.splits = { [name]: 1 };
      }),
    ).toThrow(ConfigError);
});

test('a split whose file is missing is one clear sentence', () => {
  const folder = corruptedOrders(sound, () => {});
  rmSync(join(folder, 'splits', 'test.jsonl'));
  expect(() => verified(folder)).toThrow(ConfigError);
  expect(() => verified(folder)).toThrow(/splits\/test\.jsonl is missing; restore it/);
});

test('what a sample of an order says cannot steer the terminal', () => {
  const found = violationsOf((run) => {
    run.finder.reward['\u001b[2J'] = '\u202e';
    run.finder.provenance.writer = '\u0007';
  });
  expect(found).toContain('record_differs: reward.');
  expect(found.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
