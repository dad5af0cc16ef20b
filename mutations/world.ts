import { prepareCatalog } from '../catalog/ingest/index.ts';
import type { Family } from '../pipeline/family.ts';
import { Claims, WaveClaims } from '../pipeline/run/claims.ts';
import { drawFor } from '../pipeline/seed.ts';
import type { TaskSettings } from '../pipeline/settings.ts';
import type { Finding } from '../schemas/finding.ts';
import { type Asker, BuildRole } from '../schemas/model.ts';
import type { Product } from '../schemas/product.ts';
import { claimsOf } from '../schemas/task.ts';
import { type CatalogView, viewCatalog } from '../shopping/catalog-view.ts';
import { CATALOG_CACHE } from '../shopping/catalog-world.ts';
import type { Attempt, QueryWording, ScriptedWording } from '../shopping/draft.ts';
import type { ShoppingSettings } from '../shopping/settings.ts';
import { LockedTask } from '../shopping/task.ts';
import type { Gate } from '../stages/gate.ts';
import type { Writer } from '../stages/verbalise.ts';
import type { Sample } from './operator.ts';

const SEED = 42;
const WAVE = 8;
/** Tasks planned for a sample before an intent is given up. */
const MOST_PLANNED = 40;

/** The samples of one family and catalog, with what judges them. */
export interface World<Words extends QueryWording = ScriptedWording> {
  readonly family: string;
  readonly view: CatalogView;
  readonly gates: readonly Gate<Words>[];
  /** First drafts that every gate passed. */
  readonly samples: readonly Sample<Words>[];
  /** First drafts that a gate refused, with what it found. */
  readonly refused: readonly { readonly sample: Sample<Words>; readonly findings: readonly Finding[] }[];
  /** The same task put into words anew. */
  rewritten(sample: Sample<Words>, attempt: number): Promise<Words>;
  /** The gates as they are on another catalog. */
  gatesOn(catalog: string): readonly Gate<Words>[];
}

/** A family under test, with its gates on a catalog and its offline writer. */
export interface Kind<Words extends QueryWording> {
  readonly family: Family;
  gatesOn(view: CatalogView): readonly Gate<Words>[];
  /** Stands for the models that tasks are locked with; none are asked where it is left out. */
  readonly asker?: Asker | undefined;
  writerOn(view: CatalogView): Pick<Writer<Words>, 'write'>;
}

const UNNAMED = { model: 'none', temperature: 0, maxOutputTokens: 1, tries: 1 };
/** Settings under which a builder asks the asker that it is given. */
const ASKED = {
  roles: Object.fromEntries(BuildRole.options.map((role) => [role, UNNAMED])) as Record<BuildRole, typeof UNNAMED>,
  votes: null,
};

/** Locks tasks of an intent until so many have an answer, or no more can be planned. */
async function lockedTasks(
  { family, asker }: Pick<Kind<never>, 'family' | 'asker'>,
  settings: TaskSettings,
  each: number,
) {
  const planner = await family.plan(settings);
  const builder = await family.builder(settings, asker === undefined ? {} : { models: { asker } });
  const { intents } = family;
  const spent = new Claims();
  const tasks: LockedTask[] = [];
  // Those that need most come first, as in a run.
  for (const intent of planner.planningOrder?.filter((name) => intents.includes(name)) ?? intents) {
    let found = 0;
    for (let planned = 0; found < each && planned < each * MOST_PLANNED; ) {
      const wave = planner.next(intent, WAVE, {
        claims: new WaveClaims(spent, 1),
        split: 'test',
        load: new Map(),
        loadElsewhere: () => 0,
      });
      if (wave.length === 0) break;
      planned += wave.length;
      for (const task of wave) {
        const end = await builder.lock(task);
        if (end.kind === 'failed') throw new Error(`${task.id} failed: ${end.error}`);
        if (end.kind !== 'locked' || found >= each || claimsOf(task).some(({ what }) => spent.times(what) > 0))
          continue;
        spent.add(claimsOf(task));
        tasks.push(LockedTask.parse(JSON.parse(end.line)));
        found++;
      }
    }
  }
  return tasks;
}

export interface WorldOptions {
  /** Raw files or a catalog file; the bundled sample where none are given. */
  readonly catalog?: readonly string[] | undefined;
  /** Format of the catalog's files, where that is not found by looking. */
  readonly format?: string | undefined;
  readonly perIntent: number;
}

/** Builds the samples of a family: tasks as a run locks them, and their first texts by the offline writer. */
export async function worldOf<Words extends QueryWording>(
  { family, asker, gatesOn, writerOn }: Kind<Words>,
  { catalog = family.sample.inputs, format, perIntent }: WorldOptions,
): Promise<World<Words>> {
  const { path } = await prepareCatalog({
    inputs: catalog,
    reviews: [],
    format,
    cacheFolder: CATALOG_CACHE,
  });
  const settings = { ...settingsOf(family, path), ...(asker === undefined ? {} : { models: ASKED }) };
  const view = viewCatalog(settings);
  const gates = gatesOn(view);
  const writer = writerOn(view);
  const written = (task: LockedTask, earlier: readonly Attempt<Words>[]) =>
    writer.write({
      ...{ task, earlier, targets: view.targetsOf(task) as [Product, ...Product[]] },
      draw: (step) => drawFor(SEED, task.id, step, earlier.length),
    });
  const samples: Sample<Words>[] = [];
  const refused: World<Words>['refused'][number][] = [];
  for (const task of await lockedTasks({ family, asker }, settings, perIntent)) {
    const sample = { task, wording: await written(task, []), targets: view.targetsOf(task) };
    const findings = gates.flatMap(({ check }) => check(sample));
    if (findings.length === 0) samples.push(sample);
    else refused.push({ sample, findings });
  }
  return {
    family: family.name,
    view,
    gates,
    samples,
    refused,
    rewritten: ({ task, wording }, attempt) =>
      written(
        task,
        Array.from({ length: attempt }, () => ({ wording, findings: [] })),
      ),
    gatesOn: (other) => gatesOn(viewCatalog(settingsOf(family, other))),
  };
}

const settingsOf = (family: Family, catalog: string): TaskSettings<ShoppingSettings> => ({
  family: family.name,
  world: catalog,
  seed: SEED,
  writer: 'offline',
  ...(family.settings.parse({}) as ShoppingSettings),
  splits: { test: 1 },
});
