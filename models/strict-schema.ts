import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * What strict structured output takes everywhere. Lengths of texts and the like are left out: they are checked when the
 * reply is there, and a reply that breaks them is asked for again.
 */
const KEPT: ReadonlySet<string> = new Set([
  ...['type', 'enum', '$ref', 'description', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
]);
/** Leaving these out would change what a reply may look like altogether. */
const UNKNOWN_TO_STRICT = ['allOf', 'not', 'prefixItems', 'patternProperties'];

const SAYS_WHAT = ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref', ...UNKNOWN_TO_STRICT];

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = (schemas: unknown, path: string): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas as Record<string, unknown>).map(([name, schema]) => [
      name,
      strict(schema, `${path}.${name}`),
    ]),
  );

function objectParts({ properties = {}, required, additionalProperties }: JsonSchema, path: string): JsonSchema {
  if (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0)
    throw new TypeError(`${path} is open to any key, which strict output does not know; use a list of pairs`);
  const keys = Object.keys(properties as object);
  const optional = keys.find((key) => !Array.isArray(required) || !required.includes(key));
  if (optional !== undefined)
    throw new TypeError(`${path}.${optional} is optional, which strict output does not know; let it be null instead`);
  return { properties: mapped(properties, path), required: keys, additionalProperties: false };
}

/** The bounds of every whole number of JavaScript say nothing. */
const isSaying = (key: string, value: unknown) =>
  KEPT.has(key) && !(key.endsWith('imum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);

function strict(schema: unknown, path: string): JsonSchema {
  if (!isRecord(schema) || !SAYS_WHAT.some((key) => key in schema))
    throw new TypeError(`${path} takes anything, which strict output does not know`);
  const unknown = UNKNOWN_TO_STRICT.find((key) => key in schema);
  if (unknown !== undefined) throw new TypeError(`${path} has "${unknown}", which strict output does not know`);
  const { type, items, const: constant, anyOf, oneOf = anyOf, $defs } = schema;
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key, value]) => isSaying(key, value))),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(type === 'object' ? objectParts(schema, path) : {}),
    ...(items === undefined ? {} : { items: strict(items, `${path}[]`) }),
    ...(Array.isArray(oneOf) ? { anyOf: oneOf.map((one) => strict(one, path)) } : {}),
    ...($defs === undefined ? {} : { $defs: mapped($defs, '$defs') }),
  };
}

/**
 * The JSON Schema of a zod schema in the subset that strict structured output takes: closed objects, every key required.
 * A TypeError for what that subset cannot say.
 */
export function strictSchema(schema: z.ZodType): Record<string, unknown> {
  const json = strict(z.toJSONSchema(schema, { io: 'input' }), 'reply');
  if (json.type !== 'object') throw new TypeError('a reply has to be an object for strict output');
  return json;
}
