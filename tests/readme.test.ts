import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMapping } from '../catalog/readers/mapping-file.ts';
import { BuildConfig, buildConfigOf } from '../cli/build-settings.ts';
import { GATES as gates } from '../families/ecomagentbench/gates/index.ts';
import { GATES as gatesOfOrders } from '../families/shoppingbench/gates/index.ts';
import { GATES as gatesOfShelves } from '../families/shopsimulator/gates/index.ts';
import { Prices } from '../models/prices.ts';
import { ROLE_NAMES, ROLE_SETTINGS, resolveModels } from '../models/settings.ts';
import { flagOf } from '../schemas/setting.ts';
import { folderWith } from './fixtures/raw-files.ts';

const ROOT = join(import.meta.dirname, '..');

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].map((path) =>
  readFileSync(join(ROOT, path), 'utf8'),
);
/** README and all pages it leads to, as one text. */
const told = pages.join('\n');

const pageOf = (family: string) => readFileSync(join(ROOT, 'docs', 'families', `${family}.md`), 'utf8');

/** The block of YAML in the pages that starts like this, as a file. */
function fileShown(start: string, holding = ''): string {
  const block = [...told.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text ?? '');
  return join(
    folderWith({ 'shown.yaml': block.find((text) => text.startsWith(start) && text.includes(holding)) ?? 'not shown' }),
    'shown.yaml',
  );
}

test('the mappings shown in the pages are mappings: of products and reviews, and of products with variants', () => {
  expect(Object.keys(readMapping(fileShown('product:\n', '\nreview:')).mapping)).toEqual(['product', 'review']);
  expect(readMapping(fileShown('product:  ')).mapping.product?.variants?.options).toHaveLength(2);
});

test('README is at most 10 KB', () => {
  expect(readFileSync(join(ROOT, 'README.md')).length).toBeLessThanOrEqual(10_240);
});

test('the price file shown in the pages is one', () => {
  const prices = Prices.read(fileShown('version:'));
  const shown = ['openai/gpt-4.1-mini', 'anthropic/claude-sonnet-4', 'claude-sonnet-4', 'Qwen/Qwen3-32B'];
  expect(shown.map((model) => prices.priceOf(model)?.taken)).toEqual(shown.map(() => '2026-11-20'));
  expect(prices.priceOf('claude-sonnet-4')?.batch).not.toBeNull();
});

test('the config file shown in the pages is one, and gives each role what it says', () => {
  const { models, ...config } = buildConfigOf({}, fileShown('writer: openai'));
  expect(config).toMatchObject({ votes: 5, budgetUsd: 5, batchTail: 8, batchPollSeconds: 60, batchHours: 24 });
  const { roles, endpoints } = resolveModels(models ?? { default: {} }, {}, {});
  expect(roles.query_writer).toMatchObject({
    model: 'gpt-4.1-mini',
    maxOutputTokens: 2000,
    tries: 3,
    temperature: 0.8,
  });
  expect(roles.judge).toEqual({
    model: 'anthropic/claude-sonnet-4',
    temperature: null,
    maxOutputTokens: 4000,
    tries: 5,
  });
  expect(endpoints.blind_solver).toMatchObject({ baseUrl: 'http://gpu01:8000/v1', apiKeyEnv: 'GPU01_KEY' });
  expect([endpoints.query_writer.timeoutMs, endpoints.judge.timeoutMs]).toEqual([120_000, 300_000]);
});

test('README and pages name every setting, as a flag or as a key of the config file', () => {
  const named = (key: string) => told.includes(flagOf(key)) || told.includes(`${key}:`);
  expect(Object.keys(BuildConfig.shape).filter((key) => !named(key))).toEqual([]);
  expect([...ROLE_NAMES, ...ROLE_SETTINGS].filter((key) => !told.includes(key))).toEqual([]);
});

test("a family's page counts its gates right", () => {
  expect(pageOf('ecomagentbench')).toContain(`${gates.length} [gates](../gates.md)`);
  expect(pageOf('shoppingbench')).toContain(`${gatesOfOrders.length} [gates](../gates.md)`);
  expect(pageOf('shopsimulator')).toContain(`${gatesOfShelves.length} [gates](../gates.md)`);
});
