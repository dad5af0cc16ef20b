import { join } from 'node:path';
import { AnswerSets } from '../catalog/answer-set.ts';
import { OrderIndex } from '../catalog/orders.ts';
import { productNounOf } from '../catalog/product-noun.ts';
import { linkQuestions } from '../catalog/questions/link.ts';
import { type QuestionBank, readQuestions } from '../catalog/questions/reader.ts';
import { REFUSALS } from '../catalog/questions/refusals.ts';
import { type Requirement, requirementOf, satisfies } from '../catalog/satisfies.ts';
import { type Catalog, openCatalog } from '../catalog/store.ts';
import { normaliseText } from '../catalog/text/normalise.ts';
import { FIELD_POLICIES } from '../families/language/field-policy.ts';
import { NO_SOURCES } from '../families/language/reply-sources.ts';
import { INTENTS, intentNamed, VOUCHER_KINDS, VOUCHER_RATES } from '../families/shoppingbench/intents.ts';
import { unpublishable } from '../families/shoppingbench/listed-pairs.ts';
import { ModelWriter } from '../families/shoppingbench/model-writer.ts';
import { OfflineWriter } from '../families/shoppingbench/offline-writer.ts';
import { orderPieces } from '../families/shoppingbench/order-pieces.ts';
import { recordOf } from '../families/shoppingbench/record.ts';
import { canSayService, saysService } from '../families/shoppingbench/services.ts';
import { planVoucher, type VoucherPart, weigh } from '../families/vouchers/plan.ts';
import { type Attempt, type Draft, QueryWording } from '../schemas/draft.ts';
import { chance, pick } from '../schemas/draw.ts';
import type { Product } from '../schemas/product.ts';
import type { Question } from '../schemas/question.ts';
import { OrderProof } from '../schemas/shoppingbench-sample.ts';
import type { SplitShares } from '../schemas/split.ts';
import { entityAt, type Feature, LockedTask, type PlannedTask } from '../schemas/task.ts';
import { rivalTotals } from '../stages/extract/order-conditions.ts';
import { statedNeeds } from '../stages/extract/stated-needs.ts';
import { extract } from '../stages/extract.ts';
import { lock, lockDigestOf } from '../stages/lock.ts';
import { OrderProver } from '../stages/order-prover.ts';
import { apart, dealOrders, type OrderGroup } from '../stages/sample/orders.ts';
import type { CandidatePool, Stratum } from '../stages/sample/pool.ts';
import { type ProductFacts, readProductFacts } from '../stages/sample/product-facts.ts';
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
import {
  BUNDLED,
  type Family,
  type FamilyBuilder,
  type FamilyPlanner,
  type ModelServices,
  type TaskSettings,
} from './family.ts';
import { rewriteUntilValid } from './rewrite.ts';
import { drawFor } from './seed.ts';
import { splitOf } from './split.ts';
import type { Stage } from './stage.ts';

const NAME = 'shoppingbench';
const ATTEMPTS = 3;
const DEFAULT_CURRENCY = 'PHP';
const BUNDLED_QUESTIONS = join(BUNDLED, 'questions.csv');
/** Details a product must state that a requirement can be about, before a task may be about it. */
const LEAST_DETAILS = 2;
/** The published share of shop vouchers among those on several products. */
const SHOP_VOUCHERS = 0.5;

const questionsOf = (settings: TaskSettings): Promise<QuestionBank> =>
  readQuestions(settings.questions ?? BUNDLED_QUESTIONS);

/** What a task with a question is about besides its product: no two samples have one answer. */
const subjectOf = ({ answer }: Pick<Question, 'answer'>) => normaliseText(answer);

/** What keeps samples in one split: the shop, or the product where no shop is named. */
const groupOf = ({ shopId, id }: Pick<Product, 'shopId' | 'id'>) => shopId ?? id;

const canSay = (feature: Pick<Feature, 'type' | 'field' | 'value'>) =>
  orderPieces(requirementOf(feature as Feature), DEFAULT_CURRENCY).length > 0;

const issuerOf = ({ stratum = '' }: PlannedTask) =>
  stratum.endsWith('shop') ? ('shop' as const) : ('platform' as const);

