import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ingestCatalog } from '../../catalog/ingest/ingest.ts';
import { proposeOpinionsByModel } from '../../families/ecomagentbench/opinions/model-opinions.ts';
import { familyNamed } from '../../families/index.ts';
import { promptAsker } from '../../models/asker.ts';
import { PromptFolder } from '../../models/prompts.ts';
import { requestDigest } from '../../models/reply-store.ts';
import type { RoleSettings } from '../../models/settings.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { Role } from '../../schemas/model.ts';
import type { BuildEnd } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { ShoppingSettings } from '../../shopping/settings.ts';
import { questionIn } from '../fixtures/competent-model/question.ts';
import { leak, obey, respond, tamper } from '../fixtures/competent-model.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { reviewsSaying } from '../fixtures/reviews.ts';
import { waveState } from '../fixtures/run-plan.ts';
import { scriptedModels } from '../fixtures/scripted-models.ts';
import { strictSchemaProblem } from '../mock-endpoint/strict-schema.ts';

const settled: RoleSettings = { model: 'writer-1', temperature: 0.8, maxOutputTokens: 2000, tries: 2 };
const roles = Object.fromEntries(Role.options.map((role) => [role, settled])) as Record<Role, RoleSettings>;
const PER_INTENT = 4;

interface World {
  readonly tasks: readonly PlannedTask[];
  readonly settings: TaskSettings;
}

/** Tasks of every intent of a family over its bundled catalog, with nobody to judge them but the gates in code. */
async function worldOf(family: string): Promise<World> {
  const { sample, intents, settings: own, plan } = familyNamed(family);
  const database = join(mkdtempSync(join(tmpdir(), 'written-')), 'catalog.db');
  await ingestCatalog({ inputs: [...sample.inputs], database });
  const settings: TaskSettings<ShoppingSettings> = {
    family,
    world: database,
    seed: 11,
    writer: 'openai',
    models: { roles, votes: null },
    ...(own.parse({}) as ShoppingSettings),
    splits: { test: 1 },
  };
  const planner = await plan(settings);
  const state = waveState({ split: 'test' });
  return { settings, tasks: intents.flatMap((intent) => planner.next(intent, PER_INTENT, state)) };
}

type Reply = (body: Parameters<typeof respond>[0]) => Promise<object | null>;

async function built({ tasks, settings }: World, reply: Reply) {
  const { models, requests } = scriptedModels(async (request) => (await reply(request)) ?? respond(request));
  const asker = promptAsker({ models, roles });
  const builder = await familyNamed(settings.family).builder(settings, { models: { asker } });
  const ends: BuildEnd[] = [];
  for (const task of tasks) {
    const end = await builder.lock(task);
    ends.push(end.kind === 'locked' ? await builder.write(end) : end);
  }
  return { ends, requests };
}

const samplesOf = (ends: readonly BuildEnd[]) =>
  ends.flatMap((end) => (end.kind === 'built' ? [JSON.parse(end.line)] : []));
const rejectedBy = (ends: readonly BuildEnd[], stage: string) =>
  ends.flatMap((end) => (end.kind === 'rejected' && end.stage === stage ? [JSON.parse(end.line)] : []));

