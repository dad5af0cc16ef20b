import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Refusal } from '../../mock-endpoint/check-chat-body.ts';
import { ask, chatBody, endpointWith } from '../../mock-endpoint/raw-client.ts';
import { strictSchemaProblem } from '../../mock-endpoint/strict-schema.ts';

const Reply = z.strictObject({ query: z.string(), tones: z.array(z.strictObject({ name: z.string().nullable() })) });
const schemaFormat = (schema: unknown, strict = true) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'reply', strict, schema } },
});
const JSON_SCHEMA = schemaFormat(z.toJSONSchema(Reply));
const JSON_OBJECT = { response_format: { type: 'json_object' } };

test.each<[Refusal, Record<string, unknown>, string, string | null]>([
  ['json_schema', JSON_SCHEMA, 'response_format', null],
  ['json_object', JSON_OBJECT, 'response_format', null],
  ['temperature', { temperature: 0.7 }, 'temperature', 'unsupported_value'],
  ['max_tokens', { max_tokens: 9 }, 'max_completion_tokens', 'unsupported_parameter'],
  ['max_completion_tokens', { max_completion_tokens: 9 }, 'max_tokens', 'unsupported_parameter'],
])('an endpoint that does not know %s refuses it with a 400 that names it', async (refusal, parameters, word, code) => {
  const endpoint = await endpointWith({ refuses: [refusal] });
  const { status, json } = await ask(endpoint, chatBody(parameters));
  expect([status, json.error.code]).toEqual([400, code]);
  expect(json.error.message).toContain(`'${word}'`);
  expect(endpoint.stats.byTrouble).toEqual({ [`refused_${refusal}`]: 1 });
  expect((await ask(endpoint)).status).toBe(200);
  expect((await ask(await endpointWith(), chatBody(parameters))).status).toBe(200);
});

test('what is refused may depend on the model, and the default temperature never is', async () => {
  const endpoint = await endpointWith({ refuses: (model) => (model === 'thinker' ? ['temperature'] : []) });
  const statusOf = async (model: string, temperature: number) =>
    (await ask(endpoint, chatBody({ model, temperature }))).status;
  expect(await statusOf('thinker', 0.7)).toBe(400);
  expect(await statusOf('thinker', 1)).toBe(200);
  expect(await statusOf('writer-1', 0.7)).toBe(200);
});

test('both names of the token limit at once are refused', async () => {
  expect((await ask(await endpointWith(), chatBody({ max_tokens: 9, max_completion_tokens: 9 }))).status).toBe(400);
});

test('JSON mode is refused unless a message speaks of JSON', async () => {
  const messages = [{ role: 'user', content: 'Write a query.' }];
  const { status, json } = await ask(await endpointWith(), chatBody({ ...JSON_OBJECT, messages }));
  expect([status, json.error.message]).toEqual([400, expect.stringContaining("the word 'json'")]);
});

test('a context limit counts the prompt and the output that is asked for', async () => {
  const endpoint = await endpointWith({ contextTokens: 20 });
  expect((await ask(endpoint, chatBody({ max_tokens: 14 }))).status).toBe(200);
  const { status, json } = await ask(endpoint, chatBody({ max_tokens: 15 }));
  expect([status, json.error.code]).toEqual([400, 'context_length_exceeded']);
});

describe('a strict schema', () => {
  test('is fine when every object is closed and every key required', () => {
    expect(strictSchemaProblem(z.toJSONSchema(Reply) as Record<string, unknown>)).toBeNull();
  });

  test.each<[string, z.ZodType, string]>([
    ['an optional key', z.strictObject({ a: z.string(), b: z.string().optional() }), "Missing 'b'"],
    ['an open object', z.looseObject({ a: z.string() }), "In context=(), 'additionalProperties'"],
    ['an inner object that is open', z.strictObject({ a: z.record(z.string(), z.string()) }), "('properties', 'a')"],
    ['an object in a list', z.strictObject({ a: z.array(z.looseObject({})) }), "('properties', 'a', 'items')"],
    ['an object in a union', z.strictObject({ a: z.union([z.string(), z.looseObject({})]) }), "'anyOf', '1'"],
    ['a shortest length', z.strictObject({ a: z.string().min(1) }), "'minLength' is not permitted"],
    ['a root that is a list', z.array(z.string()), 'type: "object"'],
  ])('with %s is refused', (_, schema, words) => {
    expect(strictSchemaProblem(z.toJSONSchema(schema) as Record<string, unknown>)).toContain(words);
  });

  test('is checked by the endpoint, unless it is not strict or the endpoint does not care', async () => {
    const loose = z.toJSONSchema(z.looseObject({ a: z.string() }));
    const { status, json } = await ask(await endpointWith(), chatBody(schemaFormat(loose)));
    expect([status, json.error.code]).toEqual([400, 'invalid_json_schema']);
    expect((await ask(await endpointWith(), chatBody(schemaFormat(loose, false)))).status).toBe(200);
    expect((await ask(await endpointWith({ checksSchemas: false }), chatBody(schemaFormat(loose)))).status).toBe(200);
  });

  test('needs a name of letters, digits, dashes and underscores', async () => {
    const format = { type: 'json_schema', json_schema: { name: 'my reply', strict: true, schema: {} } };
    expect((await ask(await endpointWith(), chatBody({ response_format: format }))).status).toBe(400);
  });
});
