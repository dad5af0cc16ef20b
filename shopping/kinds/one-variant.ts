import { canonicalField, formIn, optionsIn } from '../../catalog/index.ts';
import { onLexicon } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { type Requirement, satisfies } from './index.ts';
import { detailFieldOf } from './product-facts.ts';

/** The variants of a product, each with its own options alone in the fields that they choose, and those fields. */
interface Variants {
  readonly fields: ReadonlySet<string>;
  readonly each: readonly Product[];
}

let known = new WeakMap<Product, Variants>();
onLexicon(() => {
  known = new WeakMap();
});

/** Options that no variant has are of the product itself, and of each of them. */
function variantsOf(product: Product): Variants {
  let variants = known.get(product);
  if (variants !== undefined) return variants;
  const skus = product.skuOptions.map((sku) => {
    const held = Object.entries(sku.values).map(([key, value]) => [canonicalField(key), value] as const);
    // A value that lists several is said whole, or by each of them where another column has them apart.
    const forms = held.flatMap(([field, value]) =>
      [value, ...optionsIn(field, value)].map((option) => [field, formIn(field, option)] as const),
    );
    return { sku, forms };
  });
  const chosen = new Map<string, Set<string>>();
  for (const [field, form] of skus.flatMap(({ forms }) => forms))
    chosen.set(field, (chosen.get(field) ?? new Set()).add(form));
  const each = skus.map(({ sku, forms }): Product => {
    const details = { ...product.details };
    for (const [field, ofAny] of chosen) {
      const stated = details[field];
      if (stated === undefined) continue;
      const own = new Set(forms.flatMap(([name, form]) => (name === field ? [form] : [])));
      const isOwn = (option: string) => own.has(formIn(field, option)) || !ofAny.has(formIn(field, option));
      details[field] = { ...stated, options: stated.options.filter(isOwn) };
    }
    return { ...product, details, skuOptions: [sku] };
  });
  variants = { fields: new Set(chosen.keys()), each };
  known.set(product, variants);
  return variants;
}

/**
 * Tells whether one variant of a product satisfies all that is asked of what its variants choose: a coat may come in red and
 * in size L, and no red one in L.
 */
export function areOfOneVariant(product: Product, requirements: readonly Requirement[]): boolean {
  if (product.skuOptions.length < 2) return true;
  const { fields, each } = variantsOf(product);
  // No variant has what the whole product lacks.
  const asked = requirements.filter(
    ({ type, field }) =>
      type === 'sku_match' || (type !== 'negative_attribute' && fields.has(detailFieldOf(field) ?? '')),
  );
  return (
    asked.length < 2 || each.some((variant) => asked.every((requirement) => satisfies(variant, requirement) === 'yes'))
  );
}
