import type { Lexicon } from '../../schemas/lexicon.ts';
import { yaml } from '../../text/files/yaml.ts';
import { formatCount } from '../../text/numbers.ts';
import type { CatalogOverview, FieldOverview } from './field-overview.ts';

/** A line of a person's file that would change what tasks can ask about, and what it would change. */
export interface Suggestion {
  readonly field: string;
  /** Statement on the field. */
  readonly said: Lexicon['fields'][string];
  readonly effect: string;
}

/** A field of fewer is no help to many tasks. */
const LEAST_SHARE = 0.02;
const LISTED = /[,;|].*[,;|]/;

/** Lines for the fields that most products state, of those that tasks do not ask about or cannot hint at. */
export function suggestionsFor({ fields }: CatalogOverview, most: number): Suggestion[] {
  const open = fields.filter(({ share, coverage }) => share >= LEAST_SHARE || coverage >= LEAST_SHARE * 5);
  const unasked = open.filter(({ use }) => use === null).flatMap((field) => forUnasked(field) ?? []);
  const unhinted = open.filter(({ use }) => use !== null && !use.hinted).flatMap((field) => forUnhinted(field) ?? []);
  return [...unasked, ...unhinted].slice(0, most);
}

function forUnasked(field: FieldOverview): Suggestion | null {
  const { kind, products, frequent, useFrom, unitMissing } = field;
  const more = `${formatCount(products)} products`;
  if (useFrom !== 'yours' && unitMissing !== null) return forUnit(field, unitMissing);
  if (useFrom !== 'learned') return null;
  switch (kind) {
    case 'text':
      return frequent.some(({ value }) => LISTED.test(value))
        ? { ...said(field, { lists: true }), effect: `its cells are read as lists; of ${more}` }
        : null;
    case 'name':
    case 'set':
      return { ...said(field, { asked: true }), effect: `the query may ask for it; of ${more}` };
    case 'flag':
      return { ...said(field, { name: 'what products have or have not' }), effect: `said as "with …"; of ${more}` };
    default:
      return null;
  }
}

function forUnhinted(field: FieldOverview): Suggestion | null {
  const { kind, frequent, useFrom, unitMissing } = field;
  // What comes with the program is hinted at where it can be.
  if (useFrom === 'known') return null;
  if (kind === 'quantity') return unitMissing === null ? null : forUnit(field, unitMissing);
  const [first] = frequent.filter(({ against }) => against === null);
  if (first === undefined || (kind !== 'choice' && kind !== 'set')) return null;
  const clues = [`a hint that does not say ${first.value}`, 'another hint'];
  return {
    ...said(field, { values: { [first.value]: { clues } } }),
    effect: `a request can hint at it; ${formatCount(first.products)} products state this value`,
  };
}

const forUnit = (field: FieldOverview, unit: string): Suggestion => ({
  ...said(field, { unit }),
  effect: `the unit of its numbers (${unit} or another); ${formatCount(field.products)} products state the field`,
});

const said = ({ field }: FieldOverview, entry: Lexicon['fields'][string]) => ({ field, said: entry });

/** A suggestion as lines of a lexicon, each a comment. */
export const suggestionLines = ({ field, said, effect }: Suggestion): string[] => [
  `# ${effect}`,
  ...yaml()
    .stringify({ [field]: said }, { flowCollectionPadding: true, lineWidth: 0, collectionStyle: 'any' })
    .trimEnd()
    .split('\n')
    .map((line) => `# ${line}`),
];
