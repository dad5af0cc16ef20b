import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import type { NumericRange, Rubric } from '../../../shopping/kinds/index.ts';
import { cleanText, containsWords, normaliseValue } from '../../../text/normalise.ts';
import type { PublishedReward } from '../published-task.ts';
import { valuesIn } from './document.ts';

const PUBLISHED_KEYS = ['product_id', 'title', 'sku_options', 'attributes', 'service', 'price'];

/** A published price: inclusive bounds in major units. */
function publishedPrice({ min, max }: NumericRange) {
  if (min === undefined) return { 'less than': [null, max] };
  return max === undefined ? { 'greater than': [min, null] } : { between: [min, max] };
}

/** The canonical fields a listing's own keys are read as. */
const fieldsByKey = ({ details }: Product): Map<string, string> =>
  new Map(Object.entries(details).flatMap(([field, { raw }]) => raw.map(({ key }) => [key, field] as const)));

/** A field and one of its values in the form in which values are compared. */
const pairOf = (field: string, value: string) => `${field} "${normaliseValue(cleanText(value))}"`;

type Pair = readonly [key: string, value: string];

/**
 * The pairs that the published evaluator, which compares letter by letter, finds neither among the attributes nor in the
 * SKU that has most of them. A text that lists several values (no list, as in a CSV) holds each of them.
 */
function unheld(pairs: readonly Pair[], { details, skuOptions }: Product): readonly Pair[] {
  const raw = Object.values(details).flatMap((detail) => detail.raw);
  const inAttributes = ([key, value]: Pair) =>
    raw.some((stated) => {
      if (stated.statedIn !== undefined || stated.key !== key) return false;
      return (
        valuesIn(stated.value).includes(value) || (!stated.value.startsWith('[') && containsWords(stated.value, value))
      );
    });
  const written = (stated: { key: string; value: string }, [key, value]: Pair) =>
    cleanText(stated.key) === key && cleanText(stated.value) === value;
  const inSku = (values: Readonly<Record<string, string>>) => {
    const held = Object.entries(values).flatMap((pair) => {
      const found = raw.filter((stated) => stated.statedIn === 'sku' && written(stated, pair));
      return found.length > 0 ? found : [{ key: pair[0], value: pair[1] }];
    });
    return ([key, value]: Pair) => held.some((stated) => stated.key === key && stated.value === value);
  };
  const rest = pairs.filter((pair) => !inAttributes(pair));
  const left = skuOptions.map(({ values }) => rest.filter((pair) => !inSku(values)(pair)));
  return left.reduce((least, one) => (one.length < least.length ? one : least), rest);
}

/** What the published evaluator holds a recommendation against: all that is asked of the target, and nothing more. */
export function checkReward(
  reward: PublishedReward,
  product: Product,
  rubrics: readonly Rubric[],
  report: Report,
): void {
  const differs = (detail: string) => report('reward_differs', `of ${product.id}: ${detail}`);
  const same = (what: string, found: unknown, expected: unknown) => {
    if (canonicalJson({ found }) !== canonicalJson({ found: expected }))
      differs(`${what} is ${canonicalJson(found ?? null)}, expected ${canonicalJson(expected ?? null)}`);
  };
  same('product_id', reward.product_id, product.id);
  same('title', reward.title, [product.title]);
  const orNothing = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);
  const services = rubrics.flatMap((rubric) => (rubric.type === 'service_match' ? [rubric.expected_value] : []));
  const prices = rubrics.flatMap((rubric) =>
    rubric.type === 'numeric_range' && rubric.field === 'price' ? [publishedPrice(rubric.expected_value)] : [],
  );
  same('service', reward.service, orNothing(services));
  same('price', reward.price, orNothing(prices));
  for (const key of Object.keys(reward))
    if (!PUBLISHED_KEYS.includes(key)) differs(`${key} is published, and the query does not constrain it`);
  for (const { id, type, field } of rubrics) {
    if (type === 'negative_attribute' || type === 'review_opinion' || (type === 'numeric_range' && field !== 'price'))
      differs(`${id} is a ${type} of ${field}, which no reward can say`);
  }
  checkPairs(reward, product, rubrics, differs);
}

/** Attributes and SKU options: raw keys of the listing with the values that rubrics ask for. */
function checkPairs(
  { sku_options: skus = [], attributes = [] }: PublishedReward,
  product: Product,
  rubrics: readonly Rubric[],
  differs: (detail: string) => void,
): void {
  if (!Array.isArray(skus) || !Array.isArray(attributes)) {
    differs('holds every option of the product, expected only what is asked for');
    return;
  }
  const fields = fieldsByKey(product);
  const compare = (what: string, published: readonly Pair[], asked: readonly string[]) => {
    const pairs = published.map(([key, value]) => {
      const field = fields.get(key);
      if (field === undefined) differs(`${what} "${key}" is no key of the listing`);
      return pairOf(field ?? key, value);
    });
    for (const pair of asked) if (!pairs.includes(pair)) differs(`${what} lacks ${pair}, which is asked for`);
    for (const pair of pairs) if (!asked.includes(pair)) differs(`${what} ${pair} is not asked for`);
  };
  const attributePairs = attributes.flatMap((stated) =>
    Object.entries(stated).flatMap(([key, values]) => values.map((value) => [key, value] as const)),
  );
  const askedAttributes = rubrics.flatMap((rubric) =>
    rubric.type === 'attribute_match'
      ? [rubric.expected_value].flat().map((value) => pairOf(rubric.field.replace(/^details\./, ''), value))
      : [],
  );
  const askedOptions = rubrics.flatMap((rubric) =>
    rubric.type === 'sku_match'
      ? Object.entries(rubric.expected_value).map(([field, value]) => pairOf(field, value))
      : [],
  );
  const skuPairs = skus.flatMap((pairs) => Object.entries(pairs));
  compare('the attribute', attributePairs, askedAttributes);
  compare('the SKU option', skuPairs, askedOptions);
  for (const [key, value] of unheld([...skuPairs, ...attributePairs], product))
    differs(`neither the attributes nor one SKU with the rest hold ${key} "${value}"`);
  for (const pairs of skus) {
    const held = product.skuOptions.some(({ values }) =>
      Object.entries(pairs).every(
        ([key, value]) =>
          Object.hasOwn(values, cleanText(key)) &&
          normaliseValue(values[cleanText(key)] as string) === normaliseValue(cleanText(value)),
      ),
    );
    if (!held) differs(`no SKU has ${canonicalJson(pairs)}`);
  }
  if (skus.length > 1) differs(`names ${skus.length} SKUs, expected at most one`);
}
