import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { INTENTS } from '../../../families/ecomagentbench/intents.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { groupOf, patternsFor } from '../../../shopping/language/openings.ts';
import { pieces } from '../../../shopping/language/outright-pieces.ts';
import { type Item, writeRequest } from '../../../shopping/language/request.ts';
import { isWanted } from '../../../text/denials.ts';

const Patterns = z.array(z.string());
/** Openings by their texts, whatever goods they are of. */
const Openings = z.array(z.union([z.string(), z.looseObject({ say: z.string() }).transform(({ say }) => say)]));
const {
  openings,
  scenes,
  groups,
  scenes_of,
  lasting,
  lead,
  lead_asks,
  follow,
  follow_one,
  apart,
  joined,
  second_follow,
  not,
  not_joined,
} = z
  .strictObject({
    openings: z.record(z.string(), Openings),
    scenes: z.record(z.string(), Openings),
    groups: z.record(z.string(), z.string()),
    scenes_of: z.record(z.string(), z.string()),
    no_scenes_of: z.record(z.string(), z.string()),
    owned: z.record(z.string(), z.string()),
    lasting: z.string(),
    used_up: z.string(),
    lead: Patterns,
    lead_asks: Patterns,
    follow: Patterns,
    follow_one: Patterns,
    apart: Patterns,
    joined: Patterns,
    second_follow: Patterns,
    not: Patterns,
    not_joined: Patterns,
  })
  .parse(parse(readFileSync(new URL('../../../lexicon/en/openings.yaml', import.meta.url), 'utf8')));

const LEAST_OPENINGS = 15;

const SCENE_GROUPS =
  'audio computer phone beauty hair fragrance writing office kitchen home bedding lighting outdoors fitness bags pets kids photo music fashion car tools wearables watches displays gift_cards other'.split(
    ' ',
  );

/** A plain way to ask is like every other, and no less plain for that. */
const SHORT_PATTERN = 9;
const isLong = (pattern: string) => pattern.split(' ').length > SHORT_PATTERN;

const withPhrase = [...Object.entries(openings), ...Object.entries(scenes)];
const sections: [string, readonly string[]][] = [
  ...withPhrase,
  ['lead', lead],
  ['lead_asks', lead_asks],
  ['follow', follow],
  ['follow_one', follow_one],
  ['apart', apart],
  ['second_follow', second_follow],
  ['not', not],
];
const everyPattern = sections.flatMap(([, patterns]) => patterns);

