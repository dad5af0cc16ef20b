import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FIELDS, useLexicon } from '../../../lexicon/index.ts';
import type { ConfigError } from '../../../schemas/errors.ts';
import { cluesFor } from '../../../shopping/language/clue-bank.ts';
import { implausibleForShelf } from '../../../shopping/plausibility/index.ts';
import { readLexicon } from '../../../shopping/shop-lexicon/read-lexicon.ts';

const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
function file(text: string): string {
  const path = join(folder, `${files++}.yaml`);
  writeFileSync(path, text);
  return path;
}
test.each([
  ['W', 'w'],
  ['mAh', 'mah'],
  ['GB', 'gb'],
  ['dB', 'db'],
  ['kg', 'kg'],
])('a unit is read whatever its capitals: %s is %s', (written, unit) => {
  const { lexicon } = readLexicon([
    file(`fields:\n  Foo: { unit: ${written}, small: { below: 3, unit: ${written} } }`),
  ]);
  expect(lexicon.fields.Foo).toEqual({ unit, small: { below: 3, unit } });
});

const complaint = (text: string): string => {
  try {
    readLexicon([file(text)]);
  } catch (error) {
    return (error as Error).message.replace(`${folder}/`, '').replace(/^\d+\.yaml/, 'my.yaml');
  }
  return '';
};

