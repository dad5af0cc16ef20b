import { type Draw, drawnFrom, pickOne } from '../../schemas/draw.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import {
  HumanAmounts,
  KINDS,
  type Kind,
  LEAST_OFF_PERCENT,
  MOST_OFF_PERCENT,
  type Scheme,
  stepsOf,
} from './amounts.ts';
import type { Voucher, VoucherStep } from './schema.ts';
import { type BudgetMatch, discountOf, priceAfterVoucher, withinBudget } from './voucher.ts';

/** One part of a voucher that could be left out or misread; `step` counts from 1. */
export interface VoucherPart {
  readonly step: number;
  readonly part: 'discount' | 'threshold' | 'cap';
}

/** A part without which some product's verdict would be another, and one such price. */
interface DecidingPart extends VoucherPart {
  readonly changes: 'target' | 'rival';
  readonly priceMinor: number;
}

interface VoucherReasons {
  readonly kind: Kind['name'];
  readonly drawnScheme: Scheme;
  /** Kinds that were drawn before this one and could not be made for the price. */
  readonly fellBackFrom: readonly { readonly kind: Kind['name']; readonly reason: string }[];
  readonly priceAfter: number;
  readonly slack: number;
  readonly deciding: readonly DecidingPart[];
  /** Parts that change no verdict among the target and the rivals given. */
  readonly idle: readonly VoucherPart[];
}

export interface VoucherPlan extends BudgetMatch {
  readonly why: VoucherReasons;
}

interface VoucherRequest {
  readonly priceMinor: number;
  readonly currency: string;
  /** Prices, in minor units of the same currency, of other catalog products with the same noun phrase. */
  readonly rivals: Iterable<number>;
  readonly draw: Draw;
  /** The voucher's issuer; drawn where it is left out. */
  readonly issuer?: Voucher['issuer'];
  /** The only kinds to choose from; every kind where it is left out. */
  readonly kinds?: readonly Kind['name'][];
  /** Parts that must change a verdict; a cap or an upper tier where it is left out. */
  readonly mustDecide?: readonly VoucherPart['part'][];
  /** True where a cap must cut what the target itself gets off. */
  readonly capBinds?: boolean;
}

const SCHEMES: readonly Scheme[] = ['simple', 'simple', 'tiered', 'stacked'];
const ISSUERS: readonly Voucher['issuer'][] = ['platform', 'shop', 'brand'];
/** Candidates weighed against the rivals, and rivals each is weighed against: enough to choose from, quick to try. */
const CANDIDATES = 240;
const RIVALS = 300;

/** The target's and the nearest rivals' prices, the target first. */
function pricesToJudge({ priceMinor, rivals }: VoucherRequest): number[] {
  const within = new Set<number>();
  for (const price of rivals)
    if (price !== priceMinor && price * 2 >= priceMinor && price <= priceMinor * 2) within.add(price);
  const near = [...within]
    .sort((a, b) => Math.abs(a - priceMinor) - Math.abs(b - priceMinor) || a - b)
    .slice(0, RIVALS);
  return [priceMinor, ...near];
}

/** The voucher as someone would read it who overlooked one part. */
function without(voucher: Voucher, { step, part }: VoucherPart): Voucher | null {
  const at = step - 1;
  const steps = [...voucher.steps];
  const { threshold, discount } = steps[at] as VoucherStep;
  if (part === 'discount') steps.splice(at, 1);
  else if (part === 'cap') steps[at] = { threshold, discount: { ...discount, cap: null } as typeof discount };
  else if (voucher.scheme === 'tiered' && at > 0) {
    // An upper tier without its own threshold starts where the tier below it does, and so replaces it.
    const below = steps[at - 1] as VoucherStep;
    steps.splice(at - 1, 2, { threshold: below.threshold, discount });
  } else steps[at] = { threshold: 0, discount };
  return steps.length === 0 ? null : { ...voucher, steps };
}

function partsOf({ steps }: Voucher): VoucherPart[] {
  return steps.flatMap(({ discount }, at): VoucherPart[] => [
    { step: at + 1, part: 'discount' },
    { step: at + 1, part: 'threshold' },
    ...(discount.kind === 'percentage' && discount.cap !== null ? [{ step: at + 1, part: 'cap' } as const] : []),
  ]);
}

