import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { languagesOfDetails } from '../../lexicon/columns.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { expressionFault } from '../../text/expression-fault.ts';
import { YamlFile } from '../../text/files/yaml-file.ts';
import { isUnitName } from '../../text/units.ts';

const COLUMN = 'expected the name of a column';
const Column = z.string(COLUMN).min(1, COLUMN);
/** A column, or several of which the first that states something counts. */
const Columns = z.union([Column, z.array(Column).min(1)], 'expected the name of a column, or a list of them');
const Several = z.strictObject({
  column: Column,
  separator: z.string().min(1).optional(),
  /** The member that is meant of each value, where the values are objects. */
  each: z.string().min(1).optional(),
});
const SEVERAL = 'expected the name of a column, or {column: name, separator: text}';
/** A column that holds several values: in an array, or in one text with a separator. */
const ListColumn = z.union([Column, Several], SEVERAL);
/**
 * A column that holds a path; where it holds several, which the text `paths` parts, the first counts. `root` is a first level that
 * says nothing, below which the main category stands.
 */
const PathColumn = z.union(
  [Column, Several.extend({ paths: z.string().min(1).optional(), root: z.string().min(1).optional() })],
  SEVERAL,
);

/** A column with a name and one with what it names. */
const Pair = z.strictObject({ name: Column, value: Column, separator: z.string().min(1).optional() });
/**
 * A column that holds an object, a list of objects of which each has a name and a value under these keys, or a text of
 * names and values ("Color: Black | Material: Oak").
 */
const ObjectColumn = z.union(
  [
    Column,
    z.strictObject({ column: Column, name: z.string().min(1).default('name'), value: z.string().min(1) }),
    z
      .strictObject({
        column: Column,
        separator: z.string().min(1).optional(),
        /** Empty where nothing parts a name from its value either: "Item Weight18 g". */
        label: z.string().regex(/^$|\S/, 'expected more than white space'),
        /** True where the place of each stands behind it: "Color:Black:0". */
        numbered: z.literal(true).optional(),
        /** True where the section that each stands in is before its name: "Fit:Heel Height:2 cm". */
        sections: z.literal(true).optional(),
        /** The names that count, where the rest is prose that may have labels in it too. */
        names: z.array(z.string().min(1)).min(1).optional(),
        /** True where nothing parts a value from the name behind it: "13.85Fork: Coil". */
        glued: z.literal(true).optional(),
        /** True where a value is a phrase, and what is longer or lists what there is to choose from says nothing. */
        short: z.literal(true).optional(),
        /** True where names stand behind the stops and commas of a running text. */
        running: z.literal(true).optional(),
      })
      .refine(({ glued, names }) => glued === undefined || names !== undefined, 'expected "names" beside "glued"')
      .refine(({ label, glued }) => label !== '' || glued === true, 'expected "glued: true" beside an empty label'),
  ],
  'expected the name of a column, or {column, name, value}',
);

const Expression = z
  .string()
  .min(1)
  .superRefine((text, { addIssue }) => {
    const fault = expressionFault(text, 'u');
    if (fault !== null) addIssue(`expected a regular expression, which it is not: ${fault}`);
  });

/**
 * A field that texts state: what an expression finds in the first column that has it (its first group, where it has one), or
 * each of the values whose expression finds something.
 */
const Stated = z.union(
  [
    z.strictObject({
      in: Columns,
      value: Expression,
      /** True where all that is found in all columns has to say one thing, for texts speak of parts as well. */
      single: z.literal(true).optional(),
    }),
    z.strictObject({ in: Columns, values: z.record(z.string().min(1), Expression) }),
    z.strictObject({
      in: Columns,
      words: z.record(z.string().min(1), z.array(z.string().regex(/[\p{L}\p{N}]/u, 'expected a word')).min(1)),
      /** Names that have such words in them and say nothing: "black hawk". */
      names: z.array(z.string().min(1)).optional(),
      /** Those of the words that texts beside names of products say alone, where not all are. */
      texts: z.array(z.string().min(1)).optional(),
      /** Words right behind which such texts say the others: "made of". */
      behind: z.array(z.string().min(1)).min(1).optional(),
      /** True where texts that say several values say none. */
      single: z.literal(true).optional(),
    }),
  ],
  'expected {in: column, value: expression}, {in: column, values: {...}} or {in: column, words: {value: [word, ...]}}',
);

/** A language that `lexicon/` has names of details in. */
const Language = z.string().refine((code) => languagesOfDetails().includes(code), {
  error: () => `expected one of ${languagesOfDetails().join(', ')}`,
});

/** A unit, by its short form or another that it is written in, whatever its capitals: "W". */
const Unit = z
  .string()
  .refine((text) => isUnitName(text), 'expected a unit that numbers are followed by, such as kg or W');