async function builderOf(settings: TaskSettings, models?: ModelServices): Promise<FamilyBuilder> {
  const view = viewCatalog(settings);
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
  const prover = new OrderProver({ catalog, answerSets, orders, voucherParts: (input) => voucherParts(input, view) });
  const gates = orderGates({
    lockDigestOf,
    contractOf: intentNamed,
    prover,
    reviewsOf: view.reviewsOf,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers: settings.maxAnswers,
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
        issuerOf,
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
    }),
  ] as unknown as readonly Stage<never, unknown>[];

  return chainBuilder<QueryWording, OrderProof>({
    toLock,
    toDraft,
    // A shop condition that descriptions make idle is taken where no other is left.
    isPreferred: (task) =>
      task.locked.rubrics.every((rubric) => rubric.type !== 'same_shop' || prover.removedBy(task, rubric) !== 0),
    publish({ draft, proof }) {
      const targets = productsOf(draft.task.targetIds);
      const group = groupOf(targets[0] as Product);
      return {
        record: recordOf(draft, proof, {
          targets,
          question: questionOf(draft.task) ?? null,
          group,
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

const NOT_LOOKED_AT = 0;
const NAMED = 1;
const NAMELESS = 2;

/** Everything the tasks of an intent can be about. */
class Candidates {
  readonly #catalog: Catalog;
  readonly #facts: ProductFacts;
  readonly #bank: QuestionBank;
  readonly #settings: TaskSettings;
  /** By row, whether a product has been looked at for a name to ask for it by, and what was found. */
  readonly #names: Uint8Array;

  constructor(catalog: Catalog, facts: ProductFacts, bank: QuestionBank, settings: TaskSettings) {
    this.#catalog = catalog;
    this.#facts = facts;
    this.#bank = bank;
    this.#settings = settings;
    this.#names = new Uint8Array(catalog.size);
  }

  poolOf(name: string): CandidatePool {
    const { knowledge, oneShop, voucher, sizes } = intentNamed(name);
    if (knowledge) return this.#questions();
    if (!oneShop && !voucher) return singleProducts(this.#catalog, this.#facts, { leastDetails: LEAST_DETAILS });
    return this.#orders(name, sizes, oneShop);
  }

  /** Every link of a question to a product whose title holds the answer. */
  #questions(): CandidatePool {
    const { links, refused } = linkQuestions(this.#bank.questions, this.#catalog);
    const seen = new Set<string>();
    const strata = new Map<string, Stratum & { candidates: { rows: number[]; subject: string }[] }>();
    for (const { question, rows } of links) {
      const name = question.topic ?? 'other';
      const stratum = strata.get(name) ?? { name, weight: 1, candidates: [] };
      strata.set(name, stratum);
      for (const row of rows) {
        const pair = `${subjectOf(question)}\n${row}`;
        if (seen.size < seen.add(pair).size) stratum.candidates.push({ rows: [row], subject: subjectOf(question) });
      }
    }
    return {
      strata: [...strata.values()],
      unit: { eligible: `pairs of an answer (to ${links.length} questions) and a product`, missing: 'questions' },
      reasons: new Map([...refused].map(([code, count]) => [REFUSALS[code], count])),
    };
  }

  /** Orders dealt from the products of each shop, and, for platform vouchers, from all shops of one split. */
  #orders(name: string, sizes: Readonly<Record<number, number>>, oneShop: boolean): CandidatePool {
    const reasons = new Map<string, number>();
    const refuse = (reason: string, count = 1) => reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    const { shop: shopOf, shops: shopNames } = this.#catalog.numericColumns();
    const fitting: number[] = [];
    for (let row = 0; row < this.#catalog.size; row++) {
      if ((this.#facts.details[row] ?? 0) < LEAST_DETAILS) refuse(`states fewer than ${LEAST_DETAILS} usable details`);
      else if (this.#catalog.priceMinor(row) === null) refuse('has no price');
      else {
        fitting.push(row);
        if (oneShop && shopOf[row] === 0) refuse('names no shop');
      }
    }
    const byShop = grouped(fitting, shopOf, shopNames.length);
    const shops: OrderGroup[] = [];
    for (const [place, shop] of shopNames.entries()) {
      const rows = byShop(place);
      if (shop === null) continue;
      if (rows.length > 1) shops.push({ name: shop, rows });
      else if (oneShop && rows.length === 1) refuse('is the only usable product of its shop');
    }
    const usable = this.#named();
    const deal = (label: string, wanted: Readonly<Record<number, number>>, groups: readonly OrderGroup[]) =>
      dealOrders({
        catalog: this.#catalog,
        idOf: (row) => this.#facts.ids[row] as string,
        stratum: (size) => `${size} ${label}`,
        sizes: wanted,
        groups,
        usable,
        draw: drawFor(this.#settings.seed, name, label),
      });
    const ofSeveral = (share: number, ofOne: number) => scaled(sizes, (size) => (size === 1 ? ofOne : share));
    const strata = oneShop
      ? deal('shop', sizes, shops)
      : apart(
          deal('platform', ofSeveral(1 - SHOP_VOUCHERS, 1), this.#sides(fitting, byShop)),
          deal('shop', ofSeveral(SHOP_VOUCHERS, 0), shops),
        );
    const nameless = this.#names.reduce((count, name) => (name === NAMELESS ? count + 1 : count), 0);
    if (nameless > 0) refuse('has no product noun phrase in its title', nameless);
    return { strata, unit: { eligible: 'orders', missing: 'products' }, reasons };
  }

  /** Whether a product has a noun phrase to ask for it by; an order with one that has none would be rejected as a whole. */
  #named(): (row: number) => boolean {
    const answerSets = new AnswerSets(this.#catalog);
    return (row) => {
      if (this.#names[row] === NOT_LOOKED_AT) {
        const product = this.#catalog.productByRow(row);
        const noun = productNounOf(product, (phrase) => answerSets.phraseUse(phrase));
        this.#names[row] = noun === null ? NAMELESS : NAMED;
      }
      return this.#names[row] === NAMED;
    };
  }

  /** The rows of each split, which is that of a product's shop or, where it names none, its own. */
  #sides(rows: readonly number[], byShop: (shop: number) => Uint32Array): OrderGroup[] {
    const { splits } = this.#settings;
    if (splits === undefined) return [{ name: 'all', rows }];
    const sides = new Map<string, number[]>();
    const put = (group: string, members: Iterable<number>) => {
      const name = splitOf(group, splits);
      const side = sides.get(name) ?? [];
      sides.set(name, side);
      for (const row of members) side.push(row);
    };
    for (const [place, shop] of this.#catalog.numericColumns().shops.entries()) {
      if (shop !== null) put(shop, byShop(place));
      else for (const row of byShop(place)) put(this.#facts.ids[row] as string, [row]);
    }
    return [...sides].map(([name, members]): OrderGroup => ({ name, rows: members }));
  }
}

/** Rows by the group each is in, a number below `count`; all in one list, so that many small groups take little. */
function grouped(rows: readonly number[], groupOf: Uint32Array, count: number): (group: number) => Uint32Array {
  const starts = new Uint32Array(count + 1);
  const place = (row: number) => groupOf[row] as number;
  for (const row of rows) starts[place(row) + 1] = (starts[place(row) + 1] as number) + 1;
  for (let group = 0; group < count; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice();
  const ordered = new Uint32Array(rows.length);
  for (const row of rows) {
    ordered[next[place(row)] as number] = row;
    next[place(row)] = (next[place(row)] as number) + 1;
  }
  return (group) => ordered.subarray(starts[group], starts[group + 1]);
}

/** Shares of sizes times a factor; those of nothing are left out. */
function scaled(sizes: Readonly<Record<number, number>>, factor: (size: number) => number): Record<number, number> {
  const entries = Object.entries(sizes).map(([size, share]) => [size, share * factor(Number(size))] as const);
  return Object.fromEntries(entries.filter(([, share]) => share > 0));
}

const largest = ({ sizes }: { sizes: Readonly<Record<number, number>> }) => Math.max(...Object.keys(sizes).map(Number));

async function plan(settings: TaskSettings): Promise<FamilyPlanner> {
  const catalog = openCatalog(settings.catalog);
  const facts = readProductFacts(catalog, (field) => FIELD_POLICIES.has(field));
  const bank = await questionsOf(settings);
  const candidates = new Candidates(catalog, facts, bank, settings);
  const sampler = new Sampler({
    family: NAME,
    seed: settings.seed,
    idOf: (row) => facts.ids[row] as string,
    categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
    stratified: (intent) => intent !== 'products_finder',
    poolOf: (intent) => candidates.poolOf(intent),
  });
  const { file, digest, counts, quarantined } = bank;
  return {
    catalogDigest: catalog.digest,
    catalogSize: catalog.size,
    inputs: { questions: { file, digest, ...counts, quarantined: quarantined.length } },
    admission: new NearDuplicates(),
    // Orders of several products find few once single ones have taken theirs.
    planningOrder: INTENTS.toSorted((a, b) => largest(b) - largest(a)).map(({ name }) => name),
    eligibility: (intent) => sampler.eligibility(intent),
    // Questions and kinds of products are balanced as far as they go; numbers of products are held to their shares.
    shareOf: (intent, stratum) => (largest(intentNamed(intent)) > 1 ? sampler.shareOf(intent, stratum) : 1),
    next: (intent, count, state) => sampler.next(intent, count, state),
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
