import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import type { Report } from '../../schemas/violation.ts';
import { formatMoney } from '../../text/money.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { detailFieldOf, numberOf, type Requirement, type Rubric, satisfies } from '../kinds/index.ts';
import type { Proof } from '../proof.ts';

/** What the proof quotes the targets as stating is what those that a rubric is about state. */
export function checkEvidence(
  evidence: Proof['rubrics'],
  rubric: Rubric,
  targets: readonly Product[],
  report: Report,
): void {
  const quoted = evidence.find(({ rubric_id }) => rubric_id === rubric.id)?.target_states;
  const stated = targets.flatMap((target) => statedBy(target, rubric));
  if (quoted !== undefined && canonicalJson(quoted) !== canonicalJson(stated)) {
    report(
      'evidence_differs',
      `for ${rubric.id} the proof quotes ${canonicalJson(quoted)}, the target states ${canonicalJson(stated)}`,
    );
  }
}

function statedBy(product: Product, rubric: Rubric): string[] {
  switch (rubric.type) {
    case 'attribute_match':
    case 'negative_attribute': {
      const name = detailFieldOf(rubric.field) ?? rubric.field;
      const options = Object.hasOwn(product.details, name) ? (product.details[name]?.options ?? []) : [];
      const wanted = [rubric.expected_value].flat().map(normaliseValue);
      return rubric.type === 'negative_attribute'
        ? [...options]
        : options.filter((option) => wanted.includes(normaliseValue(option)));
    }
    case 'numeric_range':
      return [String(numberOf(product, rubric.field))];
    case 'entity_match':
    case 'knowledge_match':
      return [product.title];
    case 'sku_match':
      return product.skuOptions.flatMap((sku) => {
        if (satisfies({ ...product, skuOptions: [sku] }, rubric as Requirement) !== 'yes') return [];
        const pairs = Object.entries(sku.values).map(([key, value]) => `${key} ${value}`);
        return [`${sku.id}: ${pairs.join(', ')}`];
      });
    case 'service_match':
      return product.services.filter((service) => service === rubric.expected_value);
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
