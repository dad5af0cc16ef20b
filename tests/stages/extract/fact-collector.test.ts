import { afterEach, expect, test } from 'vitest';
import { useLanguage, useLexicon } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Product } from '../../../schemas/product.ts';
import { type Feature, satisfies } from '../../../shopping/kinds/index.ts';
import { sayableValues } from '../../../shopping/language/sayable-values.ts';
import { FactCollector } from '../../../stages/extract/fact-collector.ts';
import { extraction } from '../../fixtures/extraction.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

afterEach(() => {
  useLanguage();
  useLexicon();
});

const UMBRELLA = productWith({
  title: 'Lund Umbrella',
  details: details({ Color: 'Red', Material: 'Oslo Weave', Size: 'Osl', Handle: 'Wood' }),
});
const collectorOf = (product: Product, changes: Parameters<typeof extraction>[0]['changes'] = {}) =>
  new FactCollector(
    extraction({ products: [product], changes }),
    product,
    { phrase: 'umbrella', titleSpan: 'Umbrella', plural: false },
    drawFor(42, 'task', 'extract'),
  );
/** Texts of a shelf that are as silent about the fields of its products. */
const talk = (silence: (field: string) => number) => ({
  on: (_: unknown, field: string) => ({ silence: silence(field), isUntitled: false }),
});
const fieldsOf = ({ features }: FactCollector) =>
  features
    .filter(({ type }) => type === 'attribute_match')
    .map(({ field }) => field.replace('details.', ''))
    .sort();

const plain = { sources: ['query' as const], implicit: false, required: true };
const SKU: Feature = { ...plain, type: 'sku_match', field: 'skus', value: { Color: 'Red', Handle: 'Wood' } };
const QUESTION: Feature = {
  ...plain,
  type: 'knowledge_match',
  field: 'knowledge',
  value: { question: 'What is the capital of Norway?', answer: 'Oslo' },
};

test('the fields of a chosen SKU are not asked for again as details', () => {
  const collector = collectorOf(UMBRELLA);
  collector.addSku(SKU, ['Color', 'Handle']);
  collector.addDetails();
  expect(collector.features[0]).toEqual(SKU);
  expect(fieldsOf(collector)).toEqual(['Material', 'Size']);
  expect(collector.dropped.map(({ field }) => field).sort()).toEqual(['Color', 'Handle']);
  for (const { reason } of collector.dropped)
    expect(reason).toMatch(/^duplicate_fact: a SKU option of the task already says (?:Color|Handle)$/);
});

test('a detail that names the answer of the question is no fact, whatever else it says', () => {
  const collector = collectorOf(UMBRELLA);
  collector.addKnowledge(QUESTION, 'Oslo');
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Color', 'Handle', 'Size']);
  expect(collector.dropped).toMatchObject([
    { field: 'Material', value: 'Oslo Weave', reason: expect.stringMatching(/^names_answer: /) },
  ]);
});

test('a detail that the record cannot hold is no fact', () => {
  const collector = collectorOf(UMBRELLA, {
    unaskable: (_, { field }) => (field === 'Size' ? 'unlisted: no' : null),
  });
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Color', 'Handle', 'Material']);
  expect(collector.dropped).toMatchObject([{ field: 'Size', reason: 'unlisted: no' }]);
});

test('without a SKU and a question every detail is a fact', () => {
  const collector = collectorOf(UMBRELLA);
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Color', 'Handle', 'Material', 'Size']);
});

test('a value that requests say in other words than its own is told by no answer', () => {
  const collector = collectorOf(
    productWith({ title: 'Lund Umbrella', details: details({ 'Special Feature': 'Easy Clean', Pattern: 'Striped' }) }),
  );
  collector.addDetails();
  const sources = new Map(collector.features.map(({ field, sources }) => [field, sources]));
  expect(sources.get('details.Pattern')).toContain('clarification');
  expect(sources.get('details.Special Feature')).not.toContain('clarification');
});

test('a Y among letters that name classes is no yes, and the next letter is a fact', () => {
  const tire = (rating: string) => {
    const collector = collectorOf(
      productWith({ title: 'Lund Umbrella', details: details({ 'Speed Rating': rating, Handle: 'Wood' }) }),
    );
    collector.addDetails();
    return fieldsOf(collector);
  };
  expect(tire('Y')).toEqual(['Handle']);
  expect(tire('T')).toEqual(['Handle', 'Speed Rating']);
});

