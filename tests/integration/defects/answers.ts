import { priceWithin } from './coupons.ts';
import { comparable, fieldOf, optionsIn, type RawCatalog, type RawProduct } from './raw-catalog.ts';
import { type Counter, entityOf, fieldNameOf, perSample, type Sample, valuesOf } from './sample-parts.ts';

type Rubric = Sample['rubrics'][number];

/** Sizes of units in the first of their row. */
const SIZES: readonly Readonly<Record<string, number>>[] = [
  {
    g: 1,
    grams: 1,
    gram: 1,
    kg: 1000,
    kilograms: 1000,
    oz: 28.3495,
    ounces: 28.3495,
    ounce: 28.3495,
    lb: 453.592,
    lbs: 453.592,
    pounds: 453.592,
    pound: 453.592,
  },
  {
    in: 1,
    inch: 1,
    inches: 1,
    cm: 1 / 2.54,
    centimeters: 1 / 2.54,
    mm: 1 / 25.4,
    millimeters: 1 / 25.4,
    ft: 12,
    feet: 12,
  },
  { gb: 1, mb: 0.001, tb: 1000 },
  { w: 1, watts: 1, watt: 1, kw: 1000, kilowatts: 1000 },
  { v: 1, volts: 1, volt: 1 },
];

/** What a product states of a quantity, in the unit of the requirement. */
function amountsOf({ pairs }: RawProduct, rubric: Rubric & { type: 'numeric_range' }): number[] {
  const { unit = '' } = rubric.expected_value;
  return [...pairs].flatMap(([key, raw]) => {
    if (fieldOf(key) !== fieldNameOf(rubric)) return [];
    return optionsIn(raw).flatMap((option) => {
      const [, number = '', written = ''] = /^([\d.,]+)[\s-]*([a-z"]*)$/i.exec(option.trim()) ?? [];
      const amount = number === '' ? Number.NaN : Number(number.replaceAll(',', ''));
      const said = written === '"' ? 'in' : written.toLowerCase();
      const sizes = SIZES.find((row) => unit in row);
      if (sizes === undefined || said === '') return [amount];
      const size = sizes[said];
      return size === undefined ? [] : [(amount * size) / (sizes[unit] as number)];
    });
  });
}

/** Whether a product meets a requirement, judged from its raw row; opinions and noun phrases are judged elsewhere. */
export function meets(product: RawProduct, rubric: Rubric, sample: Sample): boolean {
  const states = (value: string) => product.options.get(fieldNameOf(rubric))?.has(comparable(value)) ?? false;
  switch (rubric.type) {
    case 'attribute_match':
      return valuesOf(rubric).every(states);
    case 'negative_attribute':
      return !valuesOf(rubric).some(states);
    case 'numeric_range': {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rubric.expected_value;
      const numbers = {
        price: product.cents === null ? null : product.cents / 100,
        average_rating: product.rating,
        rating_number: product.ratings,
      };
      if (rubric.field.startsWith('details.'))
        return amountsOf(product, rubric).some((amount) => amount >= min && amount <= max);
      const value = numbers[rubric.field as keyof typeof numbers];
      return value !== null && value !== undefined && value >= min && value <= max;
    }
    case 'budget_match':
      return product.cents !== null && sample.voucher !== null && priceWithin(sample.voucher, product.cents);
    default:
      return true;
  }
}

/** Which of some products meet a sample's requirements, with all of its sources and with some withheld. */
function answersAmong(products: readonly RawProduct[], sample: Sample, ...withheld: readonly string[]): string[] {
  const asked = sample.rubrics.filter(({ info_source: source }) => !withheld.includes(source));
  return products.filter((product) => asked.every((rubric) => meets(product, rubric, sample))).map(({ id }) => id);
}

/** A sample whose answer is not the target alone, or whose proof counts other products than a second reading does. */
export const unprovenAnswers = (catalog: RawCatalog): Counter =>
  perSample((sample) => {
    const { answer_set: proof } = sample.proof;
    const named = catalog.holding(entityOf(sample));
    const ids = answersAmong(named, sample);
    const found =
      ids.join() === sample.target_product.product_id ? [] : [`answered by ${ids.join(', ') || 'no product'}`];
    const counts = {
      size: ids.length,
      without_persona: answersAmong(named, sample, 'persona').length,
      without_clarification: answersAmong(named, sample, 'clarification').length,
      query_alone: answersAmong(named, sample, 'persona', 'clarification').length,
      noun_phrase_alone: named.length,
    };
    for (const [name, count] of Object.entries(counts)) {
      const proven = proof[name as keyof typeof counts];
      if (proven !== count) found.push(`${name} is ${proven} in the proof and ${count} by the raw rows`);
    }
    return found;
  });
