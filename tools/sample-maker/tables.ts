import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Values a shelf offers for one field: `common` ones stand in the shared vocabulary, `odd` ones do not. */
interface FieldValues {
  readonly common: readonly string[];
  readonly odd: readonly string[];
}

export interface Shelf {
  readonly shelf: string;
  readonly group: string;
  readonly mainCategory: string;
  readonly categories: readonly string[];
  readonly nouns: readonly string[];
  readonly brands: readonly string[];
  readonly price: readonly [number, number];
  /** Weights of the lightest and the heaviest product of the shelf, in ounces. */
  readonly ounces: readonly [number, number];
  readonly fields: ReadonlyMap<string, FieldValues>;
  readonly parts: readonly string[];
  readonly extras: readonly string[];
  readonly bullets: readonly string[];
  readonly aspects: readonly string[];
}

interface Aspect {
  readonly name: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** Fields a shopper's profile can hold; one axis of a product line is always one of them. */
export const PERSONA_FIELDS: ReadonlySet<string> = new Set([
  'Color',
  'Material',
  'Style',
  'Size',
  'Skin Type',
  'Hair Type',
  'Item Form',
  'Scent',
  'Form Factor',
  'Shell Type',
  'Compatible Devices',
  'Compatible Phone Models',
  'Operating System',
  'RAM',
  'Hard Drive',
  'Processor',
  'Wireless Type',
  'Memory Storage Capacity',
  'Lens Type',
  'Water Resistance Level',
  'Power Source',
]);

/** Fields a clarification can reveal; the other axis of a product line is one of them. */
export const CLARIFICATION_FIELDS: ReadonlySet<string> = new Set([
  'Special Feature',
  'Material Feature',
  'Product Benefits',
  'Finish Type',
  'Recommended Uses For Product',
  'Connectivity Technology',
  'Connector Type',
  'Pattern',
  'Mounting Type',
  'Screen Size',
  'Video Capture Resolution',
  'Ink Color',
  'Shape',
  'Closure',
  'Point Type',
]);

/** Fields whose listings often name several options, separated by commas. */
export const SEVERAL_OPTIONS: ReadonlySet<string> = new Set([
  'Material',
  'Special Feature',
  'Compatible Devices',
  'Recommended Uses For Product',
  'Product Benefits',
  'Material Feature',
  'Connectivity Technology',
  'Connector Type',
  'Skin Type',
  'Hair Type',
  'Occasion',
  'Compatible Phone Models',
]);

const HERE = import.meta.dirname;

const readYaml = (path: string): unknown => parse(readFileSync(join(HERE, path), 'utf8'));

const yamlFilesIn = (folder: string) =>
  readdirSync(join(HERE, folder))
    .filter((name) => name.endsWith('.yaml'))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => readYaml(`${folder}/${name}`));

const list = (text: string | number | undefined) =>
  String(text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

const wordings = (block: string) => block.trim().split('\n');

interface ShelfRow extends Omit<Shelf, 'mainCategory' | 'fields'> {
  readonly main_category: string;
  readonly fields: Record<string, string | number>;
}

export const SHELVES: readonly Shelf[] = (yamlFilesIn('shelves') as ShelfRow[][])
  .flat()
  .map(({ main_category, fields, ...row }) => ({
    ...row,
    mainCategory: main_category,
    fields: new Map(
      Object.entries(fields).map(([field, cell]) => {
        const [common, odd] = String(cell).split('|');
        return [field, { common: list(common), odd: list(odd) }];
      }),
    ),
  }));

export const ASPECTS: ReadonlyMap<string, Aspect> = new Map(
  (yamlFilesIn('aspects') as Record<string, { good: string; bad: string }>[])
    .flatMap((file) => Object.entries(file))
    .map(([name, { good, bad }]) => [name, { name, good: wordings(good), bad: wordings(bad) }]),
);

export const WORDS = readYaml('words.yaml') as {
  readonly line_names: string;
  readonly key_spellings: Record<string, string>;
  readonly bullet_heads: readonly string[];
  readonly common_bullets: readonly string[];
  readonly descriptions: readonly string[];
  readonly review_openers: Record<'good' | 'mixed' | 'bad', readonly string[]>;
  readonly review_closers: Record<'good' | 'mixed' | 'bad', readonly string[]>;
  readonly review_titles: Record<'one' | 'two' | 'three' | 'four' | 'five', readonly string[]>;
  readonly part_praise: readonly string[];
  readonly part_complaints: readonly string[];
};

export const LINE_NAMES: readonly string[] = list(WORDS.line_names);

interface NoiseWords {
  readonly placeholder: readonly string[];
  readonly truncated: Record<string, readonly string[]>;
  readonly variant_code: readonly string[];
  readonly sentence: readonly string[];
  readonly foreign: Record<string, readonly string[]>;
  readonly senseless: Record<string, Record<string, string>>;
  readonly injections: readonly string[];
  readonly controls: readonly string[];
  readonly scripts: readonly string[];
  readonly mixed_titles: readonly string[];
}

export const NOISE_WORDS = readYaml('noise.yaml') as NoiseWords;

export const LAZADA_WORDS = readYaml('lazada.yaml') as {
  readonly shelves: Record<string, { category: string; tl?: string; zh?: string; th?: string }>;
  readonly local_brands: readonly string[];
  readonly shop_names: readonly string[];
  readonly english_words: readonly string[];
  readonly tagalog_words: readonly string[];
  readonly descriptions: readonly string[];
  readonly tagalog_descriptions: readonly string[];
  readonly attribute_keys: Record<string, string>;
};
