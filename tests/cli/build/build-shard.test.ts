import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseOtherFamily, refuseOtherSettings, SHARD_FILE } from '../../../cli/build/build-shard.ts';
import { BuildConfig } from '../../../cli/build-settings.ts';
import { ConfigError } from '../../../schemas/errors.ts';

/** A run's folder that holds one file of a run of shops. */
function runWith(name: string, text = JSON.stringify({ config: { family: 'shops' } })): string {
  const run = mkdtempSync(join(tmpdir(), 'parts-'));
  mkdirSync(dirname(join(run, name)), { recursive: true });
  writeFileSync(join(run, name), text);
  return run;
}

test.each(['manifest.json', join('.work', 'shards', '1-of-2', SHARD_FILE)])(
  'a part is not built into the folder of another family, which %s tells of',
  (name) => {
    const run = runWith(name);
    const sentence = `--out is ${run}, which holds a run of the family shops (${join(run, name)}), expected one of desks; name another folder for its parts`;
    expect(() => refuseOtherFamily(run, 'desks')).toThrow(new ConfigError(sentence));
    expect(() => refuseOtherFamily(run, 'shops')).not.toThrow();
  },
);

test('a folder of no run, or a file that is broken, stands in nobody’s way', () => {
  expect(() => refuseOtherFamily(mkdtempSync(join(tmpdir(), 'parts-')), 'desks')).not.toThrow();
  expect(() => refuseOtherFamily(runWith('manifest.json', '{"config"'), 'desks')).not.toThrow();
});

const PART = join('.work', 'shards', '1-of-2', SHARD_FILE);
const settings = (given: object) => BuildConfig.parse({ family: 'shoppingbench', catalog: ['a.db'], ...given });
const partOf = (given: object) =>
  runWith(PART, JSON.stringify({ shard: { number: 1, of: 2 }, config: settings(given), isFinished: true }));

test('a part is not built beside one that was started with other settings, which are named', () => {
  const run = partOf({ perIntent: 5 });
  const other = settings({ perIntent: 6, catalog: ['b.db'] });
  const sentence = `--out is ${run}, whose part 1/2 was started with another --catalog and --per-intent (${join(run, PART)}), expected the same settings for all parts; name another folder, or remove ${join(run, '.work', 'shards')}`;
  expect(() => refuseOtherSettings(run, { number: 2, of: 2 }, other)).toThrow(new ConfigError(sentence));
  expect(() => refuseOtherSettings(run, { number: 2, of: 3 }, settings({ perIntent: 5 }))).toThrow('another --shard');
});

test('a part is built beside one of the same settings in a folder of any name, and again with others of its own', () => {
  const run = partOf({ perIntent: 5, out: 'here' });
  const same = settings({ perIntent: 5, out: 'there', shard: '2/2' });
  expect(() => refuseOtherSettings(run, { number: 2, of: 2 }, same)).not.toThrow();
  expect(() => refuseOtherSettings(run, { number: 1, of: 2 }, settings({ perIntent: 6 }))).not.toThrow();
});

test('a report of a part that is broken stands in nobody’s way', () => {
  expect(() => refuseOtherSettings(runWith(PART, '{"shard"'), { number: 2, of: 2 }, settings({}))).not.toThrow();
});