describe.each(['ecomagentbench', 'shoppingbench'])('%s', (family) => {
  let world: World;
  let good: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    world = await worldOf(family);
    good = await built(world, respond);
  });

  test('what a competent model writes passes every gate', () => {
    expect(rejectedBy(good.ends, 'validate')).toEqual([]);
    expect(good.ends.filter(({ kind }) => kind === 'failed' || kind === 'pending')).toEqual([]);
    expect(new Set(samplesOf(good.ends).map(({ intent, intent_category }) => intent ?? intent_category))).toEqual(
      new Set(familyNamed(family).intents),
    );
  });

  test('a sample names its writer, its prompts and the replies it was made from', () => {
    const prompts = new PromptFolder();
    const digests = new Set(good.requests.map(requestDigest));
    for (const { provenance } of samplesOf(good.ends)) {
      expect(provenance).toMatchObject({ writer: 'openai', model: 'writer-1' });
      expect(provenance.prompt_digests).toContain(prompts.promptOf(`${family}/query_writer.md`).digest);
      expect(provenance.reply_digests.length).toBeGreaterThan(0);
      expect(provenance.reply_digests.filter((digest: string) => !digests.has(digest))).toEqual([]);
    }
  });

  test.runIf(family === 'ecomagentbench')('a sample that asks for an opinion names the reply it came from', () => {
    const proposals = new Set(good.requests.filter(({ role }) => role === 'opinion_proposer').map(requestDigest));
    const reviewed = samplesOf(good.ends).filter(({ intent_category: intent }) => intent === 'review_driven');
    const named = reviewed.map(({ provenance }) =>
      provenance.reply_digests.some((digest: string) => proposals.has(digest)),
    );
    expect([reviewed.length > 0, ...new Set(named)]).toEqual([true, true]);
  });

  test.runIf(family === 'ecomagentbench')(
    'a model that never proposes usable opinions leaves no task open: phrase tables find them, and the sample says so',
    async () => {
      const { ends } = await built(world, async (body) =>
        questionIn(body)?.role === 'opinion_proposer' ? { opinions: 'many' } : null,
      );
      expect(ends.filter(({ kind }) => kind === 'pending')).toEqual([]);
      const opinionsBy = (all: readonly BuildEnd[]) => samplesOf(all).map(({ provenance }) => provenance.opinions_by);
      expect(new Set(opinionsBy(ends))).toEqual(new Set([undefined, 'phrases']));
      expect(new Set(opinionsBy(good.ends))).toEqual(new Set([undefined, 'model']));
    },
  );

  test('with the same replies the samples are the same bytes', async () => {
    const again = await built(world, respond);
    expect(again.ends).toEqual(good.ends);
    expect(again.requests.map(requestDigest)).toEqual(good.requests.map(requestDigest));
  });

  test('no two tasks are asked about in the same words', () => {
    const queries = good.requests.filter(({ role }) => role === 'query_writer').map(requestDigest);
    expect(new Set(queries).size).toBe(queries.length);
  });

  test('every form of reply is one that strict endpoints take', () => {
    const forms = good.requests.map(({ schema }) => strictSchemaProblem(schema?.json ?? {}));
    expect(new Set(forms)).toEqual(new Set([null]));
  });

  test.each([
    ['changes what is locked', tamper],
    ['obeys a hostile listing', obey],
  ] as const)('nothing is made of a model that always %s', async (_, reply) => {
    const { ends } = await built(world, reply);
    expect(samplesOf(ends)).toEqual([]);
    expect(ends.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });

  test('judge and solvers who go by the texts find nothing wrong with them', async () => {
    const judged = { ...world, settings: { ...world.settings, models: { roles, votes: 3 } } };
    const samples = samplesOf((await built(judged, respond)).ends);
    expect(samples.map(({ id }) => id)).toEqual(samplesOf(good.ends).map(({ id }) => id));
    for (const { proof } of samples) expect(proof.semantic.reads_naturally).toBe(true);
  });

  // Opinions are asked for once: those that do not hold are left out, and nothing is asked again.
  test('a model whose texts misbehave only at first is asked again and then believed', async () => {
    const { ends } = await built(world, async (body) => {
      const isFirst = body.messages.length === 2 && !JSON.stringify(body.messages[1]).includes('earlier tries');
      return isFirst && questionIn(body)?.role !== 'opinion_proposer' ? tamper(body) : null;
    });
    const samples = samplesOf(ends);
    expect(samples).toHaveLength(samplesOf(good.ends).length);
    for (const { provenance } of samples) expect(provenance.reply_digests.length).toBeGreaterThan(1);
  });

  test.runIf(family === 'ecomagentbench')(
    'nothing is made of a model that always gives away what is hidden',
    async () => {
      const { ends } = await built(world, leak);
      expect(samplesOf(ends)).toEqual([]);
      const codes = rejectedBy(ends, 'validate').map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(['hidden_in_other_slot', 'implicit_literal']));
      expect(codes.filter((code) => !/^(?:hidden_in|implicit_|value_untraced)/.test(code))).toEqual([]);
    },
  );
});

describe('opinions', () => {
  const reviews = reviewsSaying([
    'Love it. It washes well.',
    'Very easy to carry.',
    'Machine washed it, washes really well!',
  ]);
  const proposed = async (reply: Reply) => {
    const { models } = scriptedModels(async (request) => (await reply(request)) ?? '{}');
    const asker = promptAsker({ models, roles });
    const product = productWith({ title: 'Harbor Canvas Tote Bag' });
    const request = { taskId: 'a task', reviews, product, plural: false, statesFact: () => false };
    return (await proposeOpinionsByModel(asker, request)).opinions.map(({ opinion }) => opinion);
  };

  test('that a competent model finds in reviews are kept', async () =>
    expect(await proposed(respond)).toEqual(['it washes well', 'it is easy to carry']));

  test.each([
    ['with changed quotes', tamper],
    ['that a hostile review asks for', obey],
  ] as const)('%s are not', async (_, reply) => expect(await proposed(reply)).toEqual([]));
});
