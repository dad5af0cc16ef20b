import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ingestCatalog } from '../../catalog/ingest/ingest.ts';
import { makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { familyNamed } from '../../families/index.ts';
import { useLanguage } from '../../lexicon/index.ts';
import { promptAsker } from '../../models/asker.ts';
import type { RoleSettings } from '../../models/settings.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { Role } from '../../schemas/model.ts';
import type { ShoppingSettings } from '../../shopping/settings.ts';
import { APPLIANCE_MAPPING, applianceRows, hasAppliances } from '../fixtures/appliances.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { leak, respond } from '../fixtures/competent-model.ts';
import { asking, COMPETENT, linesIn } from '../fixtures/model-runs.ts';
import { waveState } from '../fixtures/run-plan.ts';
import { scriptedModels } from '../fixtures/scripted-models.ts';
import { startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const settled: RoleSettings = { model: 'writer-1', temperature: 0.8, maxOutputTokens: 2000, tries: 2 };
const roles = Object.fromEntries(Role.options.map((role) => [role, settled])) as Record<Role, RoleSettings>;
const INTENTS = ['product_search', 'negative_constraint', 'rating_quality'];

type Reply = (body: Parameters<typeof respond>[0]) => Promise<object | null>;

/** What becomes of tasks about a made shop of a language, written by a scripted model. */
async function built(code: string, products: number, tasksOfIntent: number, reply: Reply = respond) {
  useLanguage(code);
  const folder = mkdtempSync(join(tmpdir(), `made-${code}-`));
  const database = join(folder, 'catalog.db');
  await ingestCatalog({ ...makeShop(folder, products), database });
  const family = familyNamed('ecomagentbench');
  const settings: TaskSettings<ShoppingSettings> = {
    family: family.name,
    world: database,
    seed: 11,
    writer: 'openai',
    models: { roles, votes: null },
    ...(family.settings.parse({ language: code }) as ShoppingSettings),
    splits: { test: 1 },
  };
  const { models } = scriptedModels(async (request) => (await reply(request)) ?? respond(request));
  const builder = await family.builder(settings, {
    models: { asker: promptAsker({ models, roles }) },
  });
  const planner = await family.plan(settings);
  const samples: Record<string, unknown>[] = [];
  const refused: { code: string; stage: string; text: string }[] = [];
  for (const intent of INTENTS)
    for (const task of planner.next(intent, tasksOfIntent, waveState({ split: 'test' }))) {
      const locked = await builder.lock(task);
      const end = locked.kind === 'locked' ? await builder.write(locked) : locked;
      if (end.kind === 'built') samples.push(JSON.parse(end.line));
      else if (end.kind === 'rejected')
        refused.push({ code: JSON.parse(end.line).code, stage: end.stage, text: end.line });
      else throw new Error(`${task.id} is ${end.kind}`);
    }
  return { samples, refused };
}

afterEach(() => useLanguage());

describe.each([
  ['zh', 600, 12],
  ['es', 300, 14],
  ['de', 300, 14],
  ['id', 300, 14],
] as const)('a made shop in %s', (code, products, tasks) => {
  test('gives at least 20 samples that a scripted model writes and every gate passes', async () => {
    const { samples, refused } = await built(code, products, tasks);
    const failed = refused.filter(({ stage }) => stage === 'validate');
    expect(failed.length / (samples.length + failed.length), failed[0]?.text).toBeLessThan(0.25);
    expect(samples.length).toBeGreaterThanOrEqual(20);
  });

  test('gives no sample of a model that says what a clue stands for, or tells in an answer what another slot hides', async () => {
    const { samples, refused } = await built(code, 300, 4, leak);
    expect(samples).toEqual([]);
    expect(refused.length).toBeGreaterThan(3);
  });
});

const { folder, discard } = workFolder();
afterAll(discard);

/** Builds a run about a catalog by the command, with samples that an endpoint writes, and verifies it. */
async function verified(out: string, code: string, intents: readonly string[], ...options: readonly string[]) {
  useLanguage(code);
  const endpoint = await startMockEndpoint(COMPETENT);
  const built = await asking(
    endpoint,
    folder,
    ...['build:dataset', '--writer', 'openai', '--skip-judge', '--intents', intents.join(','), '--out', out],
    ...options,
  );
  await endpoint.close();
  expect(built.code, built.stderr).toBe(0);
  const { code: verdict, stdout, stderr } = await cartwright(folder, 'verify', out);
  expect(verdict, `${stdout}\n${stderr}`).toBe(0);
  return linesIn(join(folder, out, 'accepted.jsonl')) as { user_query: string }[];
}

test.each(['zh', 'es', 'de', 'id'])('a run about a made shop in %s is verified', async (code) => {
  useLanguage(code);
  const { inputs, format } = makeShop(mkdtempSync(join(folder, 'shop-')), 300);
  const shop = ['--catalog', ...inputs, '--format', format, '--language', code];
  const samples = await verified(`made-${code}`, code, INTENTS, '--per-intent', '2', ...shop);
  expect(samples).toHaveLength(2 * INTENTS.length);
});

describe.skipIf(!hasAppliances)('the 52 published Chinese appliances', () => {
  test('give samples in Chinese through an endpoint, in the catalog’s language where none is asked for, that are verified', async () => {
    const appliances = ['--catalog', applianceRows(), '--format', `mapping:${APPLIANCE_MAPPING}`];
    const samples = await verified('zh', 'zh', ['product_search'], '--per-intent', '5', ...appliances);
    expect(samples).toHaveLength(5);
    for (const { user_query: query } of samples) expect(query).toMatch(/^[^a-z]*\p{Script=Han}[^a-z]*$/u);
  });
});
