import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { type Piece, pieces } from '../../../shopping/language/outright-pieces.ts';
import {
  type Item,
  nounSaid,
  preferred,
  type ReadySentence,
  type Request,
  type RequestPatterns,
  writeRequest,
} from '../../../shopping/language/request.ts';

const PATTERNS: RequestPatterns = {
  opening: 'I need {np}.',
  lead: [],
  leadAsks: [],
  followOne: [],
  apart: [],
  follow: ['{It} {needs} to {list}.'],
  secondFollow: ['{It} also {agreed}.'],
  joined: [],
  not: ['Nothing {not}, please.'],
  notJoined: [', but nothing {not}.'],
};
const item = (rubricId: string, place: Piece['place'], ...texts: string[]): Item => ({
  rubricId,
  field: 'Material',
  pieces: pieces(place, texts),
});

function written(
  items: readonly Item[],
  {
    seed = 1,
    patterns = {},
    ready = [],
    ...request
  }: Partial<Request> & { seed?: number; patterns?: Partial<RequestPatterns>; ready?: readonly ReadySentence[] } = {},
) {
  const draw = drawFor(seed, 'request', 'test');
  const asked = { entity: 'umbrella', plural: false, items, avoid: new Set<string>(), ...request };
  return writeRequest(asked, { ...PATTERNS, ...patterns }, ready, draw);
}
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test('nothing is said to need to need something', () => {
  const follow = ['{It} {needs} to {list}.', '{It} should {list}.'];
  for (const seed of SEEDS)
    expect(written([item('r1', 'verb', 'need no strainer')], { seed, patterns: { follow } }).text).not.toContain(
      'needs to',
    );
});

test('of what is not counted nobody wants one', () => {
  const follow = ['I want {one} that {agreed}.', 'It should {list}.'];
  for (const seed of SEEDS)
    expect(
      written([item('r1', 'verb', 'be loose')], { seed, entity: 'green tea', patterns: { follow } }).text,
    ).not.toContain('one');
});

test.each([
  ["I still don't own {np}.", "I still don't own any green tea."],
  ['My kitchen came without {np}.', 'My kitchen came without any green tea.'],
  ["I can't wait to begin the day with {np}.", "I can't wait to begin the day with some green tea."],
])('of what is not counted there is not any where the opening denies it: %s', (opening, text) => {
  expect(written([], { entity: 'green tea', patterns: { opening } }).text).toBe(text);
});

test.each([
  ['umbrella', false, 'I need an umbrella.'],
  ['USB hub', false, 'I need a USB hub.'],
  ['hair clips', true, 'I need hair clips.'],
  ['over-ear headphones', true, 'I need a pair of over-ear headphones.'],
  ['outdoor furniture', false, 'I need some outdoor furniture.'],
  ['ground coffee', false, 'I need some ground coffee.'],
])('a request for nothing but the product is its opening: %s', (entity, plural, text) => {
  expect(written([], { entity, plural })).toEqual({ text, surfaces: {} });
});

test('a clause of one product is said of several as a verb, which agrees with them', () => {
  const carried: Item = { ...item('r1', 'after', 'that is easy to carry'), rubricId: 'r1' };
  const both = { ...carried, pieces: [...carried.pieces, ...pieces('verb', ['be easy to carry'])] };
  const texts = SEEDS.map((seed) => written([both], { entity: 'makeup brushes', plural: true, seed }).text);
  expect(texts.filter((text) => text.includes('that is'))).toEqual([]);
  expect(texts).toContain('I need makeup brushes that are easy to carry.');
});

const LEAD = { lead: ['I want something that {agreed}.'], leadAsks: ['Do you have {np} like that?'] };

test('a request may begin with what the product is to be, and names it then', () => {
  const items = [item('r1', 'verb', 'fold flat'), item('r2', 'before', 'red'), item('r3', 'verb', 'be vegan')];
  const all = SEEDS.map((seed) => written(items, { seed, patterns: LEAD }));
  const led = all.filter(({ text }) => text.startsWith('I want something'));
  expect(led.length).toBeGreaterThan(0);
  expect(led.length).toBeLessThan(all.length / 2);
  for (const { text, surfaces } of led) {
    expect(text).toMatch(/^I want something that .+\. Do you have a red umbrella like that\?$/);
    for (const words of Object.values(surfaces)) expect(text).toContain(words);
  }
});

