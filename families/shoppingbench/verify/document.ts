import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { PublishedReward } from '../published-task.ts';

/** The values of a raw detail: a list is kept as JSON text. */
export function valuesIn(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [text];
  } catch {
    return [text];
  }
}

/** The whole product that knowledge tasks publish: what it says is what the catalog holds. */
export function checkDocument(reward: PublishedReward, product: Product, report: Report): void {
  const differs = (detail: string) => report('reward_differs', `of ${product.id}: ${detail}`);
  const { priceMinor, currency } = product;
  const expected = {
    product_id: product.id,
    shop_id: product.shopId ?? '',
    brand: product.brand ?? '',
    category: product.category.join(' > '),
    title: product.title,
    short_description: product.features.join(';'),
    description: product.description.join(' '),
    price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
    sold_count: product.soldCount,
    service: product.services,
    sku_options: Object.fromEntries(product.skuOptions.map(({ id, values }) => [id, values])),
  };
  for (const [key, value] of Object.entries(expected)) {
    const found = reward[key] ?? null;
    if (canonicalJson(found) !== canonicalJson(value))
      differs(`${key} is ${canonicalJson(found)}, the catalog holds ${canonicalJson(value)}`);
  }
  const raw = Object.values(product.details).flatMap((detail) => detail.raw);
  const states = (key: string, value: string) =>
    raw.some((stated) => stated.statedIn === undefined && stated.key === key && valuesIn(stated.value).includes(value));
  const { attributes = {} } = reward;
  if (Array.isArray(attributes)) differs('attributes is a list, as where only some are asked for');
  else
    for (const [key, values] of Object.entries(attributes))
      for (const value of values)
        if (!states(key, value))
          differs(`attributes holds ${key} "${value}", which no attribute of the listing states`);
}