/**
 * Sorts the parts of a voucher by whether they change a verdict, judged over prices of which the first is the target's.
 */
export function weigh(match: BudgetMatch, prices: readonly number[]): Pick<VoucherReasons, 'deciding' | 'idle'> {
  const { budget, voucher } = match;
  const deciding: DecidingPart[] = [];
  const idle: VoucherPart[] = [];
  const verdicts: boolean[] = [];
  const verdictAt = (place: number) => {
    let verdict = verdicts[place];
    if (verdict === undefined) {
      verdict = withinBudget(prices[place] as number, voucher.currency, match);
      verdicts[place] = verdict;
    }
    return verdict;
  };
  for (const part of partsOf(voucher)) {
    const reduced = without(voucher, part);
    const passes = (price: number) =>
      reduced === null ? price <= budget : withinBudget(price, voucher.currency, { budget, voucher: reduced });
    const at = prices.findIndex((price, place) => passes(price) !== verdictAt(place));
    if (at < 0) idle.push(part);
    else deciding.push({ ...part, changes: at === 0 ? 'target' : 'rival', priceMinor: prices[at] as number });
  }
  return { deciding, idle };
}

/**
 * Tells whether neither the target nor any other order gets too large a share off, but for what rounding to whole minor
 * units adds to small orders; the largest share is reached at a threshold.
 */
function sparesEveryOrder(voucher: Voucher, price: number): boolean {
  const orders = [price, ...voucher.steps.map(({ threshold }) => threshold)];
  return orders.every((total) => (total - priceAfterVoucher(total, voucher)) * 100 <= MOST_OFF_PERCENT * total);
}

/** Tests the conditions that must hold for the target alone, whatever else the catalog sells. */
function fitsTarget({ budget, voucher }: BudgetMatch, price: number): boolean {
  const reached = voucher.steps.filter(({ threshold }) => price >= threshold);
  const alone = (step: VoucherStep) => price - discountOf(price, step.discount);
  if (voucher.scheme === 'stacked') return reached.length === 2 && reached.every((step) => alone(step) > budget);
  const lower = reached.at(-2);
  return lower === undefined || alone(lower) > budget;
}

function decidesEnough(
  voucher: Voucher,
  price: number,
  deciding: readonly DecidingPart[],
  mustDecide: readonly VoucherPart['part'][] = ['cap'],
): boolean {
  const decides = (step: number, part: VoucherPart['part']) =>
    deciding.some((found) => found.step === step && found.part === part);
  const capped = voucher.steps.every(
    ({ discount }, at) =>
      discount.kind === 'fixed' || discount.cap === null || !mustDecide.includes('cap') || decides(at + 1, 'cap'),
  );
  if (mustDecide.includes('threshold') && !voucher.steps.every((_, at) => decides(at + 1, 'threshold'))) return false;
  if (voucher.scheme !== 'tiered') return capped;
  const upper = voucher.steps.length;
  const reached = price >= (voucher.steps[upper - 1] as VoucherStep).threshold;
  return capped && (reached || decides(upper, 'discount'));
}

/** Tells whether every cap is less than what its rate alone would take off the price. */
function capsBind({ steps }: Voucher, price: number): boolean {
  return steps.every(
    ({ discount }) =>
      discount.kind === 'fixed' ||
      discount.cap === null ||
      discountOf(price, { ...discount, cap: null }) > discount.cap,
  );
}

