import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictSchema } from '../../models/reply-form.ts';
import { strictSchemaProblem } from '../mock-endpoint/strict-schema.ts';

test('objects are closed and every key is required, at every depth', () => {
  const schema = z.object({
    query: z.string(),
    tone: z.object({ name: z.string() }),
    tags: z.array(z.object({ tag: z.string() })),
  });
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    properties: {
      query: { type: 'string' },
      tone: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
      tags: {
        type: 'array',
        items: {
          type: 'object',
          properties: { tag: { type: 'string' } },
          required: ['tag'],
          additionalProperties: false,
        },
      },
    },
    required: ['query', 'tone', 'tags'],
    additionalProperties: false,
  });
});

test('what strict output does not take is left to the validator', () => {
  const schema = z.strictObject({
    text: z.string().min(1).max(80).describe('one sentence'),
    count: z.int().positive(),
    many: z.array(z.string()).min(1).max(3),
    kind: z.literal('plain'),
    one: z.enum(['a', 'b']).nullable(),
  });
  expect(strictSchema(schema).properties).toEqual({
    text: { type: 'string', description: 'one sentence' },
    count: { type: 'integer', exclusiveMinimum: 0 },
    many: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    kind: { type: 'string', enum: ['plain'] },
    one: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
  });
});

test('one of several forms is any of them', () => {
  const schema = z.object({
    choice: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), text: z.string() }),
      z.object({ kind: z.literal('b') }),
    ]),
  });
  const { choice } = strictSchema(schema).properties as { choice: { anyOf: unknown[] } };
  expect(choice.anyOf).toHaveLength(2);
});

test('a form that holds itself is said once and referred to', () => {
  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node);
    },
  });
  const json = strictSchema(z.object({ root: Node }));
  expect(strictSchemaProblem(json)).toBeNull();
  expect(JSON.stringify(json)).toContain('$ref');
});

const leaf = fc.constantFrom(
  z.string(),
  z.string().min(2).max(9),
  z.number().min(0),
  z.int(),
  z.boolean(),
  z.enum(['x', 'y']),
  z.literal(3),
  z.string().nullable(),
);
const { anything } = fc.letrec<{ anything: z.ZodType }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('anything'), { maxKeys: 4 }).map((shape) => z.object(shape)),
    tie('anything').map((item) => z.array(item).min(1)),
    fc
      .array(tie('anything'), { minLength: 2, maxLength: 3 })
      .map((options) => z.union(options as [z.ZodType, z.ZodType])),
  ),
}));

test('whatever objects, lists and choices a form is made of, endpoints with strict output take it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), anything, { maxKeys: 4 }), (shape) => {
      expect(strictSchemaProblem(strictSchema(z.object(shape)))).toBeNull();
    }),
  );
});

test.each([
  ['an optional key', z.object({ a: z.object({ b: z.string().optional() }) }), 'reply.a.b is optional'],
  ['an open object', z.object({ a: z.record(z.string(), z.string()) }), 'reply.a is open'],
  ['a tuple', z.object({ a: z.tuple([z.string()]) }), 'reply.a has "prefixItems"'],
  [
    'an intersection',
    z.object({ a: z.intersection(z.union([z.string(), z.int()]), z.string()) }),
    'reply.a has "allOf"',
  ],
  ['a value of any kind', z.object({ a: z.array(z.any()) }), 'reply.a[] takes anything'],
  ['a list at the root', z.array(z.string()), 'has to be an object'],
  ['a text at the root', z.string(), 'has to be an object'],
])('%s is refused when it is written, not when it is asked', (_, schema, message) => {
  expect(() => strictSchema(schema)).toThrow(message);
});
