/** The intents of the family, each with the demands that its tasks begin with; what else a customer wants is drawn from all. */
export const MAIN_DEMANDS: Readonly<Record<string, readonly string[]>> = {
  orders: ['cancel_order', 'change_address', 'cancel_or_urge', 'order_status'],
  logistics: ['where_is_it', 'urge_order'],
  returns: ['return_order', 'exchange', 'exchange_options'],
  money: [
    'price_protection',
    'cashback',
    'cashback_wrong_picture',
    'cashback_registered',
    'invoice_personal',
    'invoice_company',
    'ecard_balance',
  ],
  services: ['book_installation', 'book_repair', 'fault_code', 'installation_steps', 'repair_terms', 'materials'],
  choices: ['place_order', 'product_question', 'compare_products', 'gift', 'discounts'],
};

/**
 * Sizes of the 53 published tasks: a number of intents, where repeated numbers count once, and the number of tasks that
 * have it.
 */
export const SIZES = [
  [2, 7],
  [3, 11],
  [4, 15],
  [5, 10],
  [6, 7],
  [7, 1],
  [8, 2],
] as const;

/**
 * Weights of demands besides the first: set so that tasks have actions and searches in about the shares of the published
 * ones (115 actions and 100 searches in 53 tasks). What every customer could come with weighs little, and what takes a
 * visit, a picture or an order in one state alone weighs much.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ book_installation: 60, book_repair: 50, price_protection: 90, cashback: 14, exchange: 40, return_order: 20 },
  ...{ cancel_order: 14, change_address: 10, cancel_or_urge: 6, urge_order: 14, place_order: 14 },
  ...{ invoice_personal: 3, invoice_company: 3, move_visit: 8, ecard_refund: 8 },
  ...{ installation_steps: 80, materials: 40, repair_terms: 8, fault_code: 6, where_is_it: 12, exchange_options: 12 },
  ...{ gift: 8, cashback_registered: 7, discounts: 3, product_question: 3, compare_products: 2 },
  ...{ order_status: 2, ecard_balance: 1 },
  ...{ claim_gift: 12, note_wish: 4, return_too_many: 6, remark_on_price: 6, remark_on_goods: 4, remark_on_order: 3 },
};

export const weightOf = (_main: string, { name }: { readonly name: string }): number => WEIGHTS[name] ?? 1;
