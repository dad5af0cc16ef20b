import { META_FILE } from './amazon-noise.ts';
import type { AmazonRow, Listing } from './listings.ts';
import { productId } from './listings.ts';
import { diceFor } from './random.ts';
import { NOISE_WORDS } from './tables.ts';

/** A planted defect of a whole row, or of text outside the details. Lines are counted from 1. */
export interface PlantedRow {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly product?: string;
  readonly where?: string;
}

/** A line of the file in the making; extra lines stand for no listing of their own. */
interface Draft {
  readonly text: string;
  readonly marks: readonly Omit<PlantedRow, 'file' | 'line'>[];
}

type Change = (row: AmazonRow, index: number) => void;
interface Edit {
  readonly kind: string;
  readonly where?: string;
  readonly count: number;
  readonly fits: (listing: Listing) => boolean;
  readonly change: Change;
}
const edit = (kind: string, count: number, fits: Edit['fits'], change: Change): Edit => ({ kind, count, fits, change });
/** An edit of titles, which product lines keep as they are. */
const ofTitle = (kind: string, count: number, change: (title: string, index: number) => string): Edit => ({
  ...edit(kind, count, isSingle, (row, index) => {
    row.title = change(row.title, index);
  }),
  where: 'title',
});

// A title that is part of a planted contradiction stays as it is.
const isSingle = ({ line, row }: Listing) => line.axes.length === 0 && !row.title.includes('Set of 6');
const cycle = <Item>(items: readonly Item[], index: number) => items[index % items.length]!;

const { injections, controls, scripts, mixed_titles: mixedTitles } = NOISE_WORDS;

/** Edits of rows that stay products. Titles are only touched outside product lines. */
const EDITS: readonly Edit[] = [
  edit('empty_title', 8, isSingle, (row, index) => {
    row.title = index % 4 === 3 ? '   ' : '';
  }),
  ofTitle('prompt_injection', 8, (title, index) => `${title}. ${cycle(injections, index)}`),
  ofTitle('control_characters', 7, (title, index) => {
    const middle = title.indexOf(' ');
    return `${title.slice(0, middle)}${cycle(controls, index)}${title.slice(middle)}`;
  }),
  ofTitle('script_tag', 5, (title, index) => `${title} ${cycle(scripts, index)}`),
  edit('mixed_language_title', 18, isSingle, (row, index) => {
    row.title = cycle(mixedTitles, index).replace('{title}', row.title);
  }),
  {
    ...edit(
      'prompt_injection',
      10,
      ({ row }) => row.features.length > 0,
      (row, index) => {
        row.features = [...row.features, cycle(injections, index)];
      },
    ),
    where: 'features',
  },
  edit('null_main_category', 14, isSingle, (row) => {
    row.main_category = null;
  }),
  edit(
    'dash_price',
    34,
    ({ row }) => row.price === null,
    (row) => {
      row.price = '—';
    },
  ),
  edit(
    'text_price',
    16,
    ({ row }) => typeof row.price === 'number',
    (row, index) => {
      const price = (row.price as number).toFixed(2);
      row.price = index % 2 === 0 ? `from ${price}` : `$${price}`;
    },
  ),
];

/** Lines that are no JSON, or JSON that is no product. */
function strayLines(rows: readonly AmazonRow[]): Draft[] {
  const dice = diceFor('stray lines');
  const [one, two, three, four, five, six, seven, eight] = dice.some(rows, 8).map((row, index) => ({
    ...row,
    parent_asin: productId('stray', index),
  })) as [AmazonRow, AmazonRow, AmazonRow, AmazonRow, AmazonRow, AmazonRow, AmazonRow, AmazonRow];
  const { parent_asin: _, ...anonymous } = eight;
  const broken = (text: string): Draft => ({ text, marks: [{ kind: 'broken_json' }] });
  return [
    broken(JSON.stringify(one).slice(0, 240)),
    broken(JSON.stringify(two).replace('"title":', '"title":"')),
    broken(JSON.stringify(three).replaceAll('"', "'")),
    broken(JSON.stringify(four).replace('"videos":[]', '"videos":NaN')),
    broken(`${JSON.stringify(five)},`),
    broken(JSON.stringify(six).slice(1)),
    { text: JSON.stringify([seven.title, seven.store]), marks: [{ kind: 'array_row' }] },
    { text: JSON.stringify(anonymous), marks: [{ kind: 'missing_parent_asin' }] },
  ];
}

/** The same product once more: word for word, or saying something else. */
function repeatedLines(listings: readonly Listing[]): { readonly id: string; readonly draft: Draft }[] {
  const dice = diceFor('repeated lines');
  return dice.some(listings, 16).map(({ row }, index) => {
    const id = row.parent_asin;
    if (index < 8)
      return { id, draft: { text: JSON.stringify(row), marks: [{ kind: 'exact_duplicate', product: id }] } };
    const price = typeof row.price === 'number' ? row.price + 4 : 14.99;
    const other = { ...row, title: `${row.title} (New Version)`, price, rating_number: row.rating_number + 7 };
    return { id, draft: { text: JSON.stringify(other), marks: [{ kind: 'conflicting_duplicate', product: id }] } };
  });
}

/** The lines of the metadata file, in the order of `listings`, with row noise planted among them. */
export function writeMetaLines(listings: readonly Listing[]): { lines: string[]; rows: PlantedRow[] } {
  const marksOf = new Map<string, Omit<PlantedRow, 'file' | 'line'>[]>();
  for (const [place, { kind, where, count, fits, change }] of EDITS.entries()) {
    const open = listings.filter((listing) => fits(listing) && !marksOf.has(listing.row.parent_asin));
    for (const [index, { row }] of diceFor('row noise', place).some(open, count).entries()) {
      change(row, index);
      const mark = { kind, product: row.parent_asin, ...(where === undefined ? {} : { where }) };
      marksOf.set(row.parent_asin, [mark]);
    }
  }
  const drafts: Draft[] = listings.map(({ row }) => ({
    text: JSON.stringify(row),
    marks: marksOf.get(row.parent_asin) ?? [],
  }));
  const dice = diceFor('row places');
  for (const draft of strayLines(listings.map(({ row }) => row))) {
    drafts.splice(dice.between(20, drafts.length), 0, draft);
  }
  const untouched = listings.filter(({ row }) => !marksOf.has(row.parent_asin));
  for (const { id, draft } of repeatedLines(untouched)) {
    const original = drafts.findIndex(({ text }) => text.includes(`"parent_asin":"${id}"`));
    drafts.splice(dice.between(original + 1, drafts.length), 0, draft);
  }
  const rows = drafts.flatMap(({ marks }, index) =>
    marks.map((mark) => ({ file: META_FILE, line: index + 1, ...mark })),
  );
  return { lines: drafts.map(({ text }) => text), rows };
}
