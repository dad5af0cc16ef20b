import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { CatalogOperator } from '../operator.ts';
import { type AnySample, rubricsOf } from '../rubrics.ts';

const twin = (product: Product, at: number, changes: Partial<Product> = {}): Product => ({
  ...product,
  id: `TWIN${at}-${product.id}`,
  ...changes,
});
const scoredFields = (sample: AnySample) => rubricsOf(sample).map(({ field }) => field.replace('details.', ''));
const hasPriceRule = (sample: AnySample) =>
  rubricsOf(sample).some(({ type, field }) => type === 'budget_match' || field === 'price');

/** Reviews decide opinions, and a twin has none: such samples cannot be doubled by a product alone. */
const canDouble = (sample: AnySample) => sample.targets.length > 0;
const ONES = (sample: AnySample, make: (product: Product) => Product) =>
  canDouble(sample) ? sample.targets.slice(-1).map(make) : [];

/** Catalogs in which the answer set grows, or loses the target. */
export const CATALOGS = Object.entries<CatalogOperator<QueryWording>['products']>({
  'a second product like the target': (sample) => ONES(sample, (product) => twin(product, 1)),
  'a second product that differs in what nobody scores': (sample) =>
    ONES(sample, (product) =>
      twin(product, 2, {
        ...(hasPriceRule(sample) ? {} : { priceMinor: (product.priceMinor ?? 100) + 500 }),
        brand: scoredFields(sample).includes('Brand') ? product.brand : 'Twinco',
        title: `Twin ${product.title}`,
        details: Object.fromEntries(
          Object.entries(product.details).map(([field, detail]) => [
            field,
            scoredFields(sample).includes(field) ||
            rubricsOf(sample).some(({ type }) => type === 'sku_match' || type === 'negative_attribute')
              ? detail
              : { ...detail, options: [...detail.options, 'Zeppelin'] },
          ]),
        ),
      }),
    ),
  'a second product with more options': (sample) =>
    ONES(sample, (product) =>
      twin(product, 3, {
        details: Object.fromEntries(
          Object.entries(product.details).map(([field, detail]) => [
            field,
            { ...detail, options: ['Zeppelin', ...detail.options] },
          ]),
        ),
      }),
    ),
  'a second product that is better rated': (sample) =>
    ONES(sample, (product) => twin(product, 4, { averageRating: 5, ratingCount: 99_999 })),
  'a target that lost its details': (sample) =>
    rubricsOf(sample).some(({ type, target = 0 }) => type === 'attribute_match' && target === 0)
      ? sample.targets.slice(0, 1).map((product) => ({ ...product, details: {} }))
      : [],
  'a target of another name': (sample) =>
    sample.targets.slice(0, 1).map((product) => ({ ...product, title: 'Zeppelin', category: ['Zeppelins'] })),
}).map(([name, products]): CatalogOperator<QueryWording> => ({ gate: 'answer set', name, products }));
