import type { Product } from '../../schemas/product.ts';
import { formatMoney } from '../../text/money.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { detailFieldOf, numberOf, type Requirement, satisfies } from './satisfies.ts';

/** What a product itself states about a requirement's field, as the catalog has it. */
export function statedBy(product: Product, requirement: Requirement): string[] {
  switch (requirement.type) {
    case 'attribute_match':
    case 'negative_attribute': {
      const field = detailFieldOf(requirement.field) ?? requirement.field;
      const options = ownValue(product.details, field)?.options ?? [];
      if (requirement.type === 'negative_attribute') return [...options];
      const wanted = new Set([requirement.expected_value].flat().map(normaliseValue));
      return options.filter((option) => wanted.has(normaliseValue(option)));
    }
    case 'numeric_range': {
      const stated = numberOf(product, requirement.field);
      return stated === null ? [] : [String(stated)];
    }
    case 'entity_match':
    case 'knowledge_match':
      return [product.title];
    case 'sku_match':
      return product.skuOptions
        .filter((sku) => satisfies({ ...product, skuOptions: [sku] }, requirement) === 'yes')
        .map(
          ({ id, values }) =>
            `${id}: ${Object.entries(values)
              .map(([key, value]) => `${key} ${value}`)
              .join(', ')}`,
        );
    case 'service_match':
      return product.services.filter((service) => service === requirement.expected_value);
    case 'same_shop':
      return product.shopId === null ? [] : [product.shopId];
    case 'budget_match':
      return product.priceMinor === null || product.currency === null
        ? []
        : [formatMoney(product.priceMinor, product.currency)];
    case 'review_opinion':
      return [];
  }
}
