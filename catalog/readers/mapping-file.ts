import { existsSync, readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../../schemas/errors.ts';
import { editDistance } from '../../text/edit-distance.ts';

const Column = z.string().min(1);
/** A column, or several of which the first that states something counts. */
const Columns = z.union([Column, z.array(Column).min(1)]);
/** A column that holds several values: in an array, or in one text with a separator. */
const ListColumn = z.union([
  Column,
  z.strictObject({
    column: Column,
    separator: z.string().min(1).optional(),
    /** The member that is meant of each value, where the values are objects. */
    each: z.string().min(1).optional(),
  }),
]);
/** A column that holds a path; where it holds several, the first counts. */
const PathColumn = z.union([
  Column,
  z.strictObject({
    column: Column,
    separator: z.string().min(1).optional(),
    each: z.string().min(1).optional(),
    /** The text that parts several paths. */
    paths: z.string().min(1).optional(),
  }),
]);

/** A column with a name and one with what it names. */
const Pair = z.strictObject({ name: Column, value: Column, separator: z.string().min(1).optional() });
/**
 * A column that holds an object, a list of objects of which each has a name and a value under these keys, or a text of
 * names and values ("Color: Black | Material: Oak").
 */
const ObjectColumn = z.union([
  Column,
  z.strictObject({ column: Column, name: z.string().min(1).default('name'), value: z.string().min(1) }),
  z.strictObject({
    column: Column,
    separator: z.string().min(1).optional(),
    label: z.string().regex(/\S/, 'expected more than white space'),
  }),
]);

const isExpression = (text: string): boolean => {
  try {
    return new RegExp(text, 'u') !== null;
  } catch {
    return false;
  }
};
const Expression = z.string().min(1).refine(isExpression, 'expected a regular expression');

/**
 * A field that texts state: what an expression finds in the first column that has it (its first group, where it has one), or
 * each of the values whose expression finds something.
 */
const Stated = z.union([
  z.strictObject({ in: Columns, value: Expression }),
  z.strictObject({ in: Columns, values: z.record(z.string().min(1), Expression) }),
]);

const Details = z
  .strictObject({
    /** Column name to detail field, or to the fields that the members of a list are, in their order. */
    columns: z
      .record(
        Column,
        z.union([
          z.string().min(1),
          z.strictObject({
            field: z.string().min(1),
            separator: z.string().min(1).optional(),
            /** The text that stands where a product has none: "no size". */
            none: z.string().min(1).optional(),
            /** The end that counts of a range of two numbers, "[450, 2000]". */
            range: z.enum(['highest', 'lowest']).optional(),
          }),
          z.strictObject({ fields: z.array(z.string().min(1)).min(2), separator: z.string().min(1).optional() }),
        ]),
      )
      .optional(),
    /** Every column whose name starts so is a detail, named by the rest. */
    prefix: z.string().min(1).optional(),
    /** Columns that hold an object of details, or its JSON. */
    object: z.union([ObjectColumn, z.array(ObjectColumn).min(1)]).optional(),
    /** Columns that name a detail field beside columns with its value. */
    pairs: z.array(Pair).min(1).optional(),
    /** A column of tags that name no field: each counts for the field that alone lists it in the lexicon. */
    tags: ListColumn.optional(),
    /** Detail fields that are read out of titles and other texts. */
    stated: z.record(z.string().min(1), Stated).optional(),
  })
  .refine(
    (details) => Object.keys(details).length > 0,
    'expected at least one of columns, prefix, object, pairs, tags, stated',
  );

/** An option of a variant: named in a column, named here, or both name and value in the JSON of a column. */
const VariantOption = z.union([
  z.strictObject({
    name: Column,
    value: Column,
    /** The value that stands where there is nothing to choose. */
    none: z.string().min(1).optional(),
  }),
  z.strictObject({ field: z.string().min(1), value: Column }),
  z.strictObject({ object: ObjectColumn }),
]);

/**
 * Rows that add a variant to a product: those that repeat its id, with or without its title, or that name it as their
 * parent; or the members of a list in its own row. The first row of a product may state one as well.
 */
const Variants = z.strictObject({
  /** The column that holds the variants of its row as a list of objects, whose members are columns too then. */
  list: Column.optional(),
  /** The variant's own id; without it, it is called by its options. */
  sku: Column.optional(),
  price: Columns.optional(),
  /** The column in which a row names the product whose variant it is, and what stands before the id there. */
  parent: z.union([Column, z.strictObject({ column: Column, before: z.string().min(1) })]).optional(),
  options: z.array(VariantOption).min(1),
});

/** A column that holds a list of reviews, or its JSON, and what their members are called. */
const ReviewsColumn = z.strictObject({
  column: Column,
  rating: Column,
  text: Column,
  title: Column.optional(),
  author: Column.optional(),
  helpful_votes: Column.optional(),
  verified: Column.optional(),
  time: Column.optional(),
});

const ProductMapping = z.strictObject({
  /** For rows without an id, the columns that tell products apart. */
  id: z.union([Column, z.array(Column).min(1), z.strictObject({ made_of: z.array(Column).min(1) })]),
  /** A column, the first of several that states something, or columns that make the name together. */
  title: z.union([Columns, z.strictObject({ made_of: z.array(Column).min(2) })]),
  brand: Column.optional(),
  store: Column.optional(),
  shop_id: Column.optional(),
  price: Columns.optional(),
  /** The currency of every price, or the column that says it, which may be that of the price. */
  currency: z
    .union([
      z.string().regex(/^[A-Z]{3}$/, 'expected a code such as USD, or {column: name}'),
      z.strictObject({ column: Column }),
    ])
    .optional(),
  /**
   * The product's main category: a column, the file's name where each file holds products of one kind, or what every
   * product is.
   */
  main_category: z
    .union([Column, z.strictObject({ file_name: z.literal(true) }), z.strictObject({ text: z.string().trim().min(1) })])
    .optional(),
  category: PathColumn.optional(),
  rating: Column.optional(),
  rating_count: Column.optional(),
  features: ListColumn.optional(),
  description: ListColumn.optional(),
  services: ListColumn.optional(),
  sold_count: Column.optional(),
  details: Details.optional(),
  /** Sign before the decimals of details and counts; with a comma, full stops set thousands apart. */
  decimals: z.enum(['point', 'comma']).optional(),
  variants: Variants.optional(),
  reviews: ReviewsColumn.optional(),
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
export type VariantOption = z.infer<typeof VariantOption>;
export type ReviewsColumn = z.infer<typeof ReviewsColumn>;
export type ObjectColumn = z.infer<typeof ObjectColumn>;
export type Columns = z.infer<typeof Columns>;
export type ListColumn = z.infer<typeof PathColumn>;
export type Stated = z.infer<typeof Stated>;

/** Keys that each section may have, in the order in which they are described. */
export const SECTION_KEYS = {
  product: Object.keys(ProductMapping.shape),
  review: Object.keys(ReviewMapping.shape),
} as const;

type Issue = z.core.$ZodIssue;

/** Tells whether an issue is only that a value is of another type than any that may stand there. */
const isOfOtherType = (issue: Issue): boolean =>
  issue.code === 'invalid_type' || (issue.code === 'invalid_union' && issue.errors.flat().every(isOfOtherType));

/** The most telling issue: inside a union, the one of the branch that came closest. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().filter((one) => !isOfOtherType(one));
  const unknownIn = (one: Issue) => (one.code === 'unrecognized_keys' ? one.keys.length : 0);
  const first = inner.toSorted((a, b) => unknownIn(a) - unknownIn(b))[0];
  return first === undefined ? issue : { ...deepest(first), path: [...issue.path, ...first.path] };
}

/** The schemas that may stand at a path of another one. */
function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schemasAt(schema.def.innerType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => schemasAt(option, path));
  const [key, ...rest] = path;
  if (key === undefined) return [schema];
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest);
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, rest);
  const inner = schema instanceof z.ZodObject ? (schema.shape as Record<PropertyKey, z.core.$ZodType>)[key] : undefined;
  return inner === undefined ? [] : schemasAt(inner, rest);
}