test.each([
  [
    'fields:\n  Color: { knd: choice }',
    /^my\.yaml:2: fields\.Color\.knd is not known; the nearest is "kind", the others are /,
  ],
  ['fields:\n  Color: { kind: colour }', /^my\.yaml:2: fields\.Color\.kind is "colour", expected one of choice, set, /],
  ['feelds: {}', /^my\.yaml:1: feelds is not a part of a lexicon, expected fields or types$/],
  ['Color: { kind: choice }', /^my\.yaml:1: Color is not a part .*; entries of fields stand below "fields:"$/],
  ['fields:\n  Color: 3', /^my\.yaml:2: fields\.Color is 3, expected parts such as "kind: choice" below it$/],
  ['fields: [ a ]', /^my\.yaml:1: fields is a list, expected an entry for each field$/],
  ['- a', /^my\.yaml:1: found a list, expected "fields:"/],
  ['fields:\n  Color: [ a', /^my\.yaml:2: not YAML: the \[ of this line is not closed/],
  ['fields:\n  colour: { kind: choice }', /^my\.yaml:2: fields\.colour is another name of Color; /],
  ['fields:\n  Foo: { unit: inches }', /^my\.yaml:2: fields\.Foo\.unit is "inches", expected .* the nearest is in$/],
  ['fields:\n  Foo: { unit: MW }', /^my\.yaml:2: fields\.Foo\.unit is "MW", expected the short form of a unit/],
  ['fields:\n  Foo: { unit: Watts }', /expected the short form of a unit; the nearest is w$/],
  ['fields:\n  Color:\n    aliases: [ Material ]', /^my\.yaml:3: .*"Material", which is a field of its own; /],
  [
    'fields:\n  Foo: { aliases: [ bar ] }\n  Baz: { aliases: [ Bar ] }',
    /^my\.yaml:3: .*"Bar", which Foo has already; /,
  ],
  ['types:\n  sofa: { plurals: sofas }', /^my\.yaml:2: types\.sofa\.plurals is not known; the nearest is "plural"/],
  [
    'fields:\n  Foo:\n    values:\n      Red: { clues: [ match red roses, look hot ] }',
    /^my\.yaml:4: .* has the clue "match red roses", which says its own value; /,
  ],
  [
    'fields:\n  Foo:\n    bounds_of: [ { of: [ "@coverss" ], asked: [ most ] } ]',
    /^my\.yaml:3: fields\.Foo\.bounds_of\.0\.of names "@coverss", which is no group of goods; the nearest is @covers, /,
  ],
  [
    'fields:\n  Foo:\n    values:\n      Red: { clues: [ look hot, { say: stop a bull, of: [ "@wornn" ] } ] }',
    /^my\.yaml:4: .* names "@wornn", which is no group of goods; the nearest is @worn, /,
  ],
  [
    'fields:\n  Foo:\n    values:\n      Red: { clues: [ look hot ] }',
    /^my\.yaml:4: .* is \["look hot"\], expected at least two clues/,
  ],
  [
    'fields:\n  Foo:\n    values:\n      Red: { also: [ rot ] }\n      Blue: { also: [ Rot ] }',
    /^my\.yaml:5: .* writes Foo "Blue" as "Rot", which is "Red" as well; /,
  ],
  [
    'fields:\n  Foo:\n    endings: [ { words: "strap(" } ]',
    /^my\.yaml:3: fields\.Foo\.endings\.0\.words is "strap\(", which is no regular expression \(unterminated group\); /,
  ],
  [
    'fields:\n  Foo:\n    values:\n      Red: { say: nope }',
    /^my\.yaml:4: fields\.Foo\.values\.Red\.say is "nope", which is none of the field's patterns, for it has none; expected phrases, /,
  ],
  [
    'fields:\n  Foo:\n    say: { before: [ "{v}" ], after: [ "with {a v} finish", with a finish ] }',
    /^my\.yaml:3: fields\.Foo\.say\.after\.1 is "with a finish", which has no place for the value; expected \{v\} or /,
  ],
  [
    'fields:\n  Foo:\n    patterns:\n      held: { verb: [ hold up ] }',
    /^my\.yaml:4: fields\.Foo\.patterns\.held\.verb\.0 is "hold up", which has no place for the value; /,
  ],
  [
    'fields:\n  Foo:\n    near: [ Red | Rouge, Blue ]',
    /^my\.yaml:3: fields\.Foo\.near\.1 is "Blue", which is one value; expected several, parted by " \| ", such as /,
  ],
  [
    'fields:\n  Color:\n    near:\n      - 5\n      - "Beige | Ivory | Cream | Off White"',
    /^my\.yaml:4: fields\.Color\.near\.0 is 5/,
  ],
  [
    'fields:\n  Color:\n    near:\n      - Red|Rouge',
    /^my\.yaml:4: fields\.Color\.near\.0 is "Red\|Rouge", which is one value; /,
  ],
  [
    'fields:\n  Color:\n    spellings: [ Red ]',
    /^my\.yaml:3: fields\.Color\.spellings\.0 is "Red", which is one value; /,
  ],
  [
    'fields:\n  Color:\n    near:\n      - [ Red, Rouge ]',
    /^my\.yaml:4: fields\.Color\.near\.0 is \["Red","Rouge"\], expected a text$/,
  ],
  [
    'fields:\n  Foo:\n    shelves: { never: [ cosmetic ] }',
    /^my\.yaml:3: fields\.Foo\.shelves\.never names "cosmetic", which is no group of shelves; the nearest is cosmetics, /,
  ],
  [
    'fields:\n  Foo:\n    vocabulary: { mode: some, words: a, extends: Baz }\n  Baz:\n    vocabulary: { mode: some, words: b, extends: Foo }',
    /^my\.yaml:3: fields\.Foo\.vocabulary\.extends comes back to Foo \(Foo → Baz → Foo\); /,
  ],
  [
    'fields:\n  Foo:\n    vocabulary: { mode: some, words: a, extends: Bar }',
    /^my\.yaml:3: .* names "Bar", of which nothing is known; /,
  ],
  [
    'fields:\n  Foo: &foo\n    values:\n      Red: *foo',
    /^my\.yaml:4: \*foo stands within &foo, which would hold itself; /,
  ],
  [
    'types:\n  sofa: { also: [ couch ] }\n  daybed: { also: [ Couch ] }',
    /^my\.yaml:3: types\.daybed is called "Couch", which sofa is as well; /,
  ],
])('what is wrong is said in one sentence with its place: %j', (text, expected) => {
  expect(complaint(text)).toMatch(expected);
  expect(complaint(text)).not.toContain('\n');
});

test('a phrase of one value need not hold a place for it', () => {
  expect(complaint('fields:\n  Foo:\n    values:\n      Red: { say: { after: [ in red ] } }')).toBe('');
});

test('a file that is not there, and one that is a folder, are told', () => {
  expect(() => readLexicon([join(folder, 'none.yaml')])).toThrow(/which does not exist/);
  expect(() => readLexicon([folder])).toThrow(/which is no file/);
});

test('a later file wins over those before it, and places are those of the file that says it', () => {
  const [one, other] = [file('fields:\n  Foo: { kind: choice, unit: cm }'), file('\nfields:\n  Foo: { kind: set }')];
  const { lexicon, placeOf } = readLexicon([one, other]);
  expect(lexicon.fields).toEqual({ Foo: { kind: 'set', unit: 'cm' } });
  expect(placeOf(['fields', 'Foo', 'kind'])).toBe(`${other}:3: fields.Foo.kind`);
  expect(placeOf(['fields', 'Foo', 'unit'])).toBe(`${one}:2: fields.Foo.unit`);
});

test('names under which nothing is said are not said', () => {
  expect(readLexicon([file('fields:\n  Foo:\n    # kind: choice\n  Bar: {}\ntypes:\n')]).lexicon).toEqual({
    fields: {},
    types: {},
  });
});

test('a null takes back what the tables say, also where another file follows', () => {
  const files = [file('fields:\n  Color: { dialogue: null }'), file('fields:\n  Color: { values: { Red: null } }')];
  const { lexicon } = readLexicon(files);
  useLexicon(lexicon);
  const { dialogue, values, ask } = FIELDS.get('Color') ?? {};
  useLexicon();
  expect(dialogue).toBeUndefined();
  expect(values).not.toHaveProperty('Red');
  expect(values).toHaveProperty('Blue');
  expect(ask).toBeDefined();
});

test('a field that is null is taken back whole, and a later file can say it anew', () => {
  const { lexicon } = readLexicon([file('fields:\n  Color: ~'), file('fields:\n  Color: { kind: choice }')]);
  useLexicon(lexicon);
  const { kind, aliases, values } = FIELDS.get('Color') ?? {};
  useLexicon();
  expect([kind, aliases, values]).toEqual(['choice', [], {}]);
});

test.each([
  ['Country of Origin', 'United States', 'USA'],
  ['Country of Origin', 'usa', 'USA'],
])(
  'what is said of %s under the spelling "%s" is said of the value that the tables call %s',
  (field, spelling, value) => {
    const said = (entry: string) => file(`fields:\n  ${field}: { values: { ${spelling}: ${entry} } }`);
    const cluesWith = (...files: string[]) => {
      useLexicon(readLexicon(files).lexicon);
      const found = [spelling, value].map((name) => cluesFor(field, name));
      useLexicon();
      return found;
    };
    const own = ['be of a first sort', 'be of a second sort'];
    expect(cluesFor(field, spelling).length).toBeGreaterThan(0);
    expect(cluesWith(said('{ clues: null }'))).toEqual([[], []]);
    expect(cluesWith(said('null'))).toEqual([[], []]);
    expect(cluesWith(said(`{ clues: [ ${own.join(', ')} ] }`))).toEqual([own, own]);
    expect(cluesWith(file(`fields:\n  ${field}: { values: { Home: { also: [ ${value} ], clues: null } } }`))).toEqual([
      [],
      [],
    ]);
  },
);

test('words that an expression would read otherwise are words of a shelf', () => {
  const { lexicon } = readLexicon([file('fields:\n  Foo: { shelves: { only: "c++ (books), usb" } }')]);
  const judged = (shelf: string) =>
    implausibleForShelf(
      { shelf, mainCategory: 'Books', field: 'Foo', norm: 'a' },
      { products: 0, foreignShare: 0, numberedSizes: {}, shelves: {}, mainCategories: {} },
    );
  useLexicon(lexicon);
  expect(judged('Books > C++ (Books)')).toBeNull();
  expect(judged('Books > Cooking')).toContain('senseless_field');
  useLexicon();
});

test('the same mistake at several values of a field is told of each', () => {
  const values = ['Red', 'Blue', 'Green'].map((value) => `      ${value}: { say: plain words }`).join('\n');
  try {
    readLexicon([file(`fields:\n  Foo:\n    values:\n${values}`)]);
    expect.unreachable();
  } catch (error) {
    const { message, others } = error as ConfigError;
    const all = [message, ...others];
    expect(all).toHaveLength(3);
    for (const one of all)
      expect(one).toMatch(/for it has none; expected phrases, such as \{ before: \[ plain words \] \}/);
  }
});

test('all that is wrong in a file is told at once, each with its place', () => {
  const text = [
    'fields:',
    '  Color: { knd: choice, sey: 1, unit: qqqqqqq }',
    '  Size: 3',
    '  Foo: { unit: qqqqqq }',
    '  Bar: { aliases: no }',
    'tipes: {}',
  ].join('\n');
  const all: string[] = [];
  try {
    readLexicon([file(text)]);
  } catch (error) {
    const { message, others } = error as ConfigError;
    all.push(...[message, ...others].map((sentence) => sentence.replace(/^.*yaml:/, '')));
  }
  expect(all.toSorted()).toEqual([
    expect.stringMatching(/^2: fields\.Color\.knd is not known/),
    expect.stringMatching(/^2: fields\.Color\.sey is not known/),
    expect.stringMatching(/^2: fields\.Color\.unit is "qqqqqqq"/),
    '3: fields.Size is 3, expected parts such as "kind: choice" below it',
    // No unit is near that.
    '4: fields.Foo.unit is "qqqqqq", expected the short form of a unit',
    '5: fields.Bar.aliases is "no", expected a list',
    '6: tipes is not a part of a lexicon, expected fields or types',
  ]);
});