test('what hardly any text of its shelf speaks of is no fact', () => {
  const collector = collectorOf(UMBRELLA, { shelfTalk: talk((field) => ({ Handle: 2, Size: 1 })[field] ?? 0) });
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Color', 'Material', 'Size']);
  expect(collector.dropped).toMatchObject([{ field: 'Handle', reason: expect.stringMatching(/^unspoken: /) }]);
});

test('of several values one is a fact that another product of its name has', () => {
  const made = (id: string, ...colors: string[]) =>
    productWith({ id, title: 'Lund Umbrella', details: details({ Color: colors }) });
  const products = [made('a', 'Red', 'Teal', 'Jade'), made('b', 'Teal')];
  for (let seed = 0; seed < 10; seed++) {
    const collector = new FactCollector(
      extraction({ products }),
      products[0] as Product,
      { phrase: 'umbrella', titleSpan: 'Umbrella', plural: false },
      drawFor(seed, 'task', 'extract'),
    );
    collector.addDetails();
    expect(collector.features).toMatchObject([{ value: 'Teal' }]);
  }
});

test('of several values one is a fact that people ask for of what the noun names', () => {
  const headset = productWith({
    title: 'Lund Headset',
    details: details({ 'Special Feature': ['Microphone', 'Foldable'], Color: 'Red', Handle: 'Wood' }),
  });
  for (let seed = 0; seed < 10; seed++) {
    const collector = new FactCollector(
      extraction({ products: [headset] }),
      headset,
      { phrase: 'headset', titleSpan: 'Headset', plural: false },
      drawFor(seed, 'task', 'extract'),
    );
    collector.addDetails();
    const [found] = collector.features.filter(({ field }) => field === 'details.Special Feature');
    expect(found?.value).toBe('Foldable');
  }
});

test('filler is a fact where its shelf speaks of it, and not where few texts do', () => {
  const fieldUse = () => ({ persona: true, clarification: true, negative: true, filler: true });
  const collector = collectorOf(UMBRELLA, { fieldUse, shelfTalk: talk((field) => (field === 'Handle' ? 1 : 0)) });
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Color', 'Material', 'Size']);
});

test('a value that the name of the product tells is no fact, in any kind of made name', () => {
  useLanguage('zh');
  const heater = productWith({ title: '晨屿 电热水器', details: details({ 燃料: '电加热' }) });
  const reasonIn = (phrase: string) =>
    new FactCollector(
      extraction({ products: [heater] }),
      heater,
      { phrase, titleSpan: phrase, plural: false },
      drawFor(42, 'task', 'extract'),
    ).reasonAgainst('燃料', '电加热');
  expect(reasonIn('电热水器')).toMatch(/^duplicate_fact: the noun phrase "电热水器" already says it/);
  expect(reasonIn('热水器')).toBeNull();
});

test('no answer to a question is a yes or a no: what a product has or lacks stands in the query', () => {
  const fieldUse = () => ({ persona: false, clarification: true, negative: false, filler: false });
  const wig = productWith({ title: 'Lund Wig', details: details({ 'Dye/Bleach/Perm': 'Yes', Fastening: 'Clip' }) });
  const collector = collectorOf(wig, { fieldUse });
  collector.addDetails();
  const sourcesOf = (name: string) => collector.features.find(({ field }) => field === `details.${name}`)?.sources;
  expect(sourcesOf('Dye/Bleach/Perm')).toEqual(['query']);
  expect(sourcesOf('Fastening')).toContain('clarification');
});

test('what goes without saying is a fact of a product that states little else, and of no other', () => {
  const fields = ['Handle', 'Lining', 'Material', 'Ribs', 'Size', 'Strap', 'Tip', 'Trim'];
  const stated = fields.map((field) => [field, `${field} one`]);
  const changes = {
    commonplaces: { includes: (_: unknown, __: string, { field }: { field: string }) => field === 'Handle' },
  };
  const factsOf = (count: number) => {
    const umbrella = productWith({
      title: 'Lund Umbrella',
      details: details(Object.fromEntries(stated.slice(0, count))),
    });
    const collector = collectorOf(umbrella, changes);
    collector.addDetails();
    return fieldsOf(collector);
  };
  expect(factsOf(7)).toContain('Handle');
  expect(factsOf(8)).not.toContain('Handle');
});

