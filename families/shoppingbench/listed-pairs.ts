import { canonicalField, optionsIn } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { type Fact, type Feature, factsOf, requirementOf } from '../../shopping/kinds/index.ts';
import { cleanText, normaliseValue } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';

/** A key and a value as the listing writes them, letter by letter. */
type ListedPair = readonly [key: string, value: string];

/** The values of a raw detail: a list is kept as JSON text. */
export function valuesIn(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [text];
  } catch {
    return [text];
  }
}

/** The pair that says the fact: one of its very letters first, then one that differs in noise, then in spelling. */
function bestOf(pairs: readonly ListedPair[], { value }: Fact): ListedPair | undefined {
  return (
    pairs.find(([, written]) => written === value) ??
    pairs.find(([, written]) => cleanText(written) === value) ??
    pairs.find(([, written]) => normaliseValue(cleanText(written)) === normaliseValue(value))
  );
}

const rawOf = ({ details }: Product, field: string) => ownValue(details, field)?.raw ?? [];

/**
 * Finds the attribute that states a fact. A text that lists several values holds each of them, as catalogs without
 * lists write it.
 */
function attributePair(product: Product, fact: Fact): ListedPair | undefined {
  const raw = rawOf(product, fact.field).filter(({ statedIn }) => statedIn === undefined);
  const whole = raw.flatMap(({ key, value }) => valuesIn(value).map((written): ListedPair => [key, written]));
  const best = bestOf(whole, fact);
  if (best !== undefined) return best;
  const wanted = normaliseValue(fact.value);
  const listing = raw.find(({ value }) =>
    optionsIn(fact.field, cleanText(value)).some((option) => normaliseValue(option) === wanted),
  );
  return listing && [listing.key, fact.value];
}

type SkuOption = Product['skuOptions'][number];

/**
 * Finds the pair of a SKU that states a fact. SKUs are kept clean; what they were read from stands among the details.
 */
function skuPair(product: Product, { values }: SkuOption, fact: Fact): ListedPair | undefined {
  const pairs = Object.entries(values).filter(([key]) => canonicalField(key) === fact.field);
  const best = bestOf(pairs, fact);
  if (best === undefined) return undefined;
  const [key, value] = best;
  const written = rawOf(product, fact.field).find(
    (raw) => raw.statedIn === 'sku' && cleanText(raw.key) === key && cleanText(raw.value) === value,
  );
  return written === undefined ? best : [written.key, written.value];
}

const allOf = (pairs: readonly (ListedPair | undefined)[]): readonly ListedPair[] | null =>
  pairs.every((pair) => pair !== undefined) ? pairs : null;

/**
 * Finds the pairs in which a listing writes the options asked of one SKU and the facts asked of the product. The
 * published evaluator looks for both among the attributes and those of one SKU, letter by letter: null where no SKU
 * makes all of them found together.
 */
export function listedPairs(
  product: Product,
  options: readonly Fact[],
  facts: readonly Fact[],
): { readonly options: readonly ListedPair[]; readonly facts: readonly ListedPair[] } | null {
  const inAttributes = facts.map((fact) => attributePair(product, fact));
  const attributes = allOf(inAttributes);
  if (options.length === 0 && attributes !== null) return { options: [], facts: attributes };
  for (const sku of product.skuOptions) {
    const chosen = allOf(options.map((option) => skuPair(product, sku, option)));
    const stated = allOf(facts.map((fact, place) => inAttributes[place] ?? skuPair(product, sku, fact)));
    if (chosen !== null && stated !== null) return { options: chosen, facts: stated };
  }
  return null;
}

/** Why a fact cannot be published beside the features that are to be, or null where it can. */
export function unpublishable(features: readonly Feature[], fact: Fact, product: Product): string | null {
  const factsOfType = (type: Feature['type']) =>
    features.filter((feature) => feature.type === type).flatMap((feature) => factsOf(requirementOf(feature)));
  return listedPairs(product, factsOfType('sku_match'), [...factsOfType('attribute_match'), fact]) === null
    ? 'unlisted: neither the attributes nor one SKU with all that is asked for state it'
    : null;
}
