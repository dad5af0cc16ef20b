import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseOtherFamily, SHARD_FILE } from '../../../cli/build/build-shard.ts';
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
