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
 * Weights of demands besides the first, by how often customers come with them: as often as the published tasks have its
 * action, and where it has none its search (115 actions and 100 searches in 53 tasks).
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ book_installation: 9, book_repair: 8, price_protection: 16, place_order: 13, urge_order: 8, cancel_or_urge: 4 },
  ...{ return_order: 10, cancel_order: 7, cashback: 7, exchange: 6, invoice_personal: 3, invoice_company: 3 },
  ...{
    change_address: 5,
    installation_steps: 18,
    gift: 13,
    where_is_it: 12,
    cashback_registered: 7,
    exchange_options: 7,
  },
  ...{ repair_terms: 6, materials: 6, discounts: 6, product_question: 6, compare_products: 5, fault_code: 3 },
  ...{ order_status: 3, ecard_balance: 3 },
};

export const weightOf = (_main: string, { name }: { readonly name: string }): number => WEIGHTS[name] ?? 1;
