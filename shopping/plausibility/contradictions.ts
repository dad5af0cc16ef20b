import { z } from 'zod';
import { canonicalField, formIn } from '../../catalog/index.ts';
import { englishExpression, readWords } from '../../lexicon/index.ts';
import type { Detail, Product } from '../../schemas/product.ts';
import { normaliseText, normaliseValue } from '../../text/normalise.ts';
import { JUDGED_FIELDS } from './value.ts';

/** Options of one product that cannot all be true, or that its title speaks against. */
interface Contradiction {
  readonly fields: string[];
  readonly values: { readonly field: string; readonly option: string }[];
  readonly reason: string;
}

const values = z.array(z.string()).transform((list) => new Set(list.map(normaliseValue)));
const phrases = z.array(z.string()).transform((list) => list.map((phrase) => ` ${normaliseText(phrase)} `));

const FieldCondition = z.strictObject({
  field: z.union([z.string(), z.array(z.string())]).transform((field) => [field].flat()),
  has: values.optional(),
  only: values.optional(),
  holds: phrases.optional(),
  without: values.optional(),
  blame: z.literal(false).optional(),
});
const TitleCondition = z.strictObject({ title: phrases, titleWithout: phrases.optional() });
const TitleAbsence = z.strictObject({ titleNot: phrases });
const RuleEntry = z.strictObject({
  because: z.string(),
  all: z.array(z.union([FieldCondition, TitleCondition, TitleAbsence])).min(2),
});

type FieldCondition = z.infer<typeof FieldCondition>;

interface Rule {
  readonly because: string;
  readonly fields: readonly FieldCondition[];
  readonly titles: readonly z.infer<typeof TitleCondition>[];
  readonly absent: readonly string[];
}

const RULES: readonly Rule[] = z
  .array(RuleEntry)
  .parse(readWords('plausibility/contradictions.yaml'))
  .map(({ because, all }) => ({
    because,
    fields: all.filter((condition) => 'field' in condition),
    titles: all.filter((condition) => 'title' in condition),
    absent: all.flatMap((condition) => ('titleNot' in condition ? condition.titleNot : [])),
  }));

/** Places of rules by the fields of their first condition: one of these must be stated for a rule to apply. */
const RULES_OF_FIELD = new Map<string, number[]>();
for (const [place, { fields }] of RULES.entries()) {
  for (const field of fields[0]?.field ?? []) RULES_OF_FIELD.set(field, [...(RULES_OF_FIELD.get(field) ?? []), place]);
}

/** The rules that can apply to a product, in the order of the table. */
function rulesFor(stated: StatedOptions): Rule[] {
  const places = new Set<number>();
  for (const field of stated.keys()) for (const place of RULES_OF_FIELD.get(field) ?? []) places.add(place);
  return [...places].sort((a, b) => a - b).map((place) => RULES[place]!);
}

interface Stated {
  readonly field: string;
  readonly option: string;
  readonly norm: string;
}

type StatedOptions = ReadonlyMap<string, readonly Stated[]>;

/** The options of a product's judged fields with their comparison forms. */
export function statedOptions({ details }: Pick<Product, 'details'>): StatedOptions {
  const stated = new Map<string, Stated[]>();
  for (const [field, { options }] of Object.entries(details)) {
    if (!JUDGED_FIELDS.has(field)) continue;
    stated.set(
      field,
      options.map((option) => ({ field, option, norm: formIn(field, option) })),
    );
  }
  return stated;
}

/** The options that meet a condition; none where it is not met. */
function meeting({ field: names, has, only, holds, without }: FieldCondition, stated: StatedOptions): Stated[] {
  const met: Stated[] = [];
  for (const name of names) {
    const options = stated.get(name);
    if (options === undefined || options.length === 0) continue;
    if (only !== undefined && options.every(({ norm }) => only.has(norm))) met.push(...options);
    if (has !== undefined) met.push(...options.filter(({ norm }) => has.has(norm)));
    if (without !== undefined) met.push(...options.filter(({ norm }) => !without.has(norm)));
    if (holds !== undefined)
      met.push(
        ...options.filter(({ norm }) =>
          holds.some((phrase) => ` ${norm} `.includes(phrase) && !norm.startsWith('not ')),
        ),
      );
  }
  return met;
}

const holdsAny = (padded: string, list: readonly string[]) => list.some((phrase) => padded.includes(phrase));

/** True for a rule about the options of one field alone, which an array may list as alternatives. */
const isWithin = ({ fields, titles }: Rule, names: ReadonlySet<string>) =>
  titles.length === 0 && new Set(fields.flatMap(({ field }) => field)).size === 1 && names.has(fields[0]!.field[0]!);

function applied(
  { because, fields, titles, absent }: Rule,
  stated: StatedOptions,
  title: string,
): Contradiction | null {
  const involved: Stated[] = [];
  for (const condition of fields) {
    const met = meeting(condition, stated);
    if (met.length === 0) return null;
    if (condition.blame !== false) involved.push(...met);
  }
  if (holdsAny(title, absent)) return null;
  const spoken: string[] = [];
  for (const { title: said, titleWithout } of titles) {
    const phrase = said.find((candidate) => title.includes(candidate));
    if (phrase === undefined || (titleWithout !== undefined && holdsAny(title, titleWithout))) return null;
    spoken.push(`title "${phrase.trim()}"`);
  }
  return contradiction(because, involved, spoken);
}

