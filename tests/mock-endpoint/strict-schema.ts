import type { JsonSchema } from './chat-body.ts';

/** Keywords that structured outputs with `strict` refuse wherever they stand. */
const REFUSED = [
  'minLength',
  'maxLength',
  'default',
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
];

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What OpenAI would refuse in a strict schema, in its words, or null. Covers what commonly goes wrong: optional keys, open
 * objects, a root that is no object, keywords outside the subset. Some models have come to take more of them.
 */
export function strictSchemaProblem(schema: JsonSchema): string | null {
  if (schema.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${schema.type}"'.`;
  return problemAt(schema, []);
}

function problemAt(schema: JsonSchema, path: readonly string[]): string | null {
  const context = `In context=(${path.map((part) => `'${part}'`).join(', ')})`;
  const refused = REFUSED.find((keyword) => keyword in schema);
  if (refused !== undefined) return `${context}, '${refused}' is not permitted.`;

  const { properties, required, items, anyOf, additionalProperties } = schema;
  if (schema.type === 'object' || properties !== undefined) {
    if (additionalProperties !== false)
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
    const listed = Array.isArray(required) ? required : [];
    const missing = Object.keys(properties ?? {}).find((key) => !listed.includes(key));
    if (missing !== undefined)
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  }
  for (const group of ['properties', '$defs'] as const) {
    for (const [key, value] of Object.entries(schema[group] ?? {})) {
      const problem = isObject(value) ? problemAt(value, [...path, group, key]) : null;
      if (problem !== null) return problem;
    }
  }
  for (const [at, value] of (Array.isArray(anyOf) ? anyOf : []).entries()) {
    const problem = isObject(value) ? problemAt(value, [...path, 'anyOf', String(at)]) : null;
    if (problem !== null) return problem;
  }
  return isObject(items) ? problemAt(items, [...path, 'items']) : null;
}
