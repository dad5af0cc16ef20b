import type { Demand } from '../../service/demands/demand.ts';

/**
 * The intents of the family: three for each of the paper's three kinds of tasks, each with the demands its tasks begin
 * with; what else a customer wants is drawn from all, so that types of dialogue mix.
 */
export const MAIN_DEMANDS: Readonly<Record<string, readonly string[]>> = {
  logistics_times: ['when_shipped', 'when_arrives', 'where_is_it', 'not_received'],
  logistics_addresses: ['change_address', 'cancel_order', 'cancel_or_readdress'],
  logistics_wishes: ['choose_courier', 'note_wish'],
  presales_questions: ['product_question', 'ships_when', 'insurance'],
  presales_prices: ['best_price'],
  presales_recommendations: ['recommend'],
  aftersales_returns: ['return_order', 'return_used', 'return_cost'],
  aftersales_quality: ['quality_envelope', 'quality_return', 'return_order'],
  aftersales_claims: ['missing_items', 'refund_only', 'return_used'],
};

/** The paper's kind of task, by the beginning of an intent's name. */
export const kindOf = (intent: string): 'Logistics' | 'Pre-sales' | 'After-sales' =>
  intent.startsWith('logistics') ? 'Logistics' : intent.startsWith('presales') ? 'Pre-sales' : 'After-sales';

/** Intents a task: the paper gives no counts; several types of dialogue in each are its point. */
export const SIZES = [
  [2, 3],
  [3, 5],
  [4, 4],
  [5, 2],
] as const;

/** Claims that customers send a picture with. */
const PICTURED: ReadonlySet<string> = new Set(['quality_envelope', 'quality_return', 'missing_items', 'refund_only']);

/**
 * Pre-sales tasks of the paper never write, and logistics tasks have no pictures (Table 2); tasks of every kind have most
 * of their matters from it.
 */
export function weightOf(
  main: string,
  { name, kind: asks, group, dialogue, isRare }: Pick<Demand, 'name' | 'kind' | 'group' | 'dialogue' | 'isRare'>,
): number {
  const kind = kindOf(main);
  if (kind === 'Pre-sales' && dialogue === 'task') return 0;
  if (kind === 'Logistics' && PICTURED.has(name)) return 0;
  if (isRare === true) return 1;
  return group === kind.toLowerCase() && asks !== 'hand_over' ? 16 : 4;
}

/** Customers of pre-sales tasks often send a picture of what they ask about (Table 2: seven of ten tasks have one). */
export const shownOf = (main: string): number => (kindOf(main) === 'Logistics' ? 0 : 0.45);
