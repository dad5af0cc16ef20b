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

/** How many of the 53 published tasks have so many intents, where repeated numbers count once. */
export const SIZES = [
  [2, 7],
  [3, 11],
  [4, 15],
  [5, 10],
  [6, 7],
  [7, 1],
  [8, 2],
] as const;