test.each([
  ['several things', { plural: true, entity: 'umbrellas' }, []],
  ['a thing with words behind its name', {}, [item('r9', 'after', 'by Vela')]],
])('no request for %s begins with what the product is to be', (_, request, others) => {
  const items = [item('r1', 'verb', 'fold flat'), ...others];
  const texts = SEEDS.map((seed) => written(items, { seed, patterns: LEAD, ...request }).text);
  expect(texts.filter((text) => text.includes('like that'))).toEqual([]);
});

test('the first of several requirements may stand apart from the others, each in the form its place asks for', () => {
  const items = [item('r1', 'verb', 'be vegan'), item('r2', 'verb', 'fold flat'), item('r3', 'verb', 'fit my bag')];
  const apart = ['{It} should {first}, and I want {one} that {agreed}.'];
  const texts = SEEDS.map((seed) => written(items, { seed, patterns: { apart } }));
  const parted = texts.filter(({ text }) => text.includes('and I want one that'));
  expect(parted.length).toBeGreaterThan(0);
  for (const { text, surfaces } of parted) {
    expect(text).toMatch(/It should (?:be|fold|fit) [^,]+, and I want one that (?:is|folds|fits) .+\./);
    for (const words of Object.values(surfaces)) expect(text).toContain(words);
  }
});

test('several things are never asked for by a verb alone: "Have to fold flat."', () => {
  const follow = ['{needs} to {list}.', '{It} should {list}.'];
  const textsOf = (plural: boolean) =>
    SEEDS.map((seed) => written([item('r1', 'verb', 'fold flat')], { seed, plural, patterns: { follow } }).text).join();
  expect(textsOf(false)).toContain('. Needs to fold flat.');
  expect(textsOf(true)).not.toContain('Need to fold flat.');
});

test('a single requirement alone is called the main thing', () => {
  const followOne = ['The main thing is that {they} {agreed}.'];
  const textsOf = (...items: Item[]) => SEEDS.map((seed) => written(items, { seed, patterns: { followOne } }).text);
  const verbs = [item('r1', 'verb', 'fold flat'), item('r2', 'verb', 'be vegan'), item('r3', 'verb', 'fit my bag')];
  expect(textsOf(...verbs.slice(0, 1)).join()).toContain('The main thing is that it folds flat.');
  expect(textsOf(...verbs).filter((text) => /main thing.+ and /.test(text))).toEqual([]);
});

test('a value that ends in the noun phrase stands in its place, behind the adjectives, and carries its requirement', () => {
  const items = [item('r1', 'noun', 'folding umbrella'), item('r2', 'before', 'red')];
  expect(written(items)).toEqual({
    text: 'I need a red folding umbrella.',
    surfaces: { r1: 'folding umbrella', r2: 'red' },
  });
});

test.each([
  ['eBook Reader Cover', 'eBook reader cover'],
  ['Charger for MacBook Pro', 'charger for MacBook Pro'],
  ['AirPods Case', 'AirPods case'],
  ['Fashion Sneaker', 'fashion sneakers'],
  ['Google SmartPhone', 'Google smartphone'],
  ['BARK RING', 'bark ring'],
  ['HDTV', 'HDTV'],
  ['HDMI CABLE', 'HDMI cable'],
  ['NIKE SHOES', 'NIKE shoes'],
  ['LED TV', 'LED TV'],
  ['ASUS Laptop', 'ASUS laptop'],
  ['Bands Compatible With Fitbit Alta', 'bands compatible with Fitbit Alta'],
  ['iPad Mini Smart Cover', 'iPad Mini smart cover'],
  ['fitbit charge 4 bands', 'Fitbit charge 4 bands'],
  ['Galaxy Tab S 8.4 Case', 'Galaxy Tab S 8.4 case'],
  ['Ipad case', 'iPad case'],
  ['IPAD MINI CASE', 'iPad MINI case'],
  ['Airpods Case', 'AirPods case'],
  ['Cable For Iphone', 'cable for iPhone'],
  ['Usb Adapter', 'USB adapter'],
  ['led tv', 'LED TV'],
  ['Beach Cover Ups', 'beach cover ups'],
])('a name of a product is said in small letters, but for the names in it: %s', (phrase, said) => {
  expect(nounSaid(phrase)).toBe(said);
});

test('what stands before the noun takes the article that fits it', () => {
  for (const seed of SEEDS) {
    const { text } = written([item('r1', 'before', 'wooden')], { seed });
    expect(text).toBe('I need a wooden umbrella.');
  }
});

