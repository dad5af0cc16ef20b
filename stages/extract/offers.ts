import { canonicalField, formIn } from '../../catalog/index.ts';
import { pick } from '../../schemas/draw.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import type { TargetContext } from './index.ts';

/** Options a shopper names of one SKU; more would read like an order form. */
const MOST_PAIRS = 2;

/** Adds one SKU of a target whose options are plausible and sayable; with `onePair` by one of its options alone. */
export function addSkuOption(
  { collected, product, draw, dependencies }: TargetContext,
  canSay: (feature: Feature) => boolean,
  { onePair = false }: { onePair?: boolean } = {},
): void {
  if (product.skuOptions.length < 2) return;
  const { kept } = dependencies.judged(product);
  const plausible = (field: string, value: string) =>
    kept.some((fact) => fact.field === field && formIn(field, fact.option) === formIn(field, value));
  const sayable = product.skuOptions
    .map(({ values }) => Object.entries(values).map(([key, value]) => [canonicalField(key), value] as const))
    .flatMap((pairs) => (onePair ? pairs.map((pair) => [pair]) : [pairs]))
    .filter((pairs) => pairs.length > 0 && pairs.length <= MOST_PAIRS)
    .filter((pairs) => new Set(pairs.map(([field]) => field)).size === pairs.length)
    .filter((pairs) =>
      pairs.every(([field, value]) => {
        const usable = dependencies.fieldUse(field) !== undefined && plausible(field, value);
        return usable && collected.reasonAgainst(field, value) === null;
      }),
    )
    .filter((pairs) => canSay(skuFeature(pairs)));
  const pairs = pick(draw, 'sku', sayable);
  if (pairs === undefined) return;
  const asked = onePair ? product.skuOptions.flatMap(({ values }) => Object.keys(values).map(canonicalField)) : [];
  collected.addSku(skuFeature(pairs), [...new Set([...asked, ...pairs.map(([field]) => field)])]);
}

const skuFeature = (pairs: readonly (readonly [field: string, value: string])[]): Feature => ({
  type: 'sku_match',
  field: 'skus',
  value: Object.fromEntries(pairs),
  sources: ['query'],
  implicit: false,
  required: false,
});

/** Adds the services of a target that can be said and that another product of its kind lacks. */
export function addServices(
  { collected, product, anyPeer, dependencies: { catalog } }: TargetContext,
  canSay: (service: string) => boolean,
): void {
  for (const service of [...product.services].sort()) {
    if (!canSay(service)) continue;
    const holders = catalog.serviceRows(service);
    if (!anyPeer((peer) => !holders.has(peer))) continue;
    collected.add({
      type: 'service_match',
      field: 'services',
      value: service,
      sources: ['query'],
      implicit: false,
      required: false,
    });
  }
}