/** The keys that may stand at a path of a mapping, the nearest to an unknown one first. */
function keysBeside(unknown: string, path: readonly PropertyKey[]): string[] {
  const objects = schemasAt(Mapping, path).filter((schema) => schema instanceof z.ZodObject);
  const keys = [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))];
  return keys
    .map((key) => ({ key, distance: editDistance(unknown.toLowerCase(), key) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ key }) => key);
}

function unknownKey(unknown: string, path: readonly PropertyKey[]): string {
  const [nearest, ...others] = keysBeside(unknown, path);
  if (nearest === undefined) return 'is not known; leave it out';
  return `is not known; the nearest is "${nearest}", the others are ${others.toSorted().join(', ')}`;
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
  const isOfType = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  const isMissing = isOfType && (document.getIn(issue.path) ?? null) === null;
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const place = [...issue.path, ...(unknown === undefined ? [] : [unknown])].map(String);
  const at = `${placeOf(place)}: "${place.join('.') || 'mapping'}"`;
  if (unknown !== undefined) throw new ConfigError(`${at} ${unknownKey(unknown, issue.path)}`);
  const expected = 'expected the name of a column';
  const message = isMissing ? `is missing, ${expected}` : issue.code === 'invalid_union' ? expected : issue.message;
  throw new ConfigError(`${at}: ${message}`);
}
