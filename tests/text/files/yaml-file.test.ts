import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Complaints, type ConfigError, sentencesOf } from '../../../schemas/errors.ts';
import { type Fault, faultsIn, YamlFile } from '../../../text/files/yaml-file.ts';

test.each([
  ['a: 1\nb: [1, 2\nc: 3\n', 'my.yaml:2: not YAML: the [ of this line is not closed; close it with ]'],
  ['a: 1\nb: {x: 1\nc: 3\n', 'my.yaml:2: not YAML: the { of this line is not closed; close it with }'],
  ['a: 1\nb: "x\nc: 3\n', 'my.yaml:2: not YAML: the " of this line is not closed'],
  ['a: [b,\n  [c],\n  d\ne: f\n', 'my.yaml:1: not YAML: the [ of this line is not closed'],
  ["a: 1\nb: 'it\n  ''s\nc: 3\n", "my.yaml:2: not YAML: the ' of this line is not closed"],
  ['a: 1\n---\nb: 2\n', 'my.yaml:2: not YAML: a second document begins here; keep one'],
  ['a:\n\tb: 1\n', 'my.yaml:2: not YAML: the line begins with a tab; indent it with spaces'],
  ['a: 1\na: 2\n', 'my.yaml:2: not YAML: its key stands twice; keep one of the two'],
  ['a: @b\n', 'my.yaml:1: not YAML: a text cannot begin with @; put it in quotes'],
  ['a: b: c\n', 'my.yaml:1: not YAML: two keys stand in one line; put a text with a colon in quotes'],
  [
    'a:\n  b: c\n   d: 1\n',
    'my.yaml:3: not YAML: the line is indented further than the one before it, which has a value already; indent both alike',
  ],
  ['a:\n  b: 1\n c: 2\n', 'my.yaml:3: not YAML: All mapping items must start at the same column; mend that line'],
])('what is no YAML is refused with the line that has to be mended: %j', (text, sentence) => {
  expect(() => new YamlFile('my.yaml', text)).toThrow(sentence);
});

test.each(['a: 1\nb: *c\n', 'a: 1\nb: *c\nd: &c 2\n', 'a: 1\n*c : 2\n'])(
  'an alias that leads nowhere is refused with its line: %j',
  (text) => {
    expect(() => new YamlFile('my.yaml', text)).toThrow(
      /^my\.yaml:2: not YAML: \*c leads nowhere; expected &c before it, or the text in quotes$/,
    );
  },
);

