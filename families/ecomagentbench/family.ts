import { join } from 'node:path';
import { type Catalog, type CatalogMemory, openCatalog } from '../../catalog/index.ts';
import {
  BUNDLED,
  type BuilderParts,
  type Family,
  type FamilyBuilder,
  type TaskSettings,
} from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import type { Attempt, Draft } from '../../shopping/draft.ts';
import { detailFieldOf, type Requirement, requirementOf } from '../../shopping/kinds/index.ts';
import { FIELD_POLICIES } from '../../shopping/language/field-policy.ts';
import { joinedSources, NO_SOURCES } from '../../shopping/language/reply-sources.ts';
import { Proof } from '../../shopping/proof.ts';
import { SHOPPING_SETTINGS, type ShoppingSettings } from '../../shopping/settings.ts';
import { LockedTask } from '../../shopping/task.ts';
import { unaskedFields } from '../../shopping/unasked-fields.ts';
import { planVoucher } from '../../shopping/vouchers/plan.ts';
import { EXTRACT, extract } from '../../stages/extract/index.ts';
import { finalCodesOf } from '../../stages/gate.ts';
import { lock } from '../../stages/lock.ts';
import { judgeOf, modelWriter, servicesOf } from '../../stages/model-writer.ts';
import { ADMISSION, NearDuplicates } from '../../stages/near-duplicate.ts';
import { ADJUDICATION, overrulingOf } from '../../stages/overruling.ts';
import { PARTITION, partition } from '../../stages/partition/index.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { Sampler } from '../../stages/sample/index.ts';
import type { CandidatePool } from '../../stages/sample/pool.ts';
import { productFacts } from '../../stages/sample/product-facts.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { VERBALISE, verbalise, type Writer } from '../../stages/verbalise.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { RecentFacts } from '../../text/recent.ts';
import { cluesFor } from './clue-bank.ts';
import { GATES } from './gates/index.ts';
import { HIDDEN_NEEDS, hiddenNeeds } from './hidden-needs.ts';
import { INTENTS, intentNamed } from './intents.ts';
import { judgesOf } from './judges.ts';
import { lint } from './lint/index.ts';
import { proposeOpinions } from './opinions/index.ts';
import { type OpinionOrigin, opinionsByModelOr } from './opinions/model-opinions.ts';
import { paper } from './paper.ts';
import { records } from './published.ts';
import { groupOf, publish } from './record.ts';
import { hiddenIntentTexts } from './semantic-texts.ts';
import { Wording } from './wording.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';
import { piecesFor } from './writers/query-pieces.ts';

const NAME = 'ecomagentbench';
const ATTEMPTS = 3;

const isExplicit = (asked: Requirement, currency: string) =>
  asked.type === 'review_opinion' || asked.type === 'budget_match' || piecesFor(asked, false, currency).length > 0;

/** Values of fields whose words are remembered: catalogs state the same ones over and over. */
const MOST_VALUES = 20_000;

/** Whether the query can say a value outright, and whether a clue can stand for it. */
function sayableValues(): (field: string, value: string) => { explicit: boolean; implicit: boolean } {
  const known = new RecentFacts<{ explicit: boolean; implicit: boolean }>(MOST_VALUES);
  return (field, value) =>
    known.of(field, value, () => {
      const asked: Requirement = { type: 'attribute_match', field: `details.${field}`, expected_value: value };
      return { explicit: isExplicit(asked, DEFAULT_CURRENCY), implicit: cluesFor(field, value).length > 0 };
    });
}

