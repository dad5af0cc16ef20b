type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas that hold themselves are followed no deeper. */
const DEEPEST = 20;

const shortest = (texts: readonly string[]) =>
  texts.reduce((best, text) => (text.length < best.length ? text : best), texts[0] ?? '');
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** No reply that fits the schema is shorter than this text of JSON; what it says need not make sense. */
export function shortestReply(schema: JsonSchema): string {
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
  const of = (part: JsonSchema, depth: number): string => {
    if (depth > DEEPEST) return '';
    const { $ref, enum: values, anyOf, type, properties = {}, required, items = {}, minItems = 0 } = part;
    if (typeof $ref === 'string') return of(definitions[$ref.replace('#/$defs/', '')] ?? schema, depth + 1);
    if (Array.isArray(values)) return shortest(values.map((value) => JSON.stringify(value)));
    if (Array.isArray(anyOf)) return shortest(anyOf.map((one) => of(one as JsonSchema, depth + 1)));
    if (Array.isArray(type)) return shortest(type.map((one) => of({ ...part, type: one }, depth + 1)));
    switch (type) {
      case 'object': {
        const parts = properties as Readonly<Record<string, JsonSchema>>;
        const keys = listIn(required).map(String);
        return `{${keys.map((key) => `${JSON.stringify(key)}:${of(parts[key] ?? {}, depth + 1)}`).join()}}`;
      }
      case 'array':
        return `[${Array.from({ length: Number(minItems) }, () => of(items as JsonSchema, depth + 1)).join()}]`;
      case 'string':
        return '""';
      case 'boolean':
      case 'null':
        return 'null';
      default:
        return '0';
    }
  };
  return of(schema, 0);
}