test('no clause stands behind a phrase, of which it would be read as said', () => {
  const items = [
    item('r1', 'after', 'with a zip'),
    ...['fold flat', 'be waterproof'].map((text, at) => item(`v${at}`, 'verb', text)),
  ];
  for (const seed of SEEDS) expect(written(items, { seed }).text).not.toMatch(/with a zip that/);
});

test('what can stand behind the noun alone stands there last', () => {
  const items = [item('r1', 'after', 'under $40'), item('r2', 'after', 'with a zip')].map((one) =>
    one.rubricId === 'r2' ? { ...one, pieces: [...one.pieces, ...pieces('verb', ['have a zip'])] } : one,
  );
  const texts = SEEDS.map((seed) => written(items, { seed }).text);
  expect(texts.filter((text) => text.includes('umbrella under $40 with'))).toEqual([]);
  expect(texts).toContain('I need an umbrella with a zip under $40.');
});

test.each([
  [['with a zip', 'made of wool'], 'an umbrella made of wool with a zip.'],
  [['that folds', 'with a zip'], 'an umbrella with a zip that folds.'],
  [['with a zip', 'in red', 'from Oslo'], 'an umbrella from Oslo in red with a zip.'],
])('phrases stand behind the noun so that none is read as said of the one before: %j', (texts, said) => {
  const asked = texts.map((text, at) => item(`r${at}`, 'after', text));
  for (const seed of SEEDS) expect(written(asked, { seed }).text).toContain(said);
});

test('two participles do not stand behind one noun while one of them can be said otherwise', () => {
  const asked = ['made of wool', 'fine for rain'].map((text, at) => ({
    ...item(`r${at}`, 'after', text),
    pieces: [...pieces('after', [text]), ...pieces('verb', [`be ${text}`])],
  }));
  for (const seed of SEEDS) expect(written(asked, { seed }).text).not.toMatch(/made of wool fine|fine for rain made/);
});

const PLACES = ['before', 'after', 'verb', 'not'] as const;
const TEXTS = {
  before: ['red', 'wooden', 'retro', 'tiny', 'matte', 'round'],
  after: ['with a zip', 'in a box', 'for two', 'under $40', 'without a logo', 'from Oslo'],
  verb: ['fold flat', 'be waterproof', 'come with a hook', 'have wheels', 'fit a car', 'work by hand'],
  not: ['with stripes', 'in red', 'made of wool', 'for kids', 'with a logo', 'that folds'],
};

test('of many phrases so many sentences are made as are asked for, no two of one pattern', () => {
  const items = TEXTS.verb.slice(0, 5).map((text, at) => item(`r${at}`, 'verb', text));
  const patterns = { ...PATTERNS, secondFollow: ['{It} also {agreed}.', 'Besides, {they} {agreed}.'] };
  for (const seed of SEEDS) {
    const { text } = writeRequest(
      { entity: 'umbrella', plural: false, items, avoid: new Set() },
      patterns,
      [],
      drawFor(seed, 'request', 'test'),
      { sentences: 3, phrases: 2 },
    );
    const [, ...follow] = text.slice(0, -1).split('. ');
    expect(follow.length).toBe(3 - Number(text.startsWith('I need an umbrella that')));
    expect(new Set(follow.map((sentence) => sentence.split(' ', 2).join(' '))).size).toBe(follow.length);
  }
});
const items = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PLACES), fc.nat(5)), { maxLength: 8, selector: String })
  .map((list) => list.map(([place, at], index) => item(`r${index + 1}`, place, TEXTS[place][at] as string)));

test('every requirement with words is said, and its surface stands in the text', () => {
  fc.assert(
    fc.property(items, fc.integer(), fc.boolean(), (asked, seed, plural) => {
      const { text, surfaces } = written(asked, { seed, plural });
      expect(Object.keys(surfaces).sort()).toEqual(asked.map(({ rubricId }) => rubricId).sort());
      for (const surface of Object.values(surfaces)) expect(text).toContain(surface);
    }),
  );
});

test('a text has no blank left, no doubled space, and every sentence begins with a capital', () => {
  fc.assert(
    fc.property(items, fc.integer(), fc.boolean(), (asked, seed, plural) => {
      const { text } = written(asked, { seed, plural });
      expect(text).not.toMatch(/[{}]| {2}|undefined/);
      for (const sentence of text.split(/(?<=[.?!]) /)) expect(sentence).toMatch(/^[A-Z].*[.?!]$/);
    }),
  );
});

