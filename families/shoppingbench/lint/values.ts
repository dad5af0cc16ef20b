import { canonicalField } from '../../../catalog/index.ts';
import { defect, excerpt, perTask, sign } from '../../../pipeline/foreign-lint.ts';
import { bareOption, TracedText } from '../../../shopping/language/traced-text.ts';
import { PHRASES } from '../../../shopping/plausibility/reading.ts';
import { normaliseText, normaliseValue, tokensOf } from '../../../text/normalise.ts';
import type { LintTask, ScoredValue } from './task.ts';

const valuesOf = ({ products }: LintTask) => products.flatMap(({ values }) => values);
const assigned = ({ key, value }: ScoredValue) => `${key} = ${excerpt(value)}`;

/** Counts scored values of which the query says nothing at all. What has no word to say ("-") is noise, not untraced. */
export const valueUntraced = perTask<LintTask>(
  defect('value_untraced', 'no word or number of a scored value stands in the query', 'values'),
  (task) => {
    const query = new TracedText(task.written);
    const values = valuesOf(task);
    const untraced = values.filter(
      ({ key, value }) => tokensOf(bareOption(value)).length > 0 && !query.traces({ key, value }),
    );
    return { of: values.length, found: untraced.map(assigned) };
  },
);

/** Counts scored values that the query does not hold letter by letter. Most are paraphrased, which is no fault. */
export const valueReworded = perTask<LintTask>(
  sign(
    'value_reworded',
    'a scored value does not stand word for word in the query, so that an agent has to guess how it is spelt',
    'values',
  ),
  (task) => {
    const query = normaliseText(task.written);
    const values = valuesOf(task);
    return {
      of: values.length,
      found: values.filter(({ value }) => !query.includes(normaliseText(value))).map(assigned),
    };
  },
);

const MOST_CHARACTERS = 2;
const LETTERS_AND_DIGITS = /[\p{L}\p{M}\p{N}]/gu;

/** Counts values of one or two letters and digits: right for a size, and too short for any check of a text to be sure of. */
export const valueShort = perTask<LintTask>(
  sign('value_short', `a scored value has at most ${MOST_CHARACTERS} letters and digits`, 'values'),
  (task) => {
    const values = valuesOf(task);
    const short = values.filter(({ value }) => (value.match(LETTERS_AND_DIGITS)?.length ?? 0) <= MOST_CHARACTERS);
    return { of: values.length, found: short.map(assigned) };
  },
);

const WORD_EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const COUNT_OF_ONE = /^1 ?(?:pcs?|pieces?|units?|items?|sets?)?$/;

/** Placeholders of the catalog that marketplaces also use for a kind: a basic style, a single bed, a mixed material. */
const KINDS: ReadonlySet<string> = new Set(
  'basic, custom, customised, customized, mixed, original, personalized, single'.split(', '),
);
/** Under such a key even "single" is a placeholder: every product is at least one. */
const PACK_KEY = /pack|quantity/i;

const isListed = (text: string) => PHRASES.placeholders.has(text) || PHRASES.booleans.has(text);

/**
 * Tells whether a value says nothing by itself: a placeholder or a bare answer, as the catalog's plausibility judges
 * them ("default", "single item", "yes", "❤️no brand❤️"), no letter or digit at all, or a count of one.
 */
function saysNothing({ key, value }: Pick<ScoredValue, 'key' | 'value'>): boolean {
  const option = bareOption(value.trim()).toLowerCase();
  const bare = option.replace(WORD_EDGES, '');
  if (PHRASES.placeholderAllowed[canonicalField(key)]?.includes(bare) === true) return false;
  if (KINDS.has(bare)) return bare === 'single' && PACK_KEY.test(key);
  return bare === '' || COUNT_OF_ONE.test(bare) || isListed(option) || isListed(bare);
}

/** Counts scored values that say nothing about a product. */
export const noiseValue = perTask<LintTask>(
  defect(
    'noise_value',
    'a scored value says nothing by itself: a placeholder, a bare yes or no, a count of one',
    'values',
  ),
  (task) => {
    const values = valuesOf(task);
    return { of: values.length, found: values.filter(saysNothing).map(assigned) };
  },
);

/** Pairs of a SKU option and an attribute that one product is scored on under the same key. */
const repeatedKeys = ({ products }: LintTask) =>
  products.flatMap(({ values }) =>
    values
      .filter(({ from }) => from === 'attribute')
      .flatMap((attribute) =>
        values
          .filter(({ from, key }) => from === 'sku' && normaliseText(key) === normaliseText(attribute.key))
          .map((option) => ({
            option,
            attribute,
            isSame: normaliseValue(option.value) === normaliseValue(attribute.value),
          })),
      ),
  );

/** Counts the products that could repeat a key: those scored on options and on attributes. */
const withBothKinds = ({ products }: LintTask): number =>
  products.filter(({ values }) => new Set(values.map(({ from }) => from)).size > 1).length;

const BOTH_KINDS = 'products with options and attributes';

export const factTwice = perTask<LintTask>(
  defect('fact_twice', 'the same value is scored as a SKU option and, under the same key, as an attribute', BOTH_KINDS),
  (task) => ({
    of: withBothKinds(task),
    found: repeatedKeys(task).flatMap(({ option, attribute, isSame }) =>
      isSame ? [`${attribute.key} = ${excerpt(option.value)}`] : [],
    ),
  }),
);

/** Counts keys that must have two values at once. */
export const keyConflict = perTask<LintTask>(
  defect(
    'key_conflict',
    'a SKU option and an attribute under the same key are scored with different values',
    BOTH_KINDS,
  ),
  (task) => ({
    of: withBothKinds(task),
    found: repeatedKeys(task).flatMap(({ option, attribute, isSame }) =>
      isSame ? [] : [`${attribute.key} = ${excerpt(option.value)} and ${excerpt(attribute.value)}`],
    ),
  }),
);

/**
 * Words in which shoppers ask for each service of the published benchmark; texts are searched as tokens joined by one
 * space.
 */
const SAID: Readonly<Record<string, RegExp>> = {
  official: /\blaz ?malls?\b|\bofficial (?:stores?|shops?|sellers?|brands?)\b/,
  flashsale: /\blaz ?flash(?:es)?\b|\bflash ?(?:sales?|deals?)\b/,
  freeShipping: /\b(?:free|complimentary) (?:shipping|delivery)\b|\b(?:ships?|shipped|delivered) (?:for )?free\b/,
  COD: /\bcod\b|\b(?:cash|pay(?:s|ing|ment|able)?) (?:with cash )?(?:on|upon) (?:delivery|arrival)\b|\bpay(?:ing)? (?:with |in |by )?cash (?:when|on|upon|once|at)\b/,
};

function asksFor(query: string, service: string): boolean {
  const said = Object.hasOwn(SAID, service) ? SAID[service] : undefined;
  return said === undefined ? query.includes(tokensOf(wordsOfName(service)).join(' ')) : said.test(query);
}

/** "sameDayDelivery" is "same Day Delivery". */
const wordsOfName = (name: string) => name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Counts services the scorer asks for and the query does not. A service we know no wording of is looked for by its name. */
export const serviceUntraced = perTask<LintTask>(
  defect('service_untraced', 'the query does not ask for a service that is scored', 'services'),
  (task) => {
    const query = tokensOf(task.written).join(' ');
    const services = task.products.flatMap((product) => product.services);
    return { of: services.length, found: services.filter((service) => !asksFor(query, service)) };
  },
);