const Details = z
  .strictObject({
    /** Column name to detail field, or to the fields that the members of a list are, in their order. */
    columns: z
      .record(
        Column,
        z.union(
          [
            z.string().min(1),
            z.strictObject({
              field: z.string().min(1),
              separator: z.string().min(1).optional(),
              /** The text that stands where a product has none, "no size", or several; an empty list where every text is a value. */
              none: z.union([z.string().min(1), z.array(z.string().min(1))]).optional(),
              /** The part that counts of a range of two numbers, "[450, 2000]", or of two with a unit, "800-1000 m". */
              range: z.enum(['highest', 'lowest', 'middle']).optional(),
              /** True where hyphens stand for the blanks of each value: "sterling-silver". */
              hyphens: z.literal(true).optional(),
              /** The unit of numbers that stand without one: "120" in a column of "120 kg". */
              unit: Unit.optional(),
            }),
            z.strictObject({ fields: z.array(z.string().min(1)).min(2), separator: z.string().min(1).optional() }),
          ],
          'expected the name of a field, or {field: name}',
        ),
      )
      .optional(),
    /** Every column whose name starts so is a detail, named by the rest. */
    prefix: z.string().min(1).optional(),
    /** Columns that hold an object of details, or its JSON. */
    object: z
      .union(
        [ObjectColumn, z.array(ObjectColumn).min(1)],
        'expected the name of a column, {column, name, value}, or a list of them',
      )
      .optional(),
    /** Columns that name a detail field beside columns with its value. */
    pairs: z.array(Pair).min(1).optional(),
    /** A column of tags that name no field: each counts for the field that alone lists it in the lexicon. */
    tags: ListColumn.optional(),
    /** Languages by the tables of which names and values that rows have are read in English, the likeliest first. */
    languages: z.array(Language).min(1).optional(),
    /** Detail fields that are read out of titles and other texts. */
    stated: z.record(z.string().min(1), Stated).optional(),
    /** Detail fields of which columns say by a yes or a one which values a product has: column name to value. */
    ticked: z.record(z.string().min(1), z.record(Column, z.string().min(1))).optional(),
  })
  .refine(
    (details) => Object.keys(details).length > 0,
    'expected at least one of columns, prefix, object, pairs, tags, stated, ticked',
  );

/** An option of a variant: named in a column, named here, or both name and value in the JSON of a column. */
const VariantOption = z.union(
  [
    z.strictObject({
      name: Column,
      value: Column,
      /** The value that stands where there is nothing to choose. */
      none: z.string().min(1).optional(),
    }),
    z.strictObject({
      field: z.string().min(1),
      value: Column,
      none: z.string().min(1).optional(),
      /** The column of the name that the option stands behind: "Blue Vest - Size M" of a "Blue Vest". */
      behind: Column.optional(),
    }),
    z.strictObject({ object: ObjectColumn }),
  ],
  'expected {name, value}, {field, value} or {object}',
);

/**
 * Rows that add a variant to a product: those that repeat its id, with or without its title, or that name it as their
 * parent; or the members of a list in its own row. The first row of a product may state one as well.
 */
const Variants = z
  .strictObject({
    /** The column that holds the variants of its row as a list of objects, whose members are columns too then. */
    list: Column.optional(),
    /** The variant's own id; without it, it is called by its options. */
    sku: Column.optional(),
    price: Columns.optional(),
    /** The column in which a row names the product whose variant it is, and what stands before the id there. */
    parent: z
      .union(
        [Column, z.strictObject({ column: Column, before: z.string().min(1) })],
        'expected the name of a column, or {column, before}',
      )
      .optional(),
    options: z.array(VariantOption),
  })
  .refine(({ options, parent }) => options.length > 0 || parent !== undefined, {
    message: 'expected at least one option, or "parent"',
    path: ['options'],
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

const CellText = z.union([z.string().min(1), z.number(), z.boolean()], 'expected a text').transform(String);

const ProductMapping = z.strictObject({
  /** For rows without an id, the columns that tell products apart. */
  id: z.union(
    [Column, z.array(Column).min(1), z.strictObject({ made_of: z.array(Column).min(1) })],
    'expected the name of a column, a list of them, or {made_of: [...]}',
  ),
  /** A column, the first of several that states something, or columns that make the name together. */
  title: z.union(
    [Columns, z.strictObject({ made_of: z.array(Column).min(2) })],
    'expected the name of a column, a list of them, or {made_of: [...]}',
  ),
  brand: Column.optional(),
  store: Column.optional(),
  shop_id: Column.optional(),
  price: Columns.optional(),
  /**
   * The currency of every price, or the column that says it, which may be that of the price, and the currency of rows in which
   * it says nothing.
   */
  currency: z
    .union(
      [
        z.string().regex(/^[A-Z]{3}$/, 'expected a code such as USD, or {column: name}'),
        z.strictObject({
          column: Column,
          otherwise: z
            .string()
            .regex(/^[A-Z]{3}$/, 'expected a code such as USD')
            .optional(),
        }),
      ],
      'expected a code such as USD, or {column: name}',
    )
    .optional(),
  /** True where prices are whole numbers of the smallest part of their currency: 1999 of $19.99. */
  minor_units: z.literal(true).optional(),
  /**
   * The product's main category: a column, the file's name where each file holds products of one kind, or what every
   * product is.
   */
  main_category: z
    .union(
      [Column, z.strictObject({ file_name: z.literal(true) }), z.strictObject({ text: z.string().trim().min(1) })],
      'expected the name of a column, {text: ...} or {file_name: true}',
    )
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
  /** Texts of columns by which rows are no products to be asked for, such as drafts; the rows of one go with it. */
  set_aside: z.record(Column, z.union([CellText, z.array(CellText).min(1)])).optional(),
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

const SECTIONS = 'expected "product", "review" or both';

export const Mapping = z
  .strictObject({ product: ProductMapping.optional(), review: ReviewMapping.optional() }, SECTIONS)
  .refine(({ product, review }) => product !== undefined || review !== undefined, SECTIONS)
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

/** A mapping and where in its file each of its keys stands: "shop.yaml:7". */
export interface PlacedMapping {
  readonly mapping: Mapping;
  placeOf(path: readonly string[]): string;
}

/** Reads a mapping file; a ConfigError names the line that is wrong. */
export function readMapping(path: string): PlacedMapping {
  if (!existsSync(path))
    throw new ConfigError(`${path} is missing, expected a mapping file; check --format mapping:<file.yaml>`);
  const file = new YamlFile(path, readFileSync(path, 'utf8'));
  return { mapping: file.read(Mapping, 'the mapping'), placeOf: (key) => file.placeOf(key) };
}