/** Words that give a catalog value away, singular and in base form. Not here: words of a value that say nothing alone. */
const VALUE_WORDS = new Set(
  `black white red blue navy green yellow orange pink purple brown gray grey silver gold rose clear beige teal burgundy
  lavender mint turquoise ivory charcoal multicolor tan pale color
  leather silicone plastic thermoplastic polyurethane polycarbonate aluminum stainless steel metal glass tempered wood
  bamboo cotton polyester nylon wool silk linen rubber ceramic canvas carbon fiber vinyl paper cork memory foam neoprene
  microfiber acrylic felt brass titanium velvet denim suede marble
  waterproof water resistant noise cancel cancelling foldable fold lightweight fast quick charge wireless rechargeable
  adjustable height backlit dimmable dim dust proof shockproof slip ergonomic portable touch remote control voice vision
  motion autofocus stabilization microphone volume screen protector protect protection slot kickstand magnetic scratch
  insulated insulate leak reflective reflect release retractable refillable refill erasable drying dry acid perforated
  spill wash washable dishwasher safe hypoallergenic cordless cord shutoff timer heat breathable padded pad pocket
  expandable expand silent click swappable latency tangle privacy
  bluetooth wi-fi wifi usb wired wire hdmi nfc infrared ethernet thunderbolt lightning radio displayport vga jack sata
  auxiliary coaxial connector cable optical
  ear case cover sleeve bumper flip wallet compact tower stick capsule bar clip
  mount wall tabletop ceiling adhesive suction clamp tripod vent floor handlebar
  battery electric solar powered power fuel hand
  android ios windows window macos linux chrome intel amd apple qualcomm
  all oily combination sensitive normal acne prone mature curly straight wavy coily fine thick damaged frizzy
  cream gel liquid powder spray oil lotion sheet pencil balm serum aerosol pellet tablet roll wipe paste mousse drop
  vanilla jasmine citrus lemon coconut eucalyptus sandalwood cedarwood unscented fresh floral musk cucumber tea tree
  almond honey cherry peach ocean cinnamon coffee grapefruit bergamot pine
  glossy gloss satin shimmer polished polish brushed brush natural coated glitter metallic lacquered frosted dewy
  finish solid striped stripe plaid polka geometric camouflage animal print cartoon paisley checkered chevron abstract
  galaxy leopard modern classic retro rustic minimalist industrial bohemian traditional sporty elegant casual farmhouse
  victorian coastal art style
  organic recyclable recycled recycle biodegradable vegan cruelty paraben sulfate alcohol gluten toxic latex lead
  phosphate moisturizing moisturize hydrating hydrate aging volumizing strengthening strengthen brightening bright
  soothing sooth cleansing cleanse exfoliating lasting sun dandruff whitening firming firm smoothing smooth nourishing
  deodorizing
  gaming game travel office home running run cycling cycle hiking hike camping camp swimming swim yoga fishing fish
  photography stream video conference school painting paint cooking cook gardening garden drive sleep study music
  exercise craft baking bake wedding journal commute outdoor indoor party workout
  smartphone laptop desktop television tv camera smartwatch console printer projector headphone monitor drone speaker
  angle telephoto macro zoom fisheye prime polarized polarize assorted
  zipper zip button snap drawstring buckle velcro elastic screw pump lace
  round square rectangular oval heart hexagonal star triangular cylindrical curved curve irregular
  medium bold chisel needle ballpoint soft hard hybrid adult kid baby toddler teen child
  lcd oled amoled led app gesture bedroom kitchen bathroom garage patio
  breath limit long blank dotted uncoated full light sheer birthday christmas graduation anniversary halloween valentine shower holiday
  lithium alkaline space nature vintage sport men women unisex boy girl letter legal`.split(/\s+/),
);

const HEDGE =
  /\b(?:ideally|prefer\w*|possibl[ey]|hopefully|hoping|hope|maybe|perhaps|might|nice|something like|kind of|sort of|bonus|guess so)\b/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozens?|hundreds?|thousands?|half|double|single|twice|dollars?|cents?|bucks?|euros?|pounds?)\b|[$€£%]/i;
const GENDERED =
  /\b(?:he|she|him|her|hers|his|wife|husband|mothers?|fathers?|mom|mum|dad|sisters?|brothers?|sons?|daughters?|girlfriend|boyfriend|aunt|uncle|niece|nephew|guys?|man|men|woman|women|lady|ladies)\b/i;
const DEMAND =
  /\b(?:cheap\w*|affordable|small|tiny|large|huge|quiet|sturdy|durable|reliable|comfortable|pretty|beautiful|stylish|simple to use|compact|heavy|strong enough)\b/i;

