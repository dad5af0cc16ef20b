import { openCatalog } from '../../catalog/index.ts';
import { prepareCatalog } from '../../catalog/ingest/index.ts';
import type { Family } from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { shareOf } from '../../pipeline/share-interval.ts';
import { type Composition, compose } from '../../service/compose.ts';
import { writeOffline } from '../../service/customer/offline-writer.ts';
import { supportDigest } from '../../service/task.ts';
import { openStores } from '../../service/world.ts';
import { CATALOG_CACHE } from '../../shopping/catalog-world.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { SUPPORT_GATES } from '../../stages/service/gates.ts';
import { digestOf } from '../../text/digest.ts';
import type { Planted } from '../measure.ts';
import type { FamilyReport, FamilySuite, Refusal } from '../suite.ts';
import { SUPPORT_OPERATORS, type SupportDraft } from './operators.ts';

const SEED = 42;
/** Drafts of each intent, half of them in each language. */
const PER_INTENT = 40;

/** Drafts of a family in English and Chinese. */
async function draftsOf(
  { sample }: Family,
  composition: Composition,
  { catalog, perIntent }: { readonly catalog: readonly string[] | undefined; readonly perIntent: number },
): Promise<SupportDraft[]> {
  const inputs = catalog ?? sample.inputs;
  const { path } = await prepareCatalog({
    ...{ inputs, reviews: [], format: undefined, onProgress: () => {}, cacheFolder: CATALOG_CACHE },
  });
  const world = openStores(openCatalog(path), composition.desk.regime);
  const drafts: SupportDraft[] = [];
  for (const language of ['en', 'zh'] as const) {
    const store = world.storeIn(language);
    for (const main of Object.keys(composition.mainDemands)) {
      let made = 0;
      for (const { id: userId } of store.users.rows()) {
        if (made * 2 >= perIntent) break;
        const key = `${userId}:${main}:${language}`;
        const locked = compose(store, { userId, main, draw: drawFor(SEED, key, 'compose') }, composition);
        if ('code' in locked) continue;
        made += 1;
        const wording = writeOffline(locked, drawFor(SEED, key, 'speak'));
        drafts.push({ task: { locked, lockDigest: supportDigest(locked) }, wording });
      }
    }
  }
  world.close();
  return drafts;
}

/** The suite of a customer-service family; all have the same gates. */
export const supportSuite = (family: Family, composition: Composition): FamilySuite => ({
  family: family.name,
  async report({ most, anew, catalog, perIntent = PER_INTENT }): Promise<FamilyReport> {
    const drafts = await draftsOf(family, composition, { catalog, perIntent });
    const gateNamed = (name: string) =>
      SUPPORT_GATES.find((gate) => gate.name === name) as (typeof SUPPORT_GATES)[number];
    const operators = SUPPORT_OPERATORS.map(({ gate, name, plant }) => {
      const { check } = gateNamed(gate);
      const mutants = drafts
        .flatMap((draft, at) => [...plant(draft, drawFor(SEED, `${at}`, name))])
        .map((mutant, at) => ({ ...mutant, key: digestOf(at, mutant.what) }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, most);
      const missed = mutants.filter(({ input }) => check(input.task, input.wording).length === 0);
      return { gate, name, planted: mutants.length, missed } as unknown as Planted<QueryWording>;
    });
    const texts = drafts.flatMap(({ task, wording }, at) => [
      { name: 'as it is', task, wording },
      ...Array.from({ length: anew }, (_, again) => ({
        name: 'written anew',
        task,
        wording: writeOffline(task.locked, drawFor(SEED, `${at}/${again}`, 'anew')),
      })),
    ]);
    const refusals: Refusal[] = [];
    const rows = SUPPORT_GATES.map(({ name: gate, check }) => {
      const own = operators.filter((operator) => operator.gate === gate);
      const planted = own.reduce((sum, operator) => sum + operator.planted, 0);
      const missed = own.reduce((sum, operator) => sum + operator.missed.length, 0);
      let refused = 0;
      for (const { name, task, wording } of texts) {
        const [finding] = check(task, wording);
        if (finding === undefined) continue;
        refused += 1;
        refusals.push({ gate, rewriting: name, query: Object.values(wording.raises).join(' '), finding });
      }
      return { gate, recall: shareOf(planted - missed, planted), refused: shareOf(refused, texts.length) };
    });
    return { family: family.name, samples: drafts.length, rows, operators, unseen: [], refusals };
  },
});