function orderedByDraw<T extends readonly [string, number]>(draw: Draw, label: string, weighted: readonly T[]): T[] {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  let left = draw(label, total);
  const chosen = weighted.findIndex(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  return [weighted[chosen] as T, ...weighted.filter((_, at) => at !== chosen)];
}

type Attempt =
  | { readonly plan: BudgetMatch & ReturnType<typeof weigh> }
  | { readonly considered: number; readonly reason: string };

function attempt(kind: Kind, request: VoucherRequest, prices: readonly number[]): Attempt {
  const { priceMinor, currency, draw } = request;
  const human = new HumanAmounts(priceMinor, minorUnitsOf(currency));
  const issuer = request.issuer ?? pickOne(draw, 'voucher/issuer', ISSUERS);
  const considered = stepsOf(kind.name, human);

  const fitting = considered.flatMap((steps): BudgetMatch[] => {
    const voucher: Voucher = { scheme: kind.scheme, issuer, currency, steps };
    const after = priceAfterVoucher(priceMinor, voucher);
    if ((priceMinor - after) * 100 < LEAST_OFF_PERCENT * priceMinor || !sparesEveryOrder(voucher, priceMinor))
      return [];
    return human
      .budgets(after)
      .map((budget) => ({ budget, voucher }))
      .filter((match) => fitsTarget(match, priceMinor) && (request.capBinds !== true || capsBind(voucher, priceMinor)));
  });
  if (fitting.length === 0) {
    return {
      considered: considered.length,
      reason: `${considered.length} terms, none with a close whole budget below ${formatMoney(priceMinor, currency)}`,
    };
  }

  // No plan decides more than each of its parts.
  const mostParts = Math.max(...fitting.map(({ voucher }) => partsOf(voucher).length));
  let weighed = 0;
  let best: (BudgetMatch & ReturnType<typeof weigh>) | null = null;
  for (const match of drawnFrom(draw, `voucher/${kind.name}`, fitting)) {
    if (weighed++ === CANDIDATES) break;
    const found = weigh(match, prices);
    if (found.deciding.length <= (best?.deciding.length ?? -1)) continue;
    if (!decidesEnough(match.voucher, priceMinor, found.deciding, request.mustDecide)) continue;
    best = { ...match, ...found };
    if (best.deciding.length === mostParts) break;
  }
  if (best === null) {
    return {
      considered: considered.length,
      reason: `${Math.min(fitting.length, CANDIDATES)} fitting terms, none whose ${(request.mustDecide ?? ['cap or upper tier']).join(' and ')} decides one of ${prices.length} prices`,
    };
  }
  return { plan: best };
}

/**
 * A voucher and a budget for a target: the target is over the budget without the voucher and within it with it, the
 * amounts are ones a person would name, and as many parts as possible (threshold, cap, tiers, second coupon) change the
 * verdict of some product. Same request, same plan; the order of the rivals does not matter.
 */
export function planVoucher(request: VoucherRequest): VoucherPlan | { readonly rejected: string } {
  const { priceMinor, currency, draw } = request;
  if (!Number.isSafeInteger(priceMinor) || priceMinor <= 0) return { rejected: `${priceMinor} is no price` };
  const drawnScheme = pickOne(draw, 'voucher/scheme', SCHEMES);
  const others = (['simple', 'tiered', 'stacked'] as const).filter((scheme) => scheme !== drawnScheme);
  const kinds = [drawnScheme, ...others]
    .flatMap((scheme) =>
      orderedByDraw(draw, `voucher/kind/${scheme}`, KINDS[scheme]).map(([name]): Kind => ({ scheme, name })),
    )
    .filter(({ name }) => request.kinds?.includes(name) ?? true);

  const prices = pricesToJudge(request);
  const fellBackFrom: { kind: Kind['name']; reason: string }[] = [];
  let considered = 0;
  for (const kind of kinds) {
    const outcome = attempt(kind, request, prices);
    if ('reason' in outcome) {
      fellBackFrom.push({ kind: kind.name, reason: outcome.reason });
      considered += outcome.considered;
      continue;
    }
    const { budget, voucher, deciding, idle } = outcome.plan;
    const priceAfter = priceAfterVoucher(priceMinor, voucher);
    const slack = budget - priceAfter;
    return {
      voucher,
      budget,
      why: { kind: kind.name, drawnScheme, fellBackFrom, priceAfter, slack, deciding, idle },
    };
  }
  const price = formatMoney(priceMinor, currency);
  const rivals = prices.length - 1;
  return {
    rejected: `no human voucher fits ${price}: of ${considered} terms none leaves a whole budget below ${price} that is close to the price after, with every cap and tier deciding among ${rivals} rival prices`,
  };
}
