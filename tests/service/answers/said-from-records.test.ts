import { describe, expect, test } from 'vitest';
import { amountsIn } from '../../../service/answers/figures.ts';
import { datesIn, hoursIn } from '../../../service/answers/moments.ts';
import { questionsBefore } from '../../../service/answers/report.ts';
import { chosenFor, SENTENCES } from '../../../service/answers/sentences.ts';
import { messagesOf } from '../../../service/customer/turns.ts';
import type { Staged } from '../../../service/episode/staged.ts';
import { INSURANCE_LIMIT, RETURN_DAYS } from '../../../service/policy/rules/marketplace/limits.ts';
import { inLanguage } from '../../../service/store/bilingual.ts';
import { ORDER_STATES, SHIPMENT_STATES } from '../../../service/store/published/labels.ts';
import type { Language } from '../../../service/store/schema.ts';
import type { Intent, LockedSupport } from '../../../service/task.ts';
import { type EpisodeState, gradeState } from '../../../shopping/episode/index.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { playBy } from '../../fixtures/episodes.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { SUPPORT_NAMES, type SupportName, supportRun } from '../../fixtures/support-episodes.ts';

const TASKS = propertyRuns(300);

/** Tools that show what a fact is told from: one of each list has to have been used before. */
const SHOWN_BY: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ...grouped('get_product_info get_item_detail compare_products_info', [
    ...['no_such_product', 'not_on_sale', 'price', 'other_price', 'current_price', 'no_difference', 'answer'],
    ...['recommended', 'none_fits', 'no_reason_return', 'fresh_goods_only', 'refund_only_instead', 'refund_only'],
    ...['expected_shipping', 'shipping_cost', 'to_advance', 'lowest_price', 'place_order.amount', 'use_coupons.amount'],
  ]),
  ...grouped('get_order_detail manage_order', [
    ...['order_state', 'total', 'too_late_to_cancel', 'too_late_to_change', 'too_late_to_exchange', 'taken_back'],
    ...['shipped_is_returned', 'return_instead', 'return_after_signing', 'return_after_arrival', 'nothing_to_urge'],
    ...['not_paid', 'not_paid_by_ecard', 'payment', 'not_the_amount', 'nothing_to_refund', 'courier_fixed'],
    ...['invoice_exists', 'no_invoice', 'no_appointment', 'not_delivered', 'not_in_order', 'already_protected'],
    ...['gift_due', 'no_such_gift', 'gift_after_signing', 'no_compensation_after_return', 'paid_price', 'ask_carrier'],
  ]),
  ...grouped('get_logistics_info get_logistics_detail', [
    ...['parcel_state', 'parcel_place', 'ask_around_or_carrier', 'too_late_to_return'],
  ]),
  ...grouped('get_logistics_info calculate_shipping_time', ['expected_arrival']),
  ...grouped('get_shop_detail', [
    ...['insured', 'insurance_limit', 'compensation', 'courier_not_used', 'courier_not_chosen', 'couriers'],
  ]),
  ...grouped('get_user_coupon_detail', [
    ...['coupon_not_for_category', 'coupon_not_for_shop', 'coupon_below_minimum', 'coupons_of_one_level'],
    ...['coupon_invalid', 'lowest_price'],
  ]),
  ...grouped('calculate_shipping_cost', ['shipping_cost', 'to_advance']),
  ...grouped('get_installation_service_info', ['needs_no_installation', 'installation_fee']),
  ...grouped('get_product_info get_video_detail', ['information_missing']),
  ...grouped('get_fault_code_info', ['fault', 'unknown_code']),
  ...grouped('register_cashback_by_review', ['review_recorded', 'already_recorded', 'cashback.amount']),
  ...grouped('manage_ecard', ['balance', 'balance_too_low']),
  ...grouped('get_gift_info', ['gifts']),
  ...grouped('get_discount_info', ['discounts']),
  ...grouped('get_repair_info', ['warranty_months']),
  ...grouped('get_auxiliary_materials_info', ['materials']),
  ...grouped('manage_exchange', ['exchange_options', 'not_exchangeable_for']),
};
function grouped(tools: string, facts: readonly string[]) {
  return Object.fromEntries(facts.map((fact) => [fact, [tools.split(' ')]]));
}
const shownBy = ({ kind }: Intent, fact: string) => SHOWN_BY[`${kind}.${fact}`] ?? SHOWN_BY[fact];
/** Facts that need more than one look. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  expected_arrival: ['get_logistics_info', 'get_item_detail', 'get_logistics_detail'],
  shipping_cost: ['get_item_detail'],
  too_late_to_return: ['get_order_detail'],
};
/** Facts of which there is a record in one family alone, or that the conversation begins with. */
const OPENS: ReadonlySet<string> = new Set(['no_such_order']);
/** Amounts and times that an agent works out of what it has read. */
const WORKED_OUT: ReadonlySet<string> = new Set([
  ...['refund', 'amount', 'lowest_price', 'compensation', 'to_advance', 'shipping_cost', 'not_the_amount'],
  ...['expected_shipping', 'expected_arrival', 'insurance_limit'],
]);