function contradiction(because: string, involved: readonly Stated[], spoken: readonly string[]): Contradiction {
  const unique = [...new Map(involved.map((each) => [`${each.field}\n${each.norm}`, each])).values()];
  const evidence = [...unique.map(({ field, option }) => `${field} "${option}"`), ...spoken].join(' against ');
  return {
    fields: [...new Set(unique.map(({ field }) => field))],
    values: unique.map(({ field, option }) => ({ field, option })),
    reason: `contradiction: ${because}: ${evidence}`,
  };
}

const COUNTS_IN_TITLE = englishExpression('contradictions: counts in title', 'gi');
const WORDED_PACKS: readonly (readonly [RegExp, number])[] = [
  [englishExpression('contradictions: worded packs', 'i'), 2],
  [englishExpression('contradictions: worded packs 2', 'i'), 3],
  [englishExpression('contradictions: worded packs 3', 'i'), 4],
  [englishExpression('contradictions: worded packs 4', 'i'), 6],
  [englishExpression('contradictions: worded packs 5', 'i'), 12],
];

function numberOfItems(stated: StatedOptions, title: string): Contradiction | null {
  const options = stated.get('Number of Items');
  if (options === undefined) return null;
  const said = [...title.matchAll(COUNTS_IN_TITLE)].map(([, ...groups]) =>
    Number(groups.find((group) => group !== undefined)),
  );
  for (const [pattern, count] of WORDED_PACKS) if (pattern.test(title)) said.push(count);
  if (said.length === 0) return null;
  // One option that the title confirms makes the others variants of the listing.
  const contrary = options.every(
    ({ norm }) => Number.isFinite(Number.parseFloat(norm)) && !said.includes(Number.parseFloat(norm)),
  );
  return contrary ? contradiction('the title counts other items', options, [`title "${said.join(', ')}"`]) : null;
}

const CAPACITY = /(?<![\d.])(\d+(?:\.\d+)?)\s?-?(tb|gb)(?![\p{L}/])/giu;
const CAPACITY_FIELDS = ['Memory Storage Capacity', 'Hard Drive', 'RAM'];
const CAPACITY_IS_A_LIMIT = englishExpression('contradictions: capacity is a limit', 'i');
const inGigabytes = (amount: string, unit: string) => Number(amount) * (unit.toLowerCase() === 'tb' ? 1000 : 1);
const sameCapacity = (a: number, b: number) => a === b || (a >= 1000 && Math.abs(a - b) / a < 0.03);

function memorySize(stated: StatedOptions, title: string): Contradiction | null {
  if (CAPACITY_IS_A_LIMIT.test(title)) return null;
  const said = [...title.matchAll(CAPACITY)].map(([, amount, unit]) => inGigabytes(amount!, unit!));
  if (said.length === 0) return null;
  const named = CAPACITY_FIELDS.filter((field) => stated.has(field));
  // Where two fields hold capacities, the title may name the one and leave the other out.
  if (named.length !== 1) return null;
  const options = stated.get(named[0]!)!;
  const contrary = options.every(({ norm }) => {
    const found = /^(\d+(?:\.\d+)?) (gb|tb)\b/.exec(norm);
    return found !== null && !said.some((capacity) => sameCapacity(capacity, inGigabytes(found[1]!, found[2]!)));
  });
  return contrary
    ? contradiction('the title names another capacity', options, [`title "${said.join(', ')} GB"`])
    : null;
}

/**
 * Options that say what the product itself is: those of a field in which its variants differ are choices, not facts.
 */
function factsOf(stated: StatedOptions, skuOptions: Product['skuOptions']): StatedOptions {
  if (skuOptions.length === 0) return stated;
  const varying = new Set(skuOptions.flatMap(({ values: chosen }) => Object.keys(chosen).map(canonicalField)));
  return new Map([...stated].filter(([field, options]) => options.length === 1 || !varying.has(field)));
}

/** The seller listed the options one by one: they may be what there is to choose from. */
const isListed = ({ options, raw }: Detail) => options.length > 1 && raw.some(({ value }) => value.startsWith('['));

const paddedTitle = (title: string) => ` ${normaliseText(title)} `;

/**
 * Facts of a product that cannot all hold, by the rules of contradictions.yaml and by the counts and capacities its title
 * names. Which fact is wrong cannot be known, so all of them are named.
 */
export function contradictions(
  product: Pick<Product, 'title' | 'details' | 'skuOptions'>,
  stated: StatedOptions = statedOptions(product),
): Contradiction[] {
  const title = paddedTitle(product.title);
  const facts = factsOf(stated, product.skuOptions);
  const listed = new Set(Object.keys(product.details).filter((field) => isListed(product.details[field]!)));
  const found = rulesFor(facts).map((rule) => (isWithin(rule, listed) ? null : applied(rule, facts, title)));
  return [...found, numberOfItems(facts, product.title), memorySize(facts, product.title)].filter(
    (each) => each !== null,
  );
}
