import { join } from 'node:path';
import { z } from 'zod';
import { type Catalog, type CatalogMemory, openCatalog } from '../../catalog/index.ts';
import {
  BUNDLED,
  type BuilderParts,
  type Family,
  type FamilyBuilder,
  type FamilyPlanner,
  type TaskSettings,
} from '../../pipeline/family.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { chain } from '../../pipeline/stage.ts';
import { chainBuilder } from '../../pipeline/task-builder.ts';
import { chance, pick } from '../../schemas/draw.ts';
import { SETTINGS as SETTINGS_TEXTS, share, text } from '../../schemas/setting.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { OrderIndex } from '../../shopping/answers/orders.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { type Attempt, type Draft, QueryWording } from '../../shopping/draft.ts';
import { type Requirement, requirementOf } from '../../shopping/kinds/index.ts';
import { FIELD_POLICIES } from '../../shopping/language/field-policy.ts';
import { NO_SOURCES } from '../../shopping/language/reply-sources.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';
import { LockedTask } from '../../shopping/task.ts';
import { unaskedFields } from '../../shopping/unasked-fields.ts';
import { planVoucher, type VoucherPart } from '../../shopping/vouchers/plan.ts';
import { EXTRACT, extract } from '../../stages/extract/index.ts';
import { finalCodesOf } from '../../stages/gate.ts';
import { lock } from '../../stages/lock.ts';
import { judgeOf, modelWriter, servicesOf } from '../../stages/model-writer.ts';
import { ADMISSION, NearDuplicates } from '../../stages/near-duplicate.ts';
import { ADJUDICATION, overrulingOf } from '../../stages/overruling.ts';
import { rewriteUntilValid } from '../../stages/rewrite.ts';
import { Sampler } from '../../stages/sample/index.ts';
import { productFacts } from '../../stages/sample/product-facts.ts';
import { singleProducts } from '../../stages/sample/single-products.ts';
import { SELECT, select } from '../../stages/select.ts';
import { queryText, SEMANTIC } from '../../stages/semantic/index.ts';
import { type ValidDraft, validate } from '../../stages/validate.ts';
import { VERBALISE, verbalise, type Writer } from '../../stages/verbalise.ts';
import { GATES } from './gates/index.ts';
import { INTENTS, intentNamed, largest, PLANNING_ORDER } from './intents.ts';
import { judgesOf } from './judges.ts';
import { lint } from './lint/index.ts';
import { unpublishable } from './listed-pairs.ts';
import { paper } from './paper.ts';
import { askedProducts, subjectOf } from './planning/asked-products.ts';
import { issuerOf, ShopOrders } from './planning/shop-orders.ts';
import { records } from './published.ts';
import { linkQuestions } from './questions/link.ts';
import { type QuestionBank, readQuestions } from './questions/reader.ts';
import { groupOf, publish } from './record.ts';
import { OrderProof } from './sample.ts';
import { scoreSheet } from './scoring/sheet.ts';
import { STATED_NEEDS, statedNeeds } from './stated-needs.ts';
import { VOUCHER_KINDS, VOUCHER_RATES } from './vouchers.ts';
import { ModelWriter } from './writers/model-writer.ts';
import { OfflineWriter } from './writers/offline-writer.ts';
import { orderPieces } from './writers/order-pieces.ts';
import { canSayService } from './writers/services.ts';

const NAME = 'shoppingbench';

const SETTINGS = SHOPPING_SETTINGS.extend({
  questions: text().optional().register(SETTINGS_TEXTS, {
    takes: '<file>',
    help: 'questions and answers for the knowledge intent: CSV (SimpleQA or plain) or JSONL',
    isPath: true,
    more: '[ShoppingBench](families/shoppingbench.md#questions-of-your-own)',
  }),
  voucherRates: z
    .strictObject({ capDecides: share(), thresholdDecides: share() }, 'expected capDecides and thresholdDecides')
    .optional()
    .register(SETTINGS_TEXTS, {
      fileOnly: true,
      help: 'how often leaving out the cap or the threshold of a voucher must change which orders fit, as shares of the tasks',
      more: 'Such as `{capDecides: 1, thresholdDecides: 0.5}`.',
    }),
});
type Own = z.output<typeof SETTINGS>;
const ATTEMPTS = 3;
const DEFAULT_CURRENCY = 'PHP';
const BUNDLED_QUESTIONS = join(BUNDLED, 'questions.csv');
/** Details a product must state that a requirement can be about, before a task may be about it. */
const LEAST_DETAILS = 2;