/** The agent's messages of a gold run, each with the matters it closes; a question closes none. */
const messagesIn = (locked: LockedSupport) =>
  messagesOf(locked).flatMap((intents) => [
    ...questionsBefore(intents, locked).map(() => ({ intents, isReport: false })),
    { intents, isReport: true },
  ]);

/** Plays tasks with the gold run, and lists all that it says without having it from the conversation. */
async function violationsOf(name: SupportName, language: Language): Promise<string[]> {
  const run = supportRun(name, { tasks: TASKS, language });
  const violations: string[] = [];
  for (const [at, task] of run.tasks.entries()) {
    const locked = run.locked[at] as LockedSupport;
    const results: string[] = [];
    const state = await playBy('oracle', task, run.world, {
      onSeen: (seen) => results.push(...seen.results.map((result) => JSON.stringify(result))),
    });
    const flaw = (what: string) => violations.push(`${task.id} ${what}`);
    if (gradeState(state, task).reward !== 1) flaw('is not won');
    const { customer } = task.staged as Staged;
    const known = [String(RETURN_DAYS), String(INSURANCE_LIMIT), customer.messages[0]?.text ?? ''];
    known.push(...Object.values(run.place.desk.opening(run.place.storeFor(language), locked.user_id)));
    const used: Used[] = [];
    const messages = messagesIn(locked);
    for (const [place, { tool, arguments: args }] of callsOf(state).entries()) {
      const shown = results[place] ?? '';
      if (!SAYS.has(tool)) {
        used.push({ tool, shown: `${JSON.stringify(args)}${shown}` });
        known.push(shown);
        continue;
      }
      const text = String(Object.values(args as Record<string, unknown>)[0]);
      const { intents, isReport } = messages.shift() ?? { intents: [], isReport: false };
      const answers = locked.key_answers.filter(({ intent }) => intents.some(({ id }) => id === intent));
      // What is left to pay with one of two coupons is worked out.
      const besides = intents.flatMap(({ standing }) => amountsIn(standing.other_amount ?? ''));
      const shownOrWorked = [...known, besides.join('\n')];
      for (const figure of strangeFigures(text, shownOrWorked, answers))
        flaw(`says ${figure}, which nothing shows: ${text}`);
      if (isReport)
        for (const intent of intents)
          for (const what of unfounded(intent, locked, used, language)) flaw(`${what}: ${text}`);
      known.push(shown);
    }
  }
  return violations;
}

const SAYS: ReadonlySet<string> = new Set(['reply', 'talk_to_user']);
const callsOf = ({ journal }: EpisodeState) => journal.flatMap((event) => (event.type === 'turn' ? event.calls : []));

/** A call that was carried out, with its arguments and result. */
interface Used {
  readonly tool: string;
  readonly shown: string;
}

/** Figures and moments of a text that stand in nothing known and are worked out of nothing. */
function strangeFigures(text: string, known: readonly string[], answers: LockedSupport['key_answers']): string[] {
  const all = known.join('\n');
  const worked = answers.flatMap(({ fact, value }) => {
    if (!WORKED_OUT.has(fact)) return [];
    return value.type === 'money' ? [value.minor / minorUnitsOf(value.currency)] : [];
  });
  const times = answers.flatMap(({ value }) => (value.type === 'time' ? [value.time] : []));
  const bare = text.replace(MOMENTS, ' ');
  const figures = new Set([
    ...amountsIn(all.replaceAll('"', ' ')),
    ...amountsIn(all.replace(/[^\d.]+/g, ' ')),
    ...worked,
  ]);
  const strange = amountsIn(bare)
    .filter((figure) => !figures.has(figure))
    .map(String);
  const days = datesIn(text).filter((day) => !times.some((time) => time.slice(5, 10) === day));
  const hours = hoursIn(text).filter((hour) => !times.some((time) => Number(time.slice(11, 13)) === hour));
  // A full hour is told as the time by which, any other as one around which.
  const rounded =
    times.some((time) => time.slice(14, 16) !== '00') && /\bby \d+ [ap]m|点前/.test(text) && times.length === 1;
  return [...strange, ...days, ...hours.map((hour) => `${hour}:00`), ...(rounded ? ['a rounded time'] : [])];
}
const MOMENTS =
  /(?:by the end of|by noon on|\d{1,2}(?::\d\d)? (?:am|pm) on) [A-Z][a-z]+ \d{1,2}|\d{1,2}月\d{1,2}日\D{0,2}\d{1,2}点(?:\d\d分)?/g;