test('a file of aliases upon aliases is refused', () => {
  const levels = Array.from('bcdefgh', (name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}]`);
  expect(() => new YamlFile('my.yaml', `a: &a [x]\n${levels.join('\n')}\n`).plain()).toThrow(
    /^my\.yaml: not YAML: .*alias.*; mend the file$/,
  );
});

test.each([
  ['a: 1\n~: x\n', 'my.yaml:2: found a key that is ~, expected a name, such as "~" in quotes'],
  ['a:\n  b: 1\n  null: x\n', 'my.yaml:3: found a key that is null, expected a name, such as "null" in quotes'],
  ['a: 1\n: x\n', 'my.yaml:2: found a key that is empty, expected a name'],
  ['a: 1\n? {b: 1}\n: x\n', 'my.yaml:2: found a key that is keys and values, expected a name'],
  ['a: &b {c: 1}\nd:\n  - *b : x\n', 'my.yaml:3: found a key that is keys and values, expected a name'],
  ['a: 1\n[b, c]: x\n', 'my.yaml:2: found a key that is a list, expected a name'],
])('a key that is no name is refused with its line: %j', (text, sentence) => {
  expect(() => new YamlFile('my.yaml', text)).toThrow(sentence);
});

test('numbers, yes and no, aliases of names and quoted words are names', () => {
  const file = new YamlFile('my.yaml', '1: a\ntrue: b\nc: &x d\n*x : e\n"null": f\n');
  expect(file.plain()).toEqual({ '1': 'a', true: 'b', c: 'd', d: 'e', null: 'f' });
});

test.each([
  [['a'], 1],
  [['b', 'c'], 3],
  [['b', 'd', 1], 6],
  [['b', 'none'], 2],
  [['none'], 1],
])('the place of %j is the line of what the file has of it', (path, line) => {
  const file = new YamlFile('my.yaml', 'a: 1\nb:\n  c: 2\n  d:\n    - x\n    - y\n');
  expect(file.placeOf(path)).toBe(`my.yaml:${line}`);
});

describe('what a schema has against data', () => {
  const Schema = z.strictObject({
    kind: z.enum(['choice', 'set']),
    asked: z.boolean().optional(),
    id: z.union([z.string(), z.strictObject({ made_of: z.array(z.string()) })], 'expected a column').optional(),
    pair: z
      .union([
        z.strictObject({ name: z.string(), value: z.string() }),
        z.strictObject({ field: z.string(), value: z.string() }),
      ])
      .optional(),
    names: z.record(z.string().min(1), z.string()).optional(),
  });
  const saidOf = (value: unknown) => {
    const { error } = Schema.safeParse(value);
    const [{ path, says }] = faultsIn(error as z.ZodError, Schema, value) as [Fault];
    return `${path.map(String).join('.')} ${says}`;
  };

  test.each([
    ['a name that is not known, before what is missing', { knd: 'set' }, 'knd is not known; the nearest is "kind", '],
    [
      'a name that is like no other',
      { kind: 'set', colour: 1 },
      'colour is not known, expected one of asked, id, kind',
    ],
    ['what is missing', {}, 'kind is missing, expected one of choice, set'],
    ['a value of another type', { kind: 'set', asked: 'yes' }, 'asked is "yes", expected true or false'],
    ['a value that is none of a list', { kind: 'sets' }, 'kind is "sets", expected one of choice, set'],
    ['a value of a type that no branch has', { kind: 'set', id: 3 }, 'id is 3, expected a column'],
    [
      'the only name of a branch',
      { kind: 'set', id: { made_off: [] } },
      'id.made_off is not known; the nearest is "made_of"',
    ],
    ['a key that a branch lacks', { kind: 'set', pair: { name: 'x' } }, 'pair.value is missing, expected a text'],
    ['nothing at all', null, ' is empty, expected keys and values below it'],
    ['a key that is no name', { kind: 'set', names: { '': 'x' } }, 'names has the key "", expected a name'],
  ])('is said of %s', (_, value, sentence) => expect(saidOf(value)).toContain(sentence));

  test('is said of what holds itself as well', () => {
    const value: Record<string, unknown> = { kind: 'set' };
    value.id = { self: value };
    expect(saidOf({ kind: [value] })).toContain('kind is something that holds itself, expected one of choice, set');
  });
});

test('all that a schema has against a file is told at once, of many mistakes the first ten', () => {
  const Schema = z.strictObject({ a: z.string().optional(), b: z.number(), c: z.array(z.string()).optional() });
  const told = (text: string): string[] => {
    try {
      new YamlFile('my.yaml', text).read(Schema, 'the file');
    } catch (error) {
      return sentencesOf(error as ConfigError);
    }
    return [];
  };
  expect(told('a: 1\nb: x\n')).toEqual([
    'my.yaml:1: "a" is 1, expected a text',
    'my.yaml:2: "b" is "x", expected a number',
  ]);
  const many = told(`b: 1\nc: [${Array.from({ length: 30 }, (_, at) => at).join(', ')}]\n`);
  expect(many).toHaveLength(11);
  expect(many.at(-1)).toBe('20 more mistakes of the same file; mend these first');
});

test('mistakes that were gathered twice over are counted once each', () => {
  const outer = new Complaints();
  outer.of(() => {
    const inner = new Complaints();
    inner.add(...Array.from({ length: 30 }, (_, at) => `mistake ${at}`));
    inner.refuse();
  });
  try {
    outer.refuse();
    expect.unreachable();
  } catch (error) {
    expect(sentencesOf(error as ConfigError).slice(-2)).toEqual([
      'mistake 9',
      '20 more mistakes of the same file; mend these first',
    ]);
  }
});