const wordsOf = (pattern: string) => pattern.toLowerCase().match(/[\p{L}\p{N}_']+/gu) ?? [];

/** A word and what it may be an inflection of: "cases" and "case", "cooking" and "cook", "baking" and "bake". */
function forms(word: string): string[] {
  const plain = word.replace(/'s?$/, '');
  const found = [plain, plain.replace(/s$/, ''), plain.replace(/es$/, ''), plain.replace(/ies$/, 'y')];
  const stem = /^(.{2,})(?:ing|ed)$/.exec(plain)?.[1];
  if (stem !== undefined) found.push(stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'));
  return found;
}

/** Three neighbouring words at a time, with the sentence's edges. */
function trigrams(pattern: string): Set<string> {
  const words = ['^', ...wordsOf(pattern), '$'];
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = left.intersection(right).size;
  return shared / (left.size + right.size - shared);
}

/** True where one word added, left out or replaced turns one pattern into the other. */
function oneWordApart(left: string, right: string): boolean {
  const [first, second] = [wordsOf(left), wordsOf(right)];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at).join(' ') === long.slice(at + 1).join(' ');
}

const allowedIn = (pattern: string, allowed: readonly string[]) =>
  [...pattern.matchAll(/\{([^}]*)\}/g)].every(([, name]) => allowed.includes(name!));
const timesIn = (pattern: string, placeholder: string) => pattern.split(placeholder).length - 1;
const offending = (rule: RegExp) => everyPattern.filter((pattern) => rule.test(pattern.replaceAll(/\{\w+\}/g, 'X')));

test('every intent that frames a request in its own way has openings of its own', () => {
  expect(Object.keys(openings)).toEqual([
    'general',
    ...INTENTS.map(({ name }) => name).filter((name) => name !== 'product_search'),
  ]);
  for (const [name, patterns] of Object.entries(openings))
    expect(patterns.length, name).toBeGreaterThanOrEqual(name === 'general' ? 3 * LEAST_OPENINGS : LEAST_OPENINGS);
});

test('every product group has at least 13 scenes', () => {
  expect(Object.keys(scenes)).toEqual(SCENE_GROUPS);
  for (const [name, patterns] of Object.entries(scenes)) expect(patterns.length, name).toBeGreaterThanOrEqual(13);
});

test('words lead to product groups that have scenes', () => {
  expect(Object.keys(groups).length).toBeGreaterThanOrEqual(200);
  expect(Object.keys(groups).filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([]);
  expect(Object.values(groups).filter((group) => !Object.hasOwn(scenes, group))).toEqual([]);
});

test('there are enough ways to go on', () => {
  expect(follow.length).toBeGreaterThanOrEqual(18);
  for (const patterns of [joined, second_follow]) expect(patterns.length).toBeGreaterThanOrEqual(10);
  for (const patterns of [not, not_joined]) expect(patterns.length).toBeGreaterThanOrEqual(5);
});

test('an opening holds the noun phrase once, with little behind it, and no other blank', () => {
  const broken = withPhrase
    .flatMap(([, patterns]) => patterns)
    .filter(
      (pattern) =>
        timesIn(pattern, '{np}') !== 1 || !allowedIn(pattern, ['np']) || !/\{np\}(?:, please)?[.?]$/.test(pattern),
    );
  expect(broken).toEqual([]);
});

test('a follow-up ends in one list of requirements and has no unknown blank', () => {
  const names = ['It', 'it', 'they', 'one', 'is', 'has', 'needs', 'does', 'list', 'agreed', 'first'];
  const broken = [...lead, ...follow, ...follow_one, ...apart, ...joined, ...second_follow].filter(
    (pattern) =>
      timesIn(pattern, '{first}') !== Number(apart.includes(pattern)) ||
      timesIn(pattern, '{list}') + timesIn(pattern, '{agreed}') !== 1 ||
      !allowedIn(pattern, names) ||
      /.\{It\}|^\{(?:it|they)\}/.test(pattern) ||
      !/\{(?:list|agreed)\}[.?]$/.test(pattern),
  );
  expect(broken).toEqual([]);
});

test('every pattern is one plain sentence', () => {
  const broken = everyPattern.filter(
    (pattern) => !/^(?:[A-Z]|\{(?:It|needs|has)\})[^.?!;–—]*[.?]$/.test(pattern) || / -|- |--| {2}/.test(pattern),
  );
  expect(broken).toEqual([]);
});

test('no pattern uses a word of a catalog value', () => {
  const leaks = everyPattern.flatMap((pattern) =>
    wordsOf(pattern.replaceAll(/\{\w+\}/g, ' '))
      .filter((word) => forms(word).some((form) => VALUE_WORDS.has(form)))
      .map((word) => `${word}: ${pattern}`),
  );
  expect(leaks).toEqual([]);
});

test.each([
  ['weakens a requirement', HEDGE],
  ['names a number or an amount', NUMBER],
  ['tells whether a person is a man or a woman', GENDERED],
  ['asks something of the product', DEMAND],
])('no pattern %s', (_, rule) => {
  expect(offending(rule)).toEqual([]);
});

test('no two long patterns of a section say nearly the same', () => {
  const alike = sections.flatMap(([, patterns]) =>
    patterns.filter(isLong).flatMap((left, at, long) =>
      long
        .slice(at + 1)
        .filter((right) => overlap(trigrams(left), trigrams(right)) >= 0.6)
        .map((right) => `${left} | ${right}`),
    ),
  );
  expect(alike).toEqual([]);
});

test('no two long patterns of the whole file are alike but for one word', () => {
  const alike = everyPattern.filter(isLong).flatMap((left, at, long) =>
    long
      .slice(at + 1)
      .filter((right) => oneWordApart(left, right))
      .map((right) => `${left} | ${right}`),
  );
  expect(alike).toEqual([]);
});

const openingsOf = (topic: string) =>
  Array.from(
    { length: 1000 },
    (_, at) => patternsFor('product_search', topic, new Set(), drawFor(7, `${at}`, 'product_search')).opening,
  );

const WORDS = ['lamp', 'sound bar', 'backpack', 'keyboard', 'perfume', 'notebook', 'throw pillow', 'tripod', 'drill'];
const asked = (count: number): Item[] =>
  ['weigh 2 pounds or less', 'run on batteries', 'have a matte finish', 'work with my phone', 'be made in China']
    .slice(0, count)
    .map((text, at) => ({ rubricId: `r${at}`, field: 'Material', pieces: pieces('verb', [text]) }));

/** A thousand requests of all intents and many kinds of goods. */
const requests = Array.from({ length: 1000 }, (_, at) => {
  const intent = INTENTS[at % INTENTS.length]?.name ?? '';
  const entity = WORDS[at % WORDS.length] as string;
  const draw = drawFor(at, 'request', 'test');
  const request = { entity, plural: false, items: asked(2 + (at % 3)), avoid: new Set<string>() };
  return writeRequest(request, patternsFor(intent, entity, new Set(), draw), [], draw).text;
});
const greatestShare = (shapes: readonly string[]): number =>
  Math.max(
    ...Map.groupBy(shapes, (shape) => shape)
      .values()
      .map(({ length }) => length),
  ) / shapes.length;

test('of a thousand requests at most 2 in 100 begin alike, the product apart', () => {
  const begun = requests.map((text) => {
    const [before = ''] = text.split(new RegExp(`\\ban? (?:${WORDS.join('|')})`));
    return before.split(' ').slice(0, 6).join(' ');
  });
  expect(greatestShare(begun)).toBeLessThanOrEqual(0.02);
});

test('of the sentences that go on in a thousand requests at most 1 in 10 is of one shape', () => {
  const shapes = requests.flatMap((text) =>
    text
      .split(/(?<=[.?]) /)
      .slice(1)
      .map((sentence) => sentence.split(' ').slice(0, 3).join(' ')),
  );
  expect(greatestShare(shapes)).toBeLessThanOrEqual(0.1);
});

test('a request is of one sentence to three, and of many lengths', () => {
  const lengths = requests.map((text) => text.split(' ').length).toSorted((a, b) => a - b);
  expect(lengths.at(100)).toBeLessThanOrEqual(22);
  expect(lengths.at(-100)).toBeGreaterThanOrEqual(32);
  const sentences = requests.map((text) => text.split(/(?<=[.?]) /).length);
  expect(sentences.filter((count) => count === 1).length).toBeGreaterThan(80);
  expect(sentences.filter((count) => count > 3)).toEqual([]);
});

/** As many requests that rule something out besides. */
const excluding = Array.from({ length: 1000 }, (_, at) => {
  const intent = INTENTS[at % INTENTS.length]?.name ?? '';
  const entity = WORDS[at % WORDS.length] as string;
  const draw = drawFor(at, 'request', 'excluding');
  const without: Item = { rubricId: 'not', field: 'Color', pieces: pieces('not', ['in red']) };
  const request = { entity, plural: false, items: [...asked(1 + (at % 4)), without], avoid: new Set<string>() };
  return writeRequest(request, patternsFor(intent, entity, new Set(), draw), [], draw).text;
});

test('no blank of a pattern is left, and what is ruled out is said', () => {
  expect(excluding.filter((text) => /[{}]/.test(text) || !text.includes('in red'))).toEqual([]);
});

test('what is ruled out begins a fourth sentence only behind a question', () => {
  const long = excluding.map((text) => text.split(/(?<=[.?]) /)).filter(({ length }) => length > 3);
  expect(
    long.filter((sentences) => sentences.length > 4 || !/(?:\?|, please\.)$/.test(sentences[2] as string)),
  ).toEqual([]);
});

test('no sentence insists or tells a test that the product has to pass', () =>
  expect(
    everyPattern.filter((pattern) =>
      /nothing else|no point|checklist|earn a place|know from experience|bother|send it back|past mistakes|should know/i.test(
        pattern,
      ),
    ),
  ).toEqual([]));

test.each(['a black Vela lamp', 'Vela pillow covers', 'a pair of Vela boots'])(
  'no pattern takes back the maker of what it asks for: %s',
  (phrase) => {
    const takenBack = withPhrase
      .flatMap(([, patterns]) => patterns)
      .filter((pattern) => {
        const text = pattern.replace('{np}', phrase);
        const start = text.indexOf('Vela');
        return !isWanted(text, { start, end: start + 4 });
      });
    expect(takenBack).toEqual([]);
  },
);

test.each(['Wine', 'Beauty Shampoos shampoo'])('nobody says of %s that theirs broke', (topic) => {
  const isOfLasting = new RegExp(lasting, 'i');
  expect(openingsOf(topic).filter((opening) => isOfLasting.test(opening))).toEqual([]);
});

test('of what lasts somebody says so', () => {
  const isOfLasting = new RegExp(lasting, 'i');
  expect(openingsOf('Lamp').some((opening) => isOfLasting.test(opening))).toBe(true);
});

test.each([
  ['Mine broke yesterday', 'Lamp', 'Men Tops t-shirt'],
  ['time for an upgrade', 'Computers laptop', 'Hair Accessories hair clip'],
  ['put off buying this for a year', 'Furniture desk', 'Stickers sticker'],
  ['housemates and I agreed', 'Kitchen toaster', 'Women Underwear bra'],
  ['The people I share a desk with', 'Office stapler', 'Office Furniture desk'],
  ['lost mine on a night out', 'Women Jewelry necklace', 'Women Clothing bra'],
])('"%s" is said of a %s, and never of a %s', (words, of, never) => {
  const told = (topic: string) => openingsOf(topic).filter((opening) => opening.includes(words)).length;
  expect(told(of)).toBeGreaterThan(0);
  expect(told(never)).toBe(0);
});

test('nobody who buys a car says that theirs needs one', () => {
  const said = (topic: string) =>
    Array.from({ length: 400 }, (_, at) =>
      patternsFor('product_search', topic, new Set(), drawFor(7, `${at}`, 'product_search')),
    ).filter(({ opening }) => scenes.car?.includes(opening));
  expect(said('used cars Maruti car')).toEqual([]);
  expect(said('used cars car charger').length).toBeGreaterThan(0);
});

test.each([
  [
    'bags',
    'Outdoor Gear backpack',
    ['Pet Supplies Cat Food wet food pouches', 'Camping down sleeping bag', 'Tea chai tea bags'],
  ],
  ['tools', 'Hardware Tools cordless drill', ['Hardware Tools Flashlights & Headlamps headlamp']],
])('scenes of %s are told of a %s, and of no goods that only share its words', (group, topic, others) => {
  expect(Object.keys(scenes_of)).toContain(group);
  const isScene = (opening: string) => scenes[group]?.includes(opening);
  expect(openingsOf(topic).some(isScene)).toBe(true);
  for (const other of others) expect(openingsOf(other).filter(isScene), other).toEqual([]);
});

test('nobody tells of one they had, lent or broke before they ask for what is used up', () => {
  const isOfLasting = new RegExp(lasting, 'i');
  const told = (topic: string) =>
    openingsOf(topic).filter((opening) => scenes.pets?.includes(opening) && isOfLasting.test(opening));
  expect(told('Pet Supplies dry dog food')).toEqual([]);
  expect(told('Pet Supplies dog leash').length).toBeGreaterThan(0);
});

test.each([
  ['Workwear Footwear Safety Boots', 'safety boots'],
  ['Sports Hiking Socks', 'hiking socks'],
])('nobody has an outfit in mind who buys for work or the outdoors: %s', (category, noun) => {
  expect(groupOf(`${category} ${noun}`)).not.toBe('fashion');
});

test('boots of a fashion shop are for an outfit', () =>
  expect(groupOf('Women Shoes Boots ankle boots')).toBe('fashion'));