/** What an agent says of a matter without having read it. */
function unfounded(intent: Intent, locked: LockedSupport, used: readonly Used[], language: Language): string[] {
  const found: string[] = [];
  const isUsed = (tools: readonly string[]) => used.some(({ tool }) => tools.includes(tool));
  for (const { sentence, answers } of chosenFor(intent, locked)) {
    if (sentence === null || (/^(?:done|refused)$/.test(sentence.says.join()) && sentence.when.length === 0))
      found.push(
        `has no sentence for ${answers.map(({ fact, value }) => `${fact} ${JSON.stringify(value)}`)} of ${intent.demand}`,
      );
    const isWritten = locked.calls.some(({ intent: of, role }) => of === intent.id && role === 'write');
    if (!isWritten && sentence?.says.some((what) => what === 'done' || what === 'handed'))
      found.push('says that something was done, which was not');
    for (const { fact } of answers) {
      for (const tools of shownBy(intent, fact) ?? [])
        if (!isUsed(tools)) found.push(`tells ${fact} without ${tools.join(' or ')}`);
      const also = ALSO[fact];
      if (also !== undefined && !isUsed(also)) found.push(`tells ${fact} without ${also.join(' or ')}`);
      if (shownBy(intent, fact) === undefined && !FREE.has(fact) && !OPENS.has(fact))
        found.push(`tells ${fact}, which no tool is known to show`);
    }
  }
  // What sentences are chosen by has been read.
  const { order, parcel } = intent.standing;
  const isShown = (id: string, label: string) =>
    used.some(({ shown }) => shown.includes(id) && shown.includes(inLanguage(label, language)));
  if (order !== undefined && !isShown(intent.order_id ?? '', ORDER_STATES[order as keyof typeof ORDER_STATES]))
    found.push(`goes by the state "${order}", which no record showed`);
  if (parcel !== undefined && !isShown('', SHIPMENT_STATES[parcel as keyof typeof SHIPMENT_STATES]))
    found.push(`goes by the parcel's state "${parcel}", which no record showed`);
  return found;
}

/** Facts that the customer, a picture or the rules tell. */
const FREE: ReadonlySet<string> = new Set([
  ...['refund', 'carrier', 'invoice_type', 'not_proven', 'only_missing_or_wrong', 'used_not_returned', 'no_deadline'],
  ...['personal_at_most_return', 'no_review_in_picture', 'return_offered', 'weekday', 'no_cashback'],
  ...['not_offered', 'nothing_to_change', 'order_first'],
]);

describe.each(SUPPORT_NAMES.flatMap((name) => (['en', 'zh'] as const).map((language) => [name, language] as const)))(
  'the gold runs of %s in %s',
  (name, language) => {
    test('say nothing that was not shown, told or ruled before', { timeout: 120_000 }, async () => {
      expect(await violationsOf(name, language)).toEqual([]);
    });
  },
);

/** Words that say of an order how it stands, and what has to be known of it for that. */
const ASSERTED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:has|had) (?:already )?(?:been )?(?:arrived|delivered)|(?:已经?|显示已经)送[到达]|货已经送/,
    ['order:arrived', 'order:delivered', 'parcel_carrier:known'],
  ],
  [/\b(?:has|had) (?:already )?been (?:shipped|sent)\b|已经?(?:发货|发出)/, ['order:under_way', 'order:arrived']],
  [/\b(?:hadn't|hasn't) been (?:paid|shipped)|还没(?:有)?(?:付款|发货)/, ['order:unpaid', 'order:unshipped']],
];

test('no sentence says how an order stands but where that is what it is chosen by', () => {
  const wrong = SENTENCES.flatMap(({ says, when, en, zh }) =>
    [...en, ...zh].flatMap((text) =>
      ASSERTED.flatMap(([words, tags]) => {
        const isChosenBy =
          when.some((tag) => tags.includes(tag)) || says.some((fact) => /state|refused|gift/.test(fact));
        return words.test(text) && !isChosenBy && !/^cancel_or/.test(when[0] ?? '') ? [text] : [];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});
