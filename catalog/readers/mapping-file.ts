import { existsSync, readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../../schemas/errors.ts';

const Column = z.string().min(1);
/** A column that holds several values: in an array, or in one text with a separator. */
const ListColumn = z.union([Column, z.strictObject({ column: Column, separator: z.string().min(1) })]);

const Details = z
  .strictObject({
    /** Column name to detail field. */
    columns: z.record(Column, z.string().min(1)).optional(),
    /** Every column whose name starts so is a detail, named by the rest. */
    prefix: z.string().min(1).optional(),
    /** A column that holds an object of details, or its JSON. */
    object: Column.optional(),
  })
  .refine((details) => Object.keys(details).length > 0, 'expected at least one of columns, prefix, object');

/** Rows that repeat a product's id without its title add a variant to it; its first row may state one as well. */
const Variants = z.strictObject({
  /** The variant's own id; without it, it is called by its options. */
  sku: Column.optional(),
  price: Column.optional(),
  /** Columns with the name of an option, which later rows need not repeat, and with its value. */
  options: z.array(z.strictObject({ name: Column, value: Column })).min(1),
});

const ProductMapping = z.strictObject({
  id: Column,
  title: Column,
  brand: Column.optional(),
  store: Column.optional(),
  shop_id: Column.optional(),
  price: Column.optional(),
  /** The currency of every price, or the column that says it. */
  currency: z
    .union([
      z.string().regex(/^[A-Z]{3}$/, 'expected a code such as USD, or {column: name}'),
      z.strictObject({ column: Column }),
    ])
    .optional(),
  main_category: Column.optional(),
  category: ListColumn.optional(),
  rating: Column.optional(),
  rating_count: Column.optional(),
  features: ListColumn.optional(),
  description: ListColumn.optional(),
  services: ListColumn.optional(),
  sold_count: Column.optional(),
  details: Details.optional(),
  variants: Variants.optional(),
});

const ReviewMapping = z.strictObject({
  product_id: Column,
  rating: Column,
  title: Column.optional(),
  text: Column,
  author: Column.optional(),
  helpful_votes: Column.optional(),
  verified: Column.optional(),
  /** Milliseconds or seconds since 1970, or a date that says its own time zone or none (then UTC). */
  time: Column.optional(),
});

export const Mapping = z
  .strictObject({ product: ProductMapping.optional(), review: ReviewMapping.optional() })
  .refine(
    ({ product, review }) => product !== undefined || review !== undefined,
    'expected "product", "review" or both',
  )
  .refine(
    ({ product: { price, currency, variants } = {} }) =>
      (price ?? variants?.price) === undefined || currency !== undefined,
    {
      message: 'expected "currency" beside "price": a code such as USD, or {column: name}',
      path: ['product', 'price'],
    },
  );
export type Mapping = z.infer<typeof Mapping>;
export type ProductMapping = z.infer<typeof ProductMapping>;
export type ReviewMapping = z.infer<typeof ReviewMapping>;
export type Variants = z.infer<typeof Variants>;
export type ListColumn = z.infer<typeof ListColumn>;

type Issue = z.core.$ZodIssue;

/** The most telling issue: inside a union, the one of the branch that came closest. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().filter(({ code }) => code !== 'invalid_type');
  const first = inner[0];
  return first === undefined ? issue : { ...deepest(first), path: [...issue.path, ...first.path] };
}

/** A mapping and where in its file each of its keys stands: "shop.yaml:7". */
export interface PlacedMapping {
  readonly mapping: Mapping;
  placeOf(path: readonly string[]): string;
}

/** Reads a mapping file; a ConfigError names the line that is wrong. */
export function readMapping(path: string): PlacedMapping {
  if (!existsSync(path))
    throw new ConfigError(`${path} is missing, expected a mapping file; check --format mapping:<file.yaml>`);
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines });
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    const line = lines.linePos(syntax.pos[0]).line;
    const [found = ''] = syntax.message.split(/ at line \d+|\n/, 1);
    throw new ConfigError(`${path}:${line}: not YAML: ${found}; mend that line`);
  }
  // A key that is missing has no place of its own: its nearest parent has.
  const placeOf = (key: readonly string[]): string => {
    const parents = key.map((_, place) => document.getIn(key.slice(0, key.length - place), true));
    const found = parents.find((node) => isNode(node) && node.range) as { range: [number, number, number] } | undefined;
    return `${path}:${found === undefined ? 1 : lines.linePos(found.range[0]).line}`;
  };
  const parsed = Mapping.safeParse(document.toJS());
  if (parsed.success) return { mapping: parsed.data, placeOf };
  const issue = deepest(parsed.error.issues[0] as Issue);
  const isMissing = issue.code === 'invalid_type' && !document.hasIn(issue.path);
  const message = isMissing ? 'is missing, expected the name of a column' : issue.message;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const place = [...issue.path, ...unknown].map(String);
  throw new ConfigError(`${placeOf(place)}: "${place.join('.') || 'mapping'}": ${message}`);
}
