import type { BuilderParts } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { chain } from '../../pipeline/stage.ts';
import { chance, pick } from '../../schemas/draw.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { viewCatalog } from '../../shopping/catalog-view.ts';
import { type Requirement, requirementOf } from '../../shopping/kinds/index.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { planVoucher, type VoucherPart } from '../../shopping/vouchers/plan.ts';
import { extract } from '../../stages/extract/index.ts';
import { lock } from '../../stages/lock.ts';
import { intentNamed } from './intents.ts';
import { unpublishable } from './listed-pairs.ts';
import { statedNeeds } from './needs.ts';
import { OrderIndex } from './order-index.ts';
import { select } from './partition.ts';
import { subjectOf } from './planning/asked-products.ts';
import { issuerOf } from './planning/shop-orders.ts';
import { questionsOf } from './planning.ts';
import { proverOn } from './prover.ts';
import { linkQuestions } from './questions/link.ts';
import type { Settings } from './settings.ts';
import { orderPieces } from './writers/order-pieces.ts';
import { canSayService } from './writers/services.ts';

/** Vouchers the published record can say: one fixed amount, or a rate with a cap. */
const VOUCHER_KINDS = ['fixed', 'capped_percentage'] as const;

/** Shares of vouchers whose parts must decide which orders fit the budget, where the config does not say. */
const VOUCHER_RATES = { capDecides: 1, thresholdDecides: 0.5 } as const;

const DEFAULT_CURRENCY = 'PHP';

const canSay = (asked: Requirement) => orderPieces(asked, DEFAULT_CURRENCY).length > 0;

/** From a planned task to a locked one: facts of its targets, those that narrow the orders to one, and the lock. */
export async function locking(settings: TaskSettings<Settings>, { shared, onTried }: BuilderParts) {
  const view = viewCatalog(settings, shared);
  const { catalog, answerSets, draws } = view;
  const bank = await questionsOf(settings);
  const questions = Map.groupBy(
    linkQuestions(bank.questions, catalog).links.map(({ question }) => question),
    subjectOf,
  );
  const questionOf = (task: PlannedTask) =>
    pick(draws('question')(task), 'question', questions.get(task.subject ?? '') ?? []);
  const orders = new OrderIndex(catalog);
  const rates = settings.voucherRates ?? VOUCHER_RATES;
  const prover = proverOn(view, orders);
  const toLock = chain(
    extract(
      {
        ...view,
        fieldUse: (field) => {
          const use = view.fieldUse(field);
          return use && { persona: false, clarification: false, negative: false, filler: use.filler };
        },
        sayable: (field, value) => ({
          explicit: canSay({ type: 'attribute_match', field: `details.${field}`, expected_value: value }),
          implicit: false,
        }),
        unaskable: unpublishable,
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
    lock(catalog),
  );
  return {
    view,
    toLock,
    prover,
    /** The question a task asks; undefined where it asks none. */
    questionOf,
    /** A shop condition that descriptions make idle is taken where no other is left. */
    turnOf: (task: LockedTask) =>
      task.locked.rubrics.every((rubric) => rubric.type !== 'same_shop' || prover.removedBy(task, rubric) !== 0)
        ? 'first'
        : 'late',
  };
}