const questionsOf = (settings: Pick<Own, 'questions'>): Promise<QuestionBank> =>
  readQuestions(settings.questions ?? BUNDLED_QUESTIONS);

const canSay = (asked: Requirement) => orderPieces(asked, DEFAULT_CURRENCY).length > 0;

async function builderOf(
  settings: TaskSettings<Own>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const view = viewCatalog(settings, shared as CatalogMemory | undefined);
  const { catalog, answerSets, productOf, productsOf, draws } = view;
  const bank = await questionsOf(settings);
  const questions = Map.groupBy(
    linkQuestions(bank.questions, catalog).links.map(({ question }) => question),
    subjectOf,
  );
  const questionOf = (task: PlannedTask) =>
    pick(draws('question')(task), 'question', questions.get(task.subject ?? '') ?? []);
  const orders = new OrderIndex(catalog);
  const rates = settings.voucherRates ?? VOUCHER_RATES;
  const { prover, gates } = judgesOf(view, settings.maxAnswers);
  const drawing = {
    drawFor: (task: LockedTask, step: string, attempt: number) => drawFor(settings.seed, task.id, step, attempt),
    targetsOf: ({ targetIds }: LockedTask) => productsOf(targetIds),
  };
  const asked = settings.models === undefined ? null : servicesOf(settings, models);
  const offline = new OfflineWriter(drawing);
  const writer: Writer<QueryWording> =
    settings.models === undefined || asked === null
      ? offline
      : modelWriter(
          new ModelWriter({ ...drawing, asker: asked.asker, model: settings.models.roles.query_writer.model }),
          offline,
        );

  const toLock = chain(
    extract(
      {
        catalog,
        answerSets,
        productOf,
        phraseUse: (phrase) => answerSets.phraseUse(phrase),
        drawFor: draws('extract'),
        fieldUse: (field) => {
          const policy = FIELD_POLICIES.get(field);
          return policy && { persona: false, clarification: false, negative: false, filler: policy.filler };
        },
        sayable: (field, value) => ({
          explicit: canSay({ type: 'attribute_match', field: `details.${field}`, expected_value: value }),
          implicit: false,
        }),
        judgeDetails: view.judged,
        unpublishable,
      },
      statedNeeds({
        contractOf: intentNamed,
        questionOf,
        issuerOf: ({ stratum = '' }) => issuerOf(stratum),
        canSay: (feature) => canSay(requirementOf(feature)),
        canSayService,
        planVoucher: (request) => {
          const { draw } = request;
          const mustDecide: VoucherPart['part'][] = [];
          const capBinds = chance(draw, 'voucher/cap decides', rates.capDecides);
          if (capBinds) mustDecide.push('cap');
          if (chance(draw, 'voucher/threshold decides', rates.thresholdDecides)) mustDecide.push('threshold');
          return planVoucher({ ...request, kinds: VOUCHER_KINDS, mustDecide, capBinds });
        },
      }),
    ),
    select({
      answerSets,
      orders,
      drawFor: draws('select'),
      contractOf: intentNamed,
      maxAnswers: settings.maxAnswers,
      onTried,
    }),
    lock({ currencyOf: view.currencyOf }),
  );
  const toDraft = chain(
    rewriteUntilValid<LockedTask, Attempt<QueryWording>, Draft<QueryWording>, ValidDraft<QueryWording, OrderProof>>({
      input: LockedTask,
      write: verbalise(writer, QueryWording),
      check: validate({
        wording: QueryWording,
        proof: OrderProof,
        gates,
        semantic: judgeOf(settings, models, view, queryText),
        targetsOf: productsOf,
        prove: prover.prove,
      }),
      attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
      attempts: ATTEMPTS,
      final: finalCodesOf(GATES),
      overruling: overrulingOf(settings.overrides, { gates, targetsOf: productsOf, prove: prover.prove }),
    }),
  );

  return chainBuilder({
    toLock,
    toDraft,
    // A shop condition that descriptions make idle is taken where no other is left.
    isPreferred: (task) =>
      task.locked.rubrics.every((rubric) => rubric.type !== 'same_shop' || prover.removedBy(task, rubric) !== 0),
    publish({ draft, proof, overruled }) {
      const [first, ...others] = productsOf(draft.task.targetIds);
      if (first === undefined) throw new RangeError(`"${draft.task.targetIds[0]}" is not in the catalog`);
      return {
        record: publish({
          ...draft,
          proof,
          targets: [first, ...others],
          question: questionOf(draft.task)?.origin ?? null,
          attempts: draft.earlier.length + 1,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: writer.sourcesOf?.(draft.wording) ?? NO_SOURCES,
          overruled,
        }),
        group: groupOf(first),
        text: draft.wording.query,
        lockDigest: draft.task.lockDigest,
      };
    },
  });
}

