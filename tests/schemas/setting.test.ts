import { expect, test } from 'vitest';
import { z } from 'zod';
import { flagsOf, SETTINGS, settingsIn } from '../../schemas/setting.ts';

const shape = {
  perIntent: z.int().default(10).register(SETTINGS, { takes: '<n>', help: 'samples wanted' }),
  workers: z.int().optional().register(SETTINGS, { takes: '<n>', help: 'threads', unset: 'one per core' }),
  dryRun: z.boolean().default(false).register(SETTINGS, { help: 'build nothing' }),
};

test('a setting is told with its flag and what holds where it is left out', () => {
  const told = settingsIn(shape).map((setting) => [flagsOf(setting), setting.help, setting.otherwise]);
  expect(told).toEqual([
    ['--per-intent <n>', 'samples wanted', '10'],
    ['--workers <n>', 'threads', 'one per core'],
    ['--dry-run', 'build nothing', null],
  ]);
});

test('a setting nobody is told about is refused', () => {
  expect(() => settingsIn({ hidden: z.string() })).toThrow('the setting "hidden" has no text');
});
