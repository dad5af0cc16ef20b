import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foundJson } from '../../models/reply-form.ts';
import { cpuMsOf } from '../fixtures/spent.ts';

const found = (text: string) => foundJson(text)?.value;
const object = fc
  .dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  .map((value) => JSON.parse(JSON.stringify(value)));
const compactOrSpread = fc.constantFrom(undefined, 2);
/** Text of the kind models put around what they were asked for. */
const prose = fc.stringMatching(/^[A-Za-z0-9 .,:;!?'"`*\n-]{0,60}$/);

describe('JSON as it was asked for', () => {
  test('passes unchanged, whatever value it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), compactOrSpread, (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(found(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each([' {"a": 1}\n', '\uFEFF{"a": 1}'])(
    '%j may have white space or a mark of its encoding before it',
    (text) => {
      expect(found(text)).toEqual({ a: 1 });
    },
  );
});

describe('an object', () => {
  test('is found in prose and fences', () => {
    fc.assert(
      fc.property(object, compactOrSpread, prose, prose, fc.boolean(), (value, indent, before, after, fenced) => {
        const json = JSON.stringify(value, null, indent);
        const text = fenced ? `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}` : `${before} ${json} ${after}`;
        expect(found(text)).toEqual(value);
      }),
    );
  });

  test('is found where every list and object ends with a comma too many', () => {
    fc.assert(
      fc.property(object, (value) => {
        // Indented, so that a bracket that closes something stands at the start of a line.
        const json = JSON.stringify(value, null, 1).replace(/([^[{\s])\n(\s*[}\]])/g, '$1,\n$2');
        expect(found(json)).toEqual(value);
      }),
    );
  });

  test.each([
    ['{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
    ['{"a": [1, 2,], "b": {"c": "x",},}', { a: [1, 2], b: { c: 'x' } }],
    ['{"a": "1,}", "b": ",]",}', { a: '1,}', b: ',]' }],
    ['{"a": "a \\" and a {",}', { a: 'a " and a {' }],
    ['<think>Should it be {"a": 1} or {"a": 2}?</think>\n{"a": 2}', { a: 2 }],
    ['Should it be {"a": 1}?</think>{"a": 2}', { a: 2 }],
    ['As asked {see above} and [1]: {"a": 1}', { a: 1 }],
    ['{"a": "</think>"}', { a: '</think>' }],
    ['{"a": “curly”} no, {"a": "“curly”"}', { a: '“curly”' }],
  ])('%j is read as it is meant', (text, value) => expect(found(text)).toEqual(value));
});

describe('what is not there is not made up', () => {
  test('a reply that breaks off is none, wherever it does', () => {
    fc.assert(
      fc.property(
        object,
        compactOrSpread,
        prose,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, indent, before, share) => {
          const json = JSON.stringify(value, null, indent);
          const cut = json.slice(0, 1 + Math.floor(share * (json.length - 1)));
          if (cut.length === json.length) return;
          expect(foundJson(`${before} ${cut}`)).toBeNull();
        },
      ),
    );
  });

  test('every text and number of what is found stands in the reply', () => {
    const fragment = fc.oneof(
      object.map((value) => JSON.stringify(value)),
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', 'null', '1', '\n', '```'),
      prose,
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const value = foundJson(text);
        if (value === null) return;
        JSON.stringify(value.value, (_, leaf: unknown) => {
          if (typeof leaf === 'number') expect(text).toMatch(/\d/);
          if (typeof leaf === 'string' && /^[\w .,]*$/.test(leaf)) expect(text).toContain(leaf);
          return leaf;
        });
      }),
    );
  });

  test.each([
    '',
    '   ',
    'no JSON at all',
    '{',
    '}',
    '{"a": }',
    '{"a": {"b": 1}, "c": }',
    '[{"a": 1}] and more',
    'first {"a": 1}, then {"a": 2}',
    "{'a': 1}",
    '{“a”: 1}',
    '{a: 1}',
    '{"a": 1,,}',
    '{,} or so',
    '{"a":,}',
    '{"a": [,]}',
    '{"a": 1} {',
    '{"a": 1]',
    '{x] {"a": 1}',
    '{"a": "x',
    '<think>{"a": 1}</think>',
    'NaN or Infinity',
  ])('%j holds no object', (text) => expect(foundJson(text)).toBeNull());

  test('a long reply of nothing but brackets is looked through quickly', () => {
    const cpuMs = cpuMsOf(() => {
      expect(foundJson('{"a":['.repeat(200_000))).toBeNull();
      expect(foundJson(`x${'{} '.repeat(200_000)}`)).toBeNull();
      expect(foundJson(`x{"a":"${','.repeat(1_000_000)}"`)).toBeNull();
    });
    expect(cpuMs).toBeLessThan(5_000);
  });
});