async function plan(settings: TaskSettings<Own>): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.world);
  const facts = productFacts(catalog, (field) => FIELD_POLICIES.has(field));
  const bank = await questionsOf(settings);
  const orders = new ShopOrders({
    catalog,
    facts,
    leastDetails: LEAST_DETAILS,
    splits: settings.splits,
    drawFor: (intent, label) => drawFor(settings.seed, intent, label),
  });
  const poolOf = (intent: string) => {
    const { knowledge, oneShop, voucher, sizes } = intentNamed(intent);
    if (knowledge) return askedProducts(bank.questions, catalog);
    if (oneShop) return orders.ofOneShop(intent, sizes);
    if (voucher) return orders.forVouchers(intent, sizes);
    return singleProducts(catalog, facts, { leastDetails: LEAST_DETAILS });
  };
  const sampler = new Sampler({
    family: NAME,
    seed: settings.seed,
    idOf: (row) => facts.ids[row] as string,
    rowOf: (id) => catalog.rowOf(id),
    categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
    stratified: (intent) => intent !== 'products_finder',
    poolOf,
  });
  const { file, digest, counts, quarantined } = bank;
  return {
    worldDigest: catalog.digest,
    worldSize: catalog.size,
    inputs: { questions: { file, digest, ...counts, quarantined: quarantined.length } },
    admission: new NearDuplicates(),
    planningOrder: PLANNING_ORDER,
    eligibility: (intent) => sampler.eligibility(intent),
    definitionOf: intentNamed,
    // Questions and kinds of products are balanced as far as they go; numbers of products are held to their shares.
    shareOf: (intent, stratum) => (largest(intentNamed(intent)) > 1 ? sampler.shareOf(intent, stratum) : 1),
    next: (intent, count, state) => sampler.next(intent, count, state),
    again: (noted) => sampler.again(noted),
  };
}

const PUBLISHED_SPLITS: SplitShares = { train: 0.73, test: 0.27 };

/** Orders of one product or several whose query states every requirement, judged by shop and budget (ShoppingBench). */
export const shoppingbench: Family<Catalog, Own> = {
  name: NAME,
  about: 'orders of one product or several, every requirement said, judged by shop and budget',
  intents: INTENTS.map(({ name }) => name),
  sample: {
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-shoppingbench',
  },
  splits: PUBLISHED_SPLITS,
  settings: SETTINGS,
  world: catalogWorld,
  stages: [EXTRACT, STATED_NEEDS, SELECT, VERBALISE, ADJUDICATION],
  gates: [...GATES, SEMANTIC, ADMISSION],
  lint,
  records,
  paper,
  scoring: { score: scoreSheet },
  notes: (catalog) => unaskedFields(catalog, (field) => FIELD_POLICIES.has(field)),
  plan,
  builder: builderOf,
};
