import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeProduct } from '../../../../families/shoppingbench/writers/describe.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import { type Piece, pieces } from '../../../../shopping/language/outright-pieces.ts';
import type { Item, Request } from '../../../../shopping/language/request.ts';

const item = (rubricId: string, place: Piece['place'], ...texts: string[]): Item => ({
  rubricId,
  field: 'Material',
  pieces: pieces(place, texts),
});
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

function described(items: readonly Item[], { seed = 1, ...request }: Partial<Request> & { seed?: number } = {}) {
  const asked = { entity: 'umbrella', plural: false, items, avoid: new Set<string>(), ...request };
  return describeProduct(asked, drawFor(seed, 'product', 'test'));
}
/** Every description of the items that any of sixty draws gives. */
const descriptions = (items: readonly Item[], request: Partial<Request> = {}) =>
  new Set(SEEDS.map((seed) => described(items, { ...request, seed }).text));
const verbs = (...texts: string[]) => texts.map((text, at) => item(`r${at + 1}`, 'verb', text));

const PLACES = ['before', 'after', 'verb'] as const;
const TEXTS = {
  before: ['red', 'wooden', 'retro', 'tiny', 'matte', 'round'],
  after: ['with a zip', 'in red', 'made of wool', 'priced at ₱40 or more', 'for two', 'from Oslo'],
  verb: ['fold flat', 'be waterproof', 'come in black and in the large size', 'have wheels', 'have a hook', 'be red'],
};
const items = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PLACES), fc.nat(5)), { maxLength: 9, selector: String })
  .map((list) => list.map(([place, at], index) => item(`r${index + 1}`, place, TEXTS[place][at] as string)));

describe('any product', () => {
  test('is described with every requirement, in words that stand in the description', () => {
    fc.assert(
      fc.property(items, fc.integer(), fc.boolean(), (asked, seed, plural) => {
        const { text, surfaces } = described(asked, { seed, plural });
        expect(Object.keys(surfaces).sort()).toEqual(asked.map(({ rubricId }) => rubricId).sort());
        for (const surface of Object.values(surfaces)) expect(text).toContain(surface);
      }),
    );
  });

  test('is described in one phrase with at most one clause', () => {
    fc.assert(
      fc.property(items, fc.integer(), fc.boolean(), (asked, seed, plural) => {
        const { text } = described(asked, { seed, plural });
        expect((text.match(/ that |, which /g) ?? []).length).toBeLessThanOrEqual(1);
        expect(text).not.toMatch(/[{}]| {2}|undefined|^ | $|[.?]/);
      }),
    );
  });

  test('is described the same by the same draw', () => {
    fc.assert(
      fc.property(items, fc.integer(), (asked, seed) => {
        expect(described(asked, { seed })).toEqual(described(asked, { seed }));
      }),
      { numRuns: 30 },
    );
  });
});

test.each([
  ['umbrella', false, 'an umbrella'],
  ['markers', true, 'markers'],
  ['earbuds', true, 'a pair of earbuds'],
])('a product of which nothing else is asked is its noun: %s', (entity, plural, text) => {
  expect(described([], { entity, plural })).toEqual({ text, surfaces: {} });
});

test('one clause stands behind "that" after the noun, and behind ", which" after another phrase', () => {
  expect(descriptions(verbs('fold flat'))).toEqual(new Set(['an umbrella that folds flat']));
  expect(descriptions([...verbs('fold flat'), item('r2', 'after', 'in red')])).toEqual(
    new Set(['an umbrella in red, which folds flat']),
  );
});

test('qualities and things are added behind another phrase without their verb', () => {
  const sleeves = item('r9', 'after', 'with long sleeves');
  expect(descriptions([sleeves, ...verbs('be safe to wash')])).toEqual(
    new Set(['an umbrella with long sleeves, safe to wash']),
  );
  expect(descriptions([item('r9', 'after', 'in red'), ...verbs('have wheels', 'have a hook')])).toEqual(
    new Set(['an umbrella in red, with wheels and a hook']),
  );
  expect(descriptions([sleeves, ...verbs('have wheels')])).toEqual(
    new Set(['an umbrella with long sleeves, which has wheels']),
  );
  expect(descriptions([sleeves, ...verbs('be red')])).toEqual(new Set(['an umbrella with long sleeves, which is red']));
  expect(described([sleeves, ...verbs('be safe to wash')]).surfaces).toEqual({
    r9: 'with long sleeves',
    r1: 'safe to wash',
  });
});

