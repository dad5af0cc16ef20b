import { canonicalField } from '../../../catalog/index.ts';
import { PHRASES } from '../../../shopping/plausibility/reading.ts';
import { type Counter, excerpt } from './counter.ts';
import type { ScoredValue } from './task.ts';
import { bareOption } from './traces.ts';

const WORD_EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const COUNT_OF_ONE = /^1 ?(?:pcs?|pieces?|units?|items?|sets?)?$/;

/** Placeholders of the catalog that marketplaces also use for a kind: a basic style, a single bed, a mixed material. */
const KINDS: ReadonlySet<string> = new Set(
  'basic, custom, customised, customized, mixed, original, personalized, single'.split(', '),
);
/** Under such a key even "single" is a placeholder: every product is at least one. */
const PACK_KEY = /pack|quantity/i;

/**
 * Whether a value says nothing by itself: a placeholder or a bare answer, as the catalog's plausibility judges them
 * ("default", "single item", "yes", "❤️no brand❤️"), no letter or digit at all, or a count of one.
 */
export function saysNothing({ key, value }: Pick<ScoredValue, 'key' | 'value'>): boolean {
  const option = bareOption(value.trim()).toLowerCase();
  const bare = option.replace(WORD_EDGES, '');
  if (PHRASES.placeholderAllowed[canonicalField(key)]?.includes(bare) === true) return false;
  if (KINDS.has(bare)) return bare === 'single' && PACK_KEY.test(key);
  return bare === '' || COUNT_OF_ONE.test(bare) || isListed(option) || isListed(bare);
}

const isListed = (text: string) => PHRASES.placeholders.has(text) || PHRASES.booleans.has(text);

/** Counts scored values that say nothing about a product. */
export const noiseValue: Counter = {
  code: 'noise_value',
  meaning: 'a scored value says nothing by itself: a placeholder, a bare yes or no, a count of one',
  unit: 'values',
  isDefect: true,
  begin: () => (task) => {
    const values = task.products.flatMap((product) => product.values);
    const noise = values.filter(saysNothing);
    return { of: values.length, found: noise.map(({ key, value }) => `${key} = ${excerpt(value)}`) };
  },
};
