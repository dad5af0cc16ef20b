import { z } from 'zod';
import { isRecord } from '../schemas/json.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Keywords that strict structured output takes everywhere. Lengths of texts and the like are left out: they are checked when the
 * reply is there, and a reply that breaks them is asked for again.
 */
const KEPT: ReadonlySet<string> = new Set([
  ...['type', 'enum', '$ref', 'description', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
]);
/** Leaving these out would change what a reply may look like altogether. */
const UNKNOWN_TO_STRICT = ['allOf', 'not', 'prefixItems', 'patternProperties'];

const SAYS_WHAT = ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref', ...UNKNOWN_TO_STRICT];

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

/** A zod schema as strict output takes it: closed objects, every key required; a TypeError where it cannot be said. */
export function strictSchema(schema: z.ZodType): Record<string, unknown> {
  const json = strict(z.toJSONSchema(schema, { io: 'input' }), 'reply');
  if (json.type !== 'object') throw new TypeError('a reply has to be an object for strict output');
  return json;
}

/** The bracket that closes each opening one. */
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** The end of the bracket that opens at `start`, brackets in JSON strings aside; null where it does not close. */
function endOf(text: string, start: number): number | null {
  const open: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index]!;
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (CLOSING[character] !== undefined) open.push(CLOSING[character]);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return null;
      if (open.length === 0) return index + 1;
    }
  }
  return null;
}

const WHITE = /\s/;

/** The next character in this direction that is no white space; undefined at the end of the text. */
function beside(text: string, index: number, step: 1 | -1): string | undefined {
  let at = index + step;
  while (at >= 0 && at < text.length && WHITE.test(text[at]!)) at += step;
  return text[at];
}

/** True for a comma, outside strings, that stands between a value and a closing bracket. */
function isTrailing(text: string, index: number): boolean {
  const after = beside(text, index, 1);
  return (after === '}' || after === ']') && !'[{,:'.includes(beside(text, index, -1) ?? ',');
}

/** Takes out trailing commas and writes line breaks in strings as JSON wants them: nothing that carries meaning. */
function mended(text: string): string {
  let inString = false;
  let result = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (inString && character === '\\') {
      result += character + (text[index + 1] ?? '');
      index++;
      continue;
    }
    if (character === '"') inString = !inString;
    if (inString) result += ESCAPED[character] ?? character;
    else if (character !== ',' || !isTrailing(text, index)) result += character;
  }
  return result;
}

/**
 * The objects that stand in a text. What stands in a list or in an object that is broken is part of it and not looked
 * for: half a reply would pass for a whole one. Null where a bracket never closes.
 */
function objectsIn(text: string): unknown[] | null {
  const objects: unknown[] = [];
  for (let index = 0; index < text.length; index++) {
    if (CLOSING[text[index]!] === undefined) continue;
    const end = endOf(text, index);
    if (end === null) return null;
    const slice = text.slice(index, end);
    const object = text[index] === '{' ? (parsed(slice) ?? parsed(mended(slice))) : null;
    if (object !== null) objects.push(object.value);
    index = end - 1;
  }
  return objects;
}

/**
 * The JSON value of a reply: the text itself, or else the one object in it, after fences, text around it, a model's
 * audible thinking and trailing commas are taken away. Null where there is none or more than one, or where the text
 * breaks off: what is missing is asked for again, never made up. Curly quotes are left alone, for nobody can tell those
 * of the notation from those of the content.
 */
export function foundJson(text: string): { readonly value: unknown } | null {
  const whole = parsed(text.replace(/^\uFEFF/, ''));
  if (whole !== null) return whole;
  const objects = objectsIn(text.replace(/^[\s\S]*<\/think>/, ''));
  return objects?.length === 1 ? { value: objects[0] } : null;
}
