import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogWriter, SCHEMA_VERSION } from '../catalog/index.ts';
import { drawFor } from '../pipeline/seed.ts';
import type { Product } from '../schemas/product.ts';
import type { QueryWording } from '../shopping/draft.ts';
import type { Gate } from '../stages/gate.ts';
import { digestOf } from '../text/digest.ts';
import type { CatalogOperator, Mutant, Operator, Sample, Surroundings } from './operator.ts';
import type { World } from './world.ts';

const SEED = 42;

/** Outcome of one operator: what was planted, and what its gate did not find. */
export interface Planted<Words extends QueryWording = QueryWording> {
  readonly gate: string;
  readonly name: string;
  readonly planted: number;
  readonly missed: readonly Mutant<Words>[];
}

function gateNamed<Words extends QueryWording>(gates: readonly Gate<Words>[], name: string): Gate<Words> {
  const found = gates.find((gate) => gate.name === name);
  if (found === undefined) throw new RangeError(`there is no gate "${name}"`);
  return found;
}

export const surroundingsOf = <Words extends QueryWording>(
  { view, samples }: World<Words>,
  sample: Sample<Words>,
  label: string,
): Surroundings<Words> => ({ draw: drawFor(SEED, sample.task.id, label), view, samples });

/** Plants a defect wherever it can be planted, at most so often, and asks its gate. */
export function measure<Words extends QueryWording>(
  world: World<Words>,
  { gate, name, plant }: Operator<Words>,
  most = Number.POSITIVE_INFINITY,
): Planted<Words> {
  const judge = gateNamed(world.gates, gate);
  const mutants = world.samples.flatMap((sample) => [...plant(sample, surroundingsOf(world, sample, name))]);
  const drawn = mutants.length <= most ? mutants : sampled(mutants, most);
  return { gate, name, planted: drawn.length, missed: drawn.filter(({ input }) => judge.check(input).length === 0) };
}

/** So many of a list, drawn by digest, in its order. */
function sampled<T extends { readonly what: string }>(items: readonly T[], most: number): T[] {
  const keyed = items.map((item, at) => ({ item, at, key: digestOf(at, item.what) }));
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** The catalog with products put in, those of a known id in its place, as a file that is gone after the work. */
function withCatalog<T>(world: World<QueryWording>, added: readonly Product[], work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  try {
    const path = join(folder, 'catalog.db');
    const writer = new CatalogWriter(path);
    const byId = new Map(added.map((product) => [product.id, product]));
    for (const { product } of world.view.catalog.products()) {
      writer.addProduct(byId.get(product.id) ?? product, 'fill');
      byId.delete(product.id);
    }
    for (const product of byId.values()) writer.addProduct(product, 'fill');
    writer.finish({
      schema_version: String(SCHEMA_VERSION),
      products: String(writer.counts().products),
      inputs: 'mutations',
    });
    return work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Changes the catalog so that every sample is defective in one way, and asks the gate as it is on that catalog. */
export function measureOnCatalog<Words extends QueryWording>(
  world: World<Words>,
  { gate, name, products }: CatalogOperator<Words>,
): Planted<Words> {
  const changed = world.samples.flatMap((sample) => {
    const added = products(sample, surroundingsOf(world, sample, name));
    return added.length === 0 ? [] : [{ sample, added }];
  });
  const added = changed.flatMap((change) => change.added);
  return withCatalog(world as unknown as World<QueryWording>, added, (path) => {
    const judge = gateNamed(world.gatesOn(path), gate);
    const missed = changed
      .filter(({ sample }) => judge.check(sample).length === 0)
      .map(({ sample }) => ({ input: sample, what: name }));
    return { gate, name, planted: changed.length, missed };
  });
}