test('the same draw writes the same request', () => {
  fc.assert(
    fc.property(items, fc.integer(), (asked, seed) => {
      expect(written(asked, { seed })).toEqual(written(asked, { seed }));
    }),
    { numRuns: 30 },
  );
});

test('a requirement without words gets no surface and leaves no trace', () => {
  expect(written([item('r1', 'verb')])).toEqual({ text: 'I need an umbrella.', surfaces: {} });
});

test.each([
  [false, 'I need an umbrella. It needs to fold flat.'],
  [true, 'I need umbrellas. They need to fold flat.'],
])('a sentence that follows agrees with the product (plural: %s)', (plural, text) => {
  const entity = plural ? 'umbrellas' : 'umbrella';
  const texts = SEEDS.map((seed) => written([item('r1', 'verb', 'fold flat')], { seed, entity, plural }).text);
  // Elsewhere the verb stands in a relative clause: "an umbrella that folds flat".
  expect(new Set(texts)).toEqual(
    new Set([text, `I need ${plural ? 'umbrellas that fold' : 'an umbrella that folds'} flat.`]),
  );
});

test('a surface is the verb in the form in which it stands', () => {
  const patterns = { follow: ['{It} {agreed}.'] };
  const all = SEEDS.map((seed) => written([item('r1', 'verb', 'have wheels')], { seed, patterns }));
  for (const { text, surfaces } of all)
    expect([text, surfaces.r1]).toEqual([expect.stringContaining('has wheels'), 'has wheels']);
});

test('what is excluded is said after "nothing" or "anything", together where there is more than one', () => {
  for (const seed of SEEDS) {
    const { text } = written([item('r1', 'not', 'in red'), item('r2', 'not', 'made of wool')], { seed });
    expect(text).toMatch(/\b(?:nothing|anything) (?:in red or made of wool|made of wool or in red)\b/i);
  }
});

test('sentences composed elsewhere come last, with their surfaces', () => {
  const ready = [{ text: 'With $5 off it must cost $40.', surfaces: { r9: '$5 off' } }];
  const { text, surfaces } = written([item('r1', 'before', 'red')], { ready });
  expect(text).toBe('I need a red umbrella. With $5 off it must cost $40.');
  expect(surfaces).toEqual({ r1: 'red', r9: '$5 off' });
});

test.each(['$&', "$'", '$1', '$$'])('%s in a text is a text, not a pattern', (sign) => {
  const asked = [item('r1', 'verb', `cost ${sign}`), item('r2', 'not', `at ${sign}`)];
  for (const seed of SEEDS) {
    const { text } = written(asked, { seed, entity: `hub ${sign}` });
    for (const part of [`hub ${sign}`, `at ${sign}`]) expect(text).toContain(part);
    expect(text).toMatch(/costs? /);
    expect(text.split(sign)).toHaveLength(4);
  }
});

test('a sentence that ends with the stop of a name has no other, and goes on behind it', () => {
  const maker = item('r1', 'after', 'by Northpeak & Co.');
  const { text, surfaces } = written([maker, item('r2', 'verb', 'fold flat')]);
  expect(text).toBe('I need an umbrella by Northpeak & Co. It needs to fold flat.');
  expect(text).toContain(surfaces.r1);
  const joined = SEEDS.map(
    (seed) =>
      written([maker, item('r2', 'not', 'in red')], { seed, patterns: { joined: [', and {they} {agreed}.'] } }).text,
  );
  expect(joined).toContain('I need an umbrella by Northpeak & Co., but nothing in red.');
  expect(joined.filter((one) => one.includes('..'))).toEqual([]);
});

test('texts to avoid come last: others are drawn while there are any', () => {
  const avoid = new Set(['red']);
  for (const seed of SEEDS) {
    expect(written([item('r1', 'before', 'red', 'scarlet')], { seed, avoid }).surfaces.r1).toBe('scarlet');
    expect(written([item('r1', 'before', 'red')], { seed, avoid }).surfaces.r1).toBe('red');
  }
});

test('what is preferred is what is not to be avoided, or everything where all of it is', () => {
  const own = (text: string) => text;
  expect(preferred(['a', 'b', 'c'], own, new Set(['b']))).toEqual(['a', 'c']);
  expect(preferred(['a', 'b'], own, new Set(['a', 'b']))).toEqual(['a', 'b']);
  expect(preferred([], own, new Set(['a']))).toEqual([]);
});