test('a name in small letters is written as titles write it', () => {
  const products = ['Case for Fire 7 Tablet', 'Fire 7 Case', 'case fire 7'].map((title, at) =>
    productWith({ id: `c${at}`, title, details: details({ 'Compatible Devices': at === 0 ? 'fire 7' : 'laptop' }) }),
  );
  const valuesOf = (product: Product | undefined) => {
    const collector = new FactCollector(
      extraction({ products }),
      product as Product,
      { phrase: 'case', titleSpan: 'Case', plural: false },
      drawFor(42, 'task', 'extract'),
    );
    collector.addDetails();
    return collector.features.map(({ value }) => value);
  };
  expect(valuesOf(products[0])).toEqual(['Fire 7']);
  expect(valuesOf(products[1])).toEqual(['laptop']);
});

const FLAGGED = productWith({
  title: 'Lund Parasol',
  details: details({ Organic: 'Nej', Foldable: 'Ja', 'Assembly Required': 'No' }),
});
const asked = ({ features }: FactCollector) => features.map(({ field, value }) => `${field} ${value}`).sort();

test('a flag is asked as a yes, in English, and as a no where its absence is what people want', () => {
  const collector = collectorOf(FLAGGED);
  collector.addDetails();
  expect(asked(collector)).toEqual(['details.Assembly Required No', 'details.Foldable Yes']);
  expect(collector.dropped).toMatchObject([
    { field: 'Organic', value: 'Nej', reason: expect.stringMatching(/^unasked: nobody wishes/) },
  ]);
});

test('a no that a lexicon has words for is asked', () => {
  useLexicon({ fields: { Organic: { values: { No: { say: { verb: ['be grown as usual'] } } } } }, types: {} });
  const collector = collectorOf(FLAGGED);
  collector.addDetails();
  expect(asked(collector)).toContain('details.Organic No');
});

test('a rival that says no in another language lacks what is asked, and one that says yes has it', () => {
  const parasol = (answer: string) => productWith({ title: 'Parasol', details: details({ Foldable: answer }) });
  const wish = { type: 'attribute_match', field: 'details.Foldable', expected_value: 'Yes' } as const;
  const has = (answer: string) => satisfies(parasol(answer), wish as never);
  expect(['Ja', 'yes', 'Oui'].map(has)).toEqual(['yes', 'yes', 'yes']);
  expect(['Nej', 'No', 'non'].map(has)).toEqual(['no', 'no', 'no']);
});

test('all options that are asked of a product are of one of its variants', () => {
  const skuOptions = [
    { id: '1', values: { color_family: 'Cream', Size: 'Short' } },
    { id: '2', values: { color_family: 'Cream', Size: 'Long' } },
    { id: '3', values: { color_family: 'Grey', Size: 'Short' } },
  ];
  const stated = details({ Color: ['Cream', 'Grey'], Size: ['Short', 'Long'], Handle: 'Wood' });
  const product = productWith({ title: 'Lund Umbrella', details: stated, skuOptions });
  const seen = new Set<string>();
  for (let seed = 0; seed < 30; seed++) {
    const collector = new FactCollector(
      extraction({ products: [product] }),
      product,
      { phrase: 'umbrella', titleSpan: 'Umbrella', plural: false },
      drawFor(seed, 'task', 'extract'),
    );
    collector.addDetails();
    expect(fieldsOf(collector)).toEqual(['Color', 'Handle', 'Size']);
    seen.add(['Color', 'Size'].map((of) => collector.features.find(({ field }) => field.endsWith(of))?.value).join());
  }
  expect([...seen].sort()).toEqual(['Cream,Long', 'Cream,Short', 'Grey,Short']);
});

test('a bare number of what no words are known for is asked for nowhere, and one of several things is', () => {
  const television = productWith({
    title: 'Lund Television',
    details: details({ 'Connectivity Input': '1', 'Speaker Units': '2' }),
  });
  const collector = collectorOf(television, { sayable: sayableValues() });
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(['Speaker Units']);
  expect(collector.dropped).toMatchObject([
    { field: 'Connectivity Input', value: '1', reason: expect.stringMatching(/^unsayable: it is a number/) },
  ]);
});

test.each([
  ['wet cat food', 'Wet Food', true],
  ['dry cat food', 'Wet Food', false],
  ['food wet wipe', 'Wet Food', false],
])('a %s says %s with words between: %s', (phrase, form, isSaid) => {
  const food = productWith({ title: `Lund ${phrase}`, details: details({ 'Food Form': form }) });
  const collector = new FactCollector(
    extraction({ products: [food] }),
    food,
    { phrase, titleSpan: phrase, plural: false },
    drawFor(42, 'task', 'extract'),
  );
  collector.addDetails();
  expect(fieldsOf(collector)).toEqual(isSaid ? [] : ['Food Form']);
});
