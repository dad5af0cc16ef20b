import {
  type CatalogOverview,
  type FieldOverview,
  MOSTLY_UNSPOKEN,
} from '../../shopping/shop-lexicon/field-overview.ts';
import { type Suggestion, suggestionLines } from '../../shopping/shop-lexicon/suggestions.ts';
import { formatCount } from '../../text/numbers.ts';
import { displayWidth, truncate } from '../terminal/display-width.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';

interface Shown {
  readonly overview: CatalogOverview;
  readonly suggestions: readonly Suggestion[];
  readonly notices: readonly string[];
  /** Also fields that hardly any product states. */
  readonly allFields: boolean;
}

const LONGEST_NAME = 22;
const LONGEST_REASON = 70;
const LONGEST_EXAMPLES = 60;
/** Examples that are cut shorter than this say little: the row is laid out otherwise. */
const SHORTEST_EXAMPLES = 10;
const GAP = 2;
/** Mark of a kind that a person's lexicon says. */
const YOURS = ' *';

/** Lays out for a window what tasks make of a catalog's fields. */
export function renderOverview(
  { overview, suggestions, notices, allFields }: Shown,
  output: Pick<Output, 'width' | 'colour'>,
): string {
  const page = new Page(output);
  for (const notice of notices) page.paragraph(notice, { hanging: 2 });
  const { fields, products } = overview;
  const asked = fields.filter(({ use }) => use !== null);
  const others = fields.filter(({ use, isRare }) => use === null && (allFields || !isRare));
  const left = fields.length - asked.length - others.length;
  page.heading(`Asked about: ${formatCount(asked.length)} of ${formatCount(fields.length)} fields`);
  if (asked.length > 0)
    table(
      page,
      ['field', 'kind', 'stated', 'values', 'hidden', 'hinted', 'clarified', 'excluded'],
      asked.map((field) => ({ field, cells: askedCells(field, products) })),
    );
  if ([...asked, ...others].some(({ kindFrom }) => kindFrom === 'yours'))
    page.paragraph(`${YOURS.trim()} a kind that your lexicon says`, { style: 'dim' });
  tellUnspoken(page, asked);
  page.heading(`Never asked about: ${formatCount(fields.length - asked.length)}`);
  if (others.length > 0)
    table(
      page,
      ['field', 'kind', 'stated', 'values', 'why not'],
      others.map((field) => ({ field, cells: otherCells(field, products) })),
    );
  if (left > 0)
    page.paragraph(`${formatCount(left)} more that hardly any product states: --all-fields lists them`, { hanging: 2 });
  tellSuggestions(page, suggestions);
  return page.text;
}

const percent = (share: number) => (share > 0 && share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`);
const yes = (may: boolean): Cell => ({ text: may ? 'yes' : '-', style: may ? 'green' : 'dim' });
const name = ({ field }: FieldOverview): Cell => ({ text: truncate(escapeForTerminal(field), LONGEST_NAME) });

/** Rows with examples in what room their cells leave. */
function table(
  page: Page,
  headings: readonly string[],
  rows: readonly { readonly field: FieldOverview; readonly cells: readonly Cell[] }[],
): void {
  const taken = headings.reduce(
    (sum, heading, at) =>
      sum + GAP + Math.max(heading.length, ...rows.map(({ cells }) => displayWidth(cells[at]?.text ?? ''))),
    0,
  );
  const beside = page.room(0) - taken;
  const room = beside < SHORTEST_EXAMPLES ? page.room(SHORTEST_EXAMPLES + GAP) : Math.min(beside, LONGEST_EXAMPLES);
  page.table(
    [...headings, 'such as'],
    rows.map(({ field, cells }) => [...cells, examples(field, room)]),
  );
}

function examples({ frequent }: FieldOverview, room: number): Cell {
  const good = frequent.filter(({ against }) => against === null).map(({ value }) => value);
  const shown = good.length > 0 ? good : frequent.map(({ value }) => value);
  return { text: truncate(escapeForTerminal(shown.slice(0, 4).join(', ')), room), left: true };
}

const kindOf = ({ kind, kindFrom, unit }: FieldOverview): Cell => ({
  text: `${kind}${unit === null || kind !== 'quantity' ? '' : ` (${unit})`}${kindFrom === 'yours' ? YOURS : ''}`,
  left: true,
});

const factCells = (field: FieldOverview, products: number): Cell[] => [
  name(field),
  kindOf(field),
  { text: percent(field.products / Math.max(1, products)) },
  { text: formatCount(field.values) },
];

function askedCells(field: FieldOverview, products: number): Cell[] {
  const { use } = field;
  return [
    ...factCells(field, products),
    yes(use?.hidden === true),
    use?.hinted === true
      ? yes(true)
      : { text: field.reason === 'no value has a clue' ? 'add clues' : '-', style: 'dim' },
    yes(use?.clarified === true),
    yes(use?.excluded === true),
  ];
}

const otherCells = (field: FieldOverview, products: number): Cell[] => [
  ...factCells(field, products),
  { text: truncate(escapeForTerminal(field.reason ?? ''), LONGEST_REASON), left: true },
];

/** Names fields that tasks hardly come to ask about, though they may. */
function tellUnspoken(page: Page, asked: readonly FieldOverview[]): void {
  const silent = asked.filter(({ unspoken }) => unspoken >= MOSTLY_UNSPOKEN);
  if (silent.length === 0) return;
  const names = silent.map(({ field, unspoken }) => `${escapeForTerminal(field)} ${percent(unspoken)}`);
  page.paragraph(
    `Seldom asked about all the same, for titles, descriptions and reviews of their kind do not speak of it (share of products it is left out for; \`asked: true\` asks it in spite of that): ${names.join(', ')}`,
    { hanging: 2 },
  );
}

function tellSuggestions(page: Page, suggestions: readonly Suggestion[]): void {
  if (suggestions.length === 0) return;
  page.heading('What a line of yours would change (my.yaml, given with --lexicon)');
  page.raw(['fields:'], 2, 2);
  for (const suggestion of suggestions)
    for (const line of suggestionLines(suggestion)) page.raw([escapeForTerminal(line)], 4, 4);
}
