import { join } from 'node:path';
import { OrderIndex } from '../catalog/orders.ts';
import { linkQuestions } from '../catalog/questions/link.ts';
import { type QuestionBank, readQuestions } from '../catalog/questions/reader.ts';
import { type Requirement, requirementOf, satisfies } from '../catalog/satisfies.ts';
import { type CatalogMemory, openCatalog } from '../catalog/store.ts';
import { FIELD_POLICIES } from '../families/language/field-policy.ts';
import { NO_SOURCES } from '../families/language/reply-sources.ts';
import { INTENTS, intentNamed } from '../families/shoppingbench/intents.ts';
import { unpublishable } from '../families/shoppingbench/listed-pairs.ts';
import { ModelWriter } from '../families/shoppingbench/model-writer.ts';
import { OfflineWriter } from '../families/shoppingbench/offline-writer.ts';
import { orderPieces } from '../families/shoppingbench/order-pieces.ts';
import { recordOf } from '../families/shoppingbench/record.ts';
import { canSayService, saysService } from '../families/shoppingbench/services.ts';
import { VOUCHER_KINDS, VOUCHER_RATES } from '../families/shoppingbench/vouchers.ts';
import { planVoucher, type VoucherPart, weigh } from '../families/vouchers/plan.ts';
import { type Attempt, type Draft, QueryWording } from '../schemas/draft.ts';
import { chance, pick } from '../schemas/draw.ts';
import type { Product } from '../schemas/product.ts';
import { OrderProof } from '../schemas/shoppingbench-sample.ts';
import type { SplitShares } from '../schemas/split.ts';
import { entityAt, type Feature, LockedTask, type PlannedTask } from '../schemas/task.ts';
import { rivalTotals } from '../stages/extract/order-conditions.ts';
import { statedNeeds } from '../stages/extract/stated-needs.ts';
import { extract } from '../stages/extract.ts';
import { lock, lockDigestOf } from '../stages/lock.ts';
import { OrderProver } from '../stages/order-prover.ts';
import { askedProducts, subjectOf } from '../stages/sample/asked-products.ts';
import { productFacts } from '../stages/sample/product-facts.ts';
import { issuerOf, ShopOrders } from '../stages/sample/shop-orders.ts';
import { singleProducts } from '../stages/sample/single-products.ts';
import { Sampler } from '../stages/sample.ts';
import { select } from '../stages/select.ts';
import { queryText } from '../stages/semantic.ts';
import { type ValidDraft, validate } from '../stages/validate.ts';
import type { GateInput } from '../stages/validators/gate.ts';
import { NearDuplicates } from '../stages/validators/near-duplicate.ts';
import { verbalise, type Writer } from '../stages/verbalise.ts';
import { chainBuilder } from './compose-builder.ts';
import { type CatalogView, viewCatalog } from './compose-catalog.ts';
import { FINAL_CODES } from './compose-gates.ts';
import { judgeOf, modelWriter, servicesOf } from './compose-models.ts';
import { orderGates } from './compose-order-gates.ts';
import { overrulingOf } from './compose-overrides.ts';
import {
  BUNDLED,
  type BuilderParts,
  type Family,
  type FamilyBuilder,
  type FamilyPlanner,
  type TaskSettings,
} from './family.ts';
import { rewriteUntilValid } from './rewrite.ts';
import { drawFor } from './seed.ts';
import type { Stage } from './stage.ts';

const NAME = 'shoppingbench';
const ATTEMPTS = 3;
const DEFAULT_CURRENCY = 'PHP';
const BUNDLED_QUESTIONS = join(BUNDLED, 'questions.csv');
/** Details a product must state that a requirement can be about, before a task may be about it. */
const LEAST_DETAILS = 2;

const questionsOf = (settings: TaskSettings): Promise<QuestionBank> =>
  readQuestions(settings.questions ?? BUNDLED_QUESTIONS);

/** What keeps samples in one split: the shop, or the product where no shop is named. */
const groupOf = ({ shopId, id }: Pick<Product, 'shopId' | 'id'>) => shopId ?? id;

const canSay = (feature: Pick<Feature, 'type' | 'field' | 'value'>) =>
  orderPieces(requirementOf(feature as Feature), DEFAULT_CURRENCY).length > 0;