test.each([
  [
    ['be safe to wash', 'stretch'],
    ['is safe to wash and stretches', 'stretches and is safe to wash'],
  ],
  [
    ['have wheels', 'support a tent'],
    ['has wheels and supports a tent', 'supports a tent and has wheels'],
  ],
  [['have been rated by at least 50 people'], ['has been rated by at least 50 people']],
])('phrases of other verbs keep that of qualities and things: %j', (texts, clauses) => {
  const said = descriptions([item('r9', 'after', 'in red'), ...verbs(...texts)]);
  expect(said).toEqual(new Set(clauses.map((clause) => `an umbrella in red, which ${clause}`)));
});

test('verbs agree with the product', () => {
  expect(descriptions(verbs('be red'), { entity: 'markers', plural: true })).toEqual(new Set(['markers that are red']));
});

test('things that a product has share their verb, shortest first, and come last', () => {
  const asked = verbs('have a striped cloth handle', 'fold flat', 'have wheels', 'have a hook');
  expect(descriptions(asked)).toEqual(
    new Set(['an umbrella that folds flat and has wheels, a hook and a striped cloth handle']),
  );
  const { surfaces } = described(asked);
  expect(surfaces).toEqual({ r1: 'a striped cloth handle', r2: 'folds flat', r3: 'has wheels', r4: 'a hook' });
});

test('qualities share their verb, but not with things, places and parts', () => {
  expect(descriptions(verbs('be meant for travel', 'be red'))).toEqual(
    new Set(['an umbrella that is red and meant for travel']),
  );
  for (const [one, other] of [
    ['be red', 'be a tabletop model'],
    ['be red', 'be part of a flash sale'],
    ['be on flash sale right now', 'be red'],
  ] as const) {
    const [text] = descriptions(verbs(one, other));
    expect(text?.match(/ is /g)).toHaveLength(2);
  }
});

test('what a product comes in shares its verb, what it comes with or from does not', () => {
  expect(descriptions(verbs('come in red', 'come in the large size'))).toEqual(
    new Set(['an umbrella that comes in red and in the large size']),
  );
  for (const text of descriptions(verbs('come in red', 'come from Oslo')))
    expect(text.match(/comes /g)).toHaveLength(2);
});

test('a phrase with an "and" of its own comes last, or before things with a comma between', () => {
  const price = 'cost between ₱5 and ₱9';
  expect(descriptions(verbs(price, 'fold flat'))).toEqual(
    new Set(['an umbrella that folds flat and costs between ₱5 and ₱9']),
  );
  expect(descriptions(verbs(price, 'have wheels', 'have a hook'))).toEqual(
    new Set([
      'an umbrella that costs between ₱5 and ₱9, and has wheels and a hook',
      'an umbrella that costs between ₱5 and ₱9, and has a hook and wheels'.replace(
        'a hook and wheels',
        'wheels and a hook',
      ),
    ]),
  );
});

test('qualities do not share their verb behind a phrase with an "and" of its own', () => {
  for (const text of descriptions(verbs('cost between ₱5 and ₱9', 'be red', 'be round')))
    expect(text).toMatch(/^an umbrella that (?:is red, is round|is round, is red) and costs between ₱5 and ₱9$/);
});

test('of two phrases behind the noun, one that could be said of the other goes into the clause', () => {
  const asked = [item('r1', 'after', 'with a modern look'), item('r2', 'after', 'rated at 40 watts')];
  expect(descriptions(asked)).toEqual(new Set(['an umbrella with a modern look, rated at 40 watts']));
  expect(descriptions(asked.slice(1))).toEqual(new Set(['an umbrella rated at 40 watts']));
});

test.each([
  ['for my phone', 'in red', 'in red for my phone'],
  ['for my phone', 'with a strap', 'with a strap for my phone'],
  ['with a strap', 'in red', 'in red with a strap'],
  ['with a strap', 'by Harbor', 'by Harbor with a strap'],
  ['in red', 'from a LazMall seller', 'in red from a LazMall seller'],
])('%j and %j are said in the order in which the second is not read as said of the first', (one, other, text) => {
  for (const pair of [
    [one, other],
    [other, one],
  ] as const) {
    const found = descriptions([item('r1', 'after', pair[0]), item('r2', 'after', pair[1])]);
    expect(found).toEqual(new Set([`an umbrella ${text}`]));
  }
});

test('two phrases with the same preposition do not follow one another', () => {
  const either = (rubricId: string, after: string, verb: string): Item => ({
    ...item(rubricId, 'after'),
    pieces: [...pieces('after', [after]), ...pieces('verb', [verb])],
  });
  const sku = either('r1', 'in red and with a strap', 'come in red and with a strap');
  const all = [...descriptions([sku, either('r2', 'with a hook', 'have a hook')])];
  expect(all).toContain('an umbrella in red and with a strap, which has a hook');
  expect(all).toContain('an umbrella with a hook, which comes in red and with a strap');
  for (const text of all) expect(text).not.toMatch(/with a hook in|strap with/);
});