function builderOf(settings: TaskSettings<ShoppingSettings>, { models, onTried, shared }: BuilderParts): FamilyBuilder {
  const view = viewCatalog(settings, shared as CatalogMemory | undefined);
  const { catalog, answerSets, productOf, draws } = view;
  const { prover, gates } = judgesOf(view, settings.maxAnswers);
  const targetOf = ({ targetIds: [id = ''] }: { targetIds: readonly string[] }) => {
    const target = productOf(id);
    if (target === null) throw new RangeError(`"${id}" is not in the catalog`);
    return target;
  };
  const drawing = {
    drawFor: (task: LockedTask, step: string, attempt: number) => drawFor(settings.seed, task.id, step, attempt),
    targetOf,
  };
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const offline = new OfflineWriter(drawing);
  const writer: Writer<Wording> =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(
          new ModelWriter({ ...drawing, asker: asked.asker, model: settings.models.roles.query_writer.model }),
          offline,
        );

  /** What a task's opinions came from where a model was asked for them, by task. */
  const opinionOrigins = new Map<string, OpinionOrigin>();
  const sayable = sayableValues();
  const toLock = chain(
    extract(
      {
        catalog,
        answerSets,
        productOf,
        phraseUse: (phrase) => answerSets.phraseUse(phrase),
        drawFor: draws('extract'),
        fieldUse: (field) => FIELD_POLICIES.get(field),
        sayable,
        judgeDetails: view.judged,
      },
      hiddenNeeds({
        contractOf: intentNamed,
        excludable: (field) => FIELD_POLICIES.get(field)?.negative === true,
        planVoucher,
        async proposeOpinions(reviews, product, draw, statesFact, { plural, taskId }) {
          const byPhrases = () => proposeOpinions(reviews, product, draw, statesFact, { plural });
          if (asked === null) return byPhrases();
          const request = { taskId, reviews, product, plural, statesFact };
          const { opinions, ...origin } = await opinionsByModelOr(byPhrases, asked.asker, request);
          opinionOrigins.set(taskId, origin);
          return opinions;
        },
      }),
    ),
    partition({
      answerSets,
      drawFor: draws('partition'),
      contractOf: intentNamed,
      explicit: (feature) =>
        feature.type === 'attribute_match' && typeof feature.value === 'string'
          ? sayable(detailFieldOf(feature.field) ?? feature.field, feature.value).explicit
          : isExplicit(requirementOf(feature), DEFAULT_CURRENCY),
      maxAnswers: settings.maxAnswers,
      requireNecessity: settings.requireNecessity,
      onTried,
    }),
    lock({ currencyOf: view.currencyOf }),
  );
  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<Wording>, Draft<Wording>, ValidDraft<Wording, Proof>>({
      input: LockedTask,
      write: verbalise(writer, Wording),
      check: validate({
        wording: Wording,
        proof: Proof,
        gates,
        semantic: judgeOf(settings, models, view, hiddenIntentTexts),
        targetsOf: view.productsOf,
        prove: prover.prove,
      }),
      attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
      attempts: ATTEMPTS,
      final: finalCodesOf(GATES),
      overruling: overrulingOf(settings.overrides, { gates, targetsOf: view.productsOf, prove: prover.prove }),
    }),
  );

  return chainBuilder({
    toLock,
    toDraft,
    isPreferred: ({ necessity }) => necessity === null || (necessity.attained && necessity.exclusionDecides),
    takeOrigin(taskId) {
      const origin = opinionOrigins.get(taskId);
      opinionOrigins.delete(taskId);
      return origin;
    },
    publish({ draft, proof, overruled }, opinions) {
      const target = targetOf(draft.task);
      return {
        record: publish({
          ...draft,
          proof,
          target,
          attempts: draft.earlier.length + 1,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: joinedSources(opinions?.sources ?? NO_SOURCES, writer.sourcesOf?.(draft.wording) ?? NO_SOURCES),
          opinionsBy: opinions?.by ?? null,
          overruled,
        }),
        group: groupOf(target),
        text: draft.wording.query,
        lockDigest: draft.task.lockDigest,
      };
    },
  });
}

/** Shopping for one product with intent spread over query, persona and clarification (EComAgentBench). */
export const ecomagentbench: Family<Catalog, ShoppingSettings> = {
  name: NAME,
  about: 'one product, with intent spread over query, persona and clarification',
  intents: INTENTS.map(({ name }) => name),
  sample: {
    inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz'), join(BUNDLED, 'amazon-reviews.jsonl.gz')],
    out: 'out/sample',
  },
  splits: null,
  settings: SHOPPING_SETTINGS,
  world: catalogWorld,
  stages: [EXTRACT, HIDDEN_NEEDS, PARTITION, VERBALISE, ADJUDICATION],
  gates: [...GATES, SEMANTIC, ADMISSION],
  lint,
  records,
  paper,
  notes: (catalog) => unaskedFields(catalog, (field) => FIELD_POLICIES.has(field)),
  async plan(settings) {
    const catalog = openCatalog(settings.world);
    const facts = productFacts(catalog, (field) => FIELD_POLICIES.has(field));
    /** Several intents ask the same of products. */
    const pools = new Map<string, CandidatePool>();
    const sampler = new Sampler({
      family: NAME,
      seed: settings.seed,
      idOf: (row) => facts.ids[row] as string,
      rowOf: (id) => catalog.rowOf(id),
      categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
      stratified: () => false,
      poolOf: (intent) => {
        const { eligibility } = intentNamed(intent);
        const asked = canonicalJson(eligibility);
        const pool = pools.get(asked) ?? singleProducts(catalog, facts, eligibility);
        pools.set(asked, pool);
        return pool;
      },
    });
    return {
      worldDigest: catalog.digest,
      worldSize: catalog.size,
      inputs: {},
      admission: new NearDuplicates(),
      eligibility: (intent) => sampler.eligibility(intent),
      definitionOf: intentNamed,
      next: (intent, count, state) => sampler.next(intent, count, state),
      again: (noted) => sampler.again(noted),
    };
  },
  builder: async (settings, parts = {}) => builderOf(settings, parts),
};