/** What judges the drafts of a catalog: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number) {
  const { catalog, answerSets } = view;
  const orders = new OrderIndex(catalog);
  const prover = new OrderProver({ catalog, answerSets, orders, voucherParts: (input) => voucherParts(input, view) });
  const gates = orderGates({
    lockDigestOf,
    contractOf: intentNamed,
    prover,
    reviewsOf: view.reviewsOf,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers,
    reasonAgainst: view.reasonAgainst,
    saysService,
    excludesAny(task, rubric) {
      const place = rubric.target ?? 0;
      const row = catalog.rowOf(task.targetIds[place] ?? '');
      const fails = (other: number) => satisfies(catalog.productByRow(other), rubric as Requirement) === 'no';
      if (answerSets.holding(entityAt(task, place).phrase).some(fails)) return true;
      return row !== null && catalog.shelfRows(catalog.shelfOf(row).id).some(fails);
    },
  });
  return { prover, gates };
}

async function builderOf(
  settings: TaskSettings,
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

  const toLock = [
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
          explicit: canSay({ type: 'attribute_match', field: `details.${field}`, value }),
          implicit: false,
        }),
        judgeDetails: view.judged,
        unpublishable,
      },
      statedNeeds({
        contractOf: intentNamed,
        questionOf,
        issuerOf: ({ stratum = '' }) => issuerOf(stratum),
        canSay,
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
  ] as unknown as readonly Stage<never, unknown>[];
  const toDraft = [
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
      final: FINAL_CODES,
      overruling: overrulingOf(settings.overrides, { gates, targetsOf: productsOf, prove: prover.prove }),
    }),
  ] as unknown as readonly Stage<never, unknown>[];

  return chainBuilder<QueryWording, OrderProof>({
    toLock,
    toDraft,
    // A shop condition that descriptions make idle is taken where no other is left.
    isPreferred: (task) =>
      task.locked.rubrics.every((rubric) => rubric.type !== 'same_shop' || prover.removedBy(task, rubric) !== 0),
    publish({ draft, proof, overruled }) {
      const targets = productsOf(draft.task.targetIds);
      const group = groupOf(targets[0] as Product);
      return {
        record: recordOf(draft, proof, {
          targets,
          question: questionOf(draft.task) ?? null,
          group,
          overruled,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
          sources: writer.sourcesOf?.(draft.wording) ?? NO_SOURCES,
        }),
        group,
      };
    },
  });
}

/** Which parts of a voucher change a verdict: on the task's own order, or on one with a product swapped for a rival. */
function voucherParts({ task, targets }: GateInput<QueryWording>, { catalog, answerSets }: CatalogView) {
  const budget = task.locked.rubrics.find((rubric) => rubric.type === 'budget_match');
  if (budget === undefined) return { deciding: [], idle: [] };
  const { currency } = budget.expected_value.voucher;
  const total = targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
  const contexts = targets.map((product, place) => ({
    product,
    row: catalog.rowOf(product.id) ?? -1,
    rivals: answerSets.holding(entityAt(task, place).phrase),
    catalog,
  }));
  const { deciding, idle } = weigh(budget.expected_value, [total, ...rivalTotals(contexts, total, currency)]);
  return {
    deciding: deciding.map(({ part, changes, priceMinor }) => ({ part, changes, total: priceMinor })),
    idle: idle.map(({ part }) => part),
  };
}

const largest = ({ sizes }: { sizes: Readonly<Record<number, number>> }) => Math.max(...Object.keys(sizes).map(Number));

async function plan(settings: TaskSettings): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.catalog);
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
    catalogDigest: catalog.digest,
    catalogSize: catalog.size,
    shared: () => catalog.inMemory(),
    inputs: { questions: { file, digest, ...counts, quarantined: quarantined.length } },
    admission: new NearDuplicates(),
    // Orders of several products find few once single ones have taken theirs.
    planningOrder: INTENTS.toSorted((a, b) => largest(b) - largest(a)).map(({ name }) => name),
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
export const shoppingbench: Family = {
  name: NAME,
  intents: INTENTS.map(({ name }) => name),
  sample: {
    catalog: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-shoppingbench',
  },
  splits: PUBLISHED_SPLITS,
  asksAbout: (field) => FIELD_POLICIES.has(field),
  plan,
  builder: builderOf,
};
