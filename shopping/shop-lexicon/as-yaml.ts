import { lexiconInForce } from '../../lexicon/index.ts';
import type { Lexicon } from '../../schemas/lexicon.ts';
import { yaml } from '../../text/files/yaml.ts';
import { formatCount } from '../../text/numbers.ts';
import { type CatalogOverview, type FieldOverview, MOSTLY_UNSPOKEN, type Origin } from './field-overview.ts';
import type { Proposals } from './proposed/index.ts';
import type { Suggestion } from './suggestions.ts';

/** Proposals of a model, as the file tells them. */
type Proposed = Pick<Proposals, 'refused' | 'votes' | 'stopped'>;

const WIDTH = 100;
const ORIGINS: Readonly<Record<Origin, string>> = {
  known: 'known before your catalog was seen',
  learned: 'learned from your catalog',
  yours: 'yours',
};

/**
 * Writes the facts about a catalog's fields as a file for people: what they may say stands there as comments, so that
 * reading the file back changes nothing; what they said already stands as they said it.
 */
export function lexiconYaml(
  overview: CatalogOverview,
  suggestions: readonly Suggestion[],
  { digest, proposed = null }: { readonly digest: string; readonly proposed?: Proposed | null },
): string {
  const said = lexiconInForce();
  const fields = overview.fields.filter(({ isRare, field }) => !isRare || said.fields[field] !== undefined);
  const rare = overview.fields.length - fields.length;
  const lines = [
    ...comment(
      `What is known of the fields of a catalog of ${formatCount(overview.products)} products (digest ${digest.slice(0, 16)}). Comments change nothing: take the # from a line, or write one, and give the file with --lexicon. Fields that most products state come first${rare === 0 ? '' : `; ${formatCount(rare)} that hardly any states are left out`}.`,
    ),
    ...(proposed === null
      ? []
      : comment(
          'What a model proposed and checks accepted stands without a # and is yours from now on: correct it, or take it away. What was refused stands below its field, with the reason.',
        )),
    ...(proposed?.stopped == null ? [] : comment(`Not all was asked: ${proposed.stopped}`)),
    '',
    'fields:',
  ];
  for (const field of fields) {
    const own = suggestions.filter((suggestion) => suggestion.field === field.field);
    const entry = [...entryOf(field, overview.products, own, said), ...proposedLines(field.field, proposed)];
    lines.push('', ...entry.map((line) => (line === '' ? '' : `  ${line}`)));
  }
  // Fields that the catalog does not state stay as they were said.
  const stated = new Set(fields.map(({ field }) => field));
  for (const [field, entry] of Object.entries(said.fields))
    if (!stated.has(field)) lines.push('', ...yamlLines({ [field]: entry }).map((line) => `  ${line}`));
  lines.push('', ...typesOf(said), ...proposedLines(null, proposed));
  return `${lines.join('\n')}\n`;
}

/** Tells the fate of a field's proposals: how solvers took its clues, and what was refused. */
function proposedLines(field: string | null, proposed: Proposed | null): string[] {
  if (proposed === null) return [];
  const votes = field === null ? [] : [...(proposed.votes.get(field) ?? [])];
  const refused = proposed.refused.filter((one) => one.field === field);
  return [
    ...votes.flatMap(([value, taken]) => comment(`solvers recovered ${shown(value)} from its clues: ${taken}`)),
    ...refused.flatMap(({ value, what, reason }) =>
      comment(`refused${value === undefined ? '' : ` for ${shown(value)}`}: ${what}: ${reason}`),
    ),
  ].map((line) => `  ${line}`);
}

function typesOf({ types }: Lexicon): string[] {
  if (Object.keys(types).length > 0) return yamlLines({ types });
  return [
    'types:',
    ...comment('A kind of product, other names of it and broader kinds it is one of:').map((line) => `  ${line}`),
    '  # sofa: { plural: sofas, also: [ couch ], parents: [ furniture ] }',
  ];
}

function entryOf(field: FieldOverview, all: number, suggestions: readonly Suggestion[], said: Lexicon): string[] {
  const { kind, kindFrom, unit, products, values, frequent, use, useFrom, reason, unspoken } = field;
  const uses = use === null ? [] : Object.entries(use).flatMap(([name, may]) => (may ? [name] : []));
  const asked =
    use === null
      ? `never asked about: ${reason ?? ''}`
      : `may be asked about${uses.length === 0 ? '' : `, ${uses.join(', ')}`}${reason === null ? '' : `; not hinted at: ${reason}`}${unspoken < MOSTLY_UNSPOKEN ? '' : `; mostly left out (${Math.round(100 * unspoken)} %), for texts do not speak of it`}`;
  const good = frequent.filter(({ against }) => against === null);
  const bad = frequent.flatMap(({ value, against }) => (against === null ? [] : [{ value, against }]));
  const mine = said.fields[field.field];
  return [
    ...comment(
      `${formatCount(products)} of ${formatCount(all)} products, ${formatCount(values)} values${good.length === 0 ? '' : `: ${good.map(({ value, products: count }) => `${shown(value)} (${formatCount(count)})`).join(', ')}`}`,
    ),
    ...comment(`${asked} (${ORIGINS[useFrom]})`),
    `${key(field.field)}:`,
    ...(mine === undefined ? [] : yamlLines(mine).map((line) => `  ${line}`)),
    ...(mine?.kind === undefined && kind !== 'rare' ? [`  # kind: ${kind}  # ${ORIGINS[kindFrom]}`] : []),
    ...(unit === null || mine?.unit !== undefined ? [] : [`  # unit: ${unit}`]),
    ...(bad.length === 0 || mine?.never !== undefined ? [] : neverLines(bad)),
    ...suggestions
      .filter(({ said: entry }) => Object.keys(entry).every((name) => mine?.[name] === undefined))
      .flatMap(({ said: entry, effect }) => [
        `  # with this ${effect}:`,
        ...yamlLines(entry).map((line) => `  # ${line}`),
      ]),
  ];
}

/** Values that are set aside already, each with its reason. */
const neverLines = (bad: readonly { readonly value: string; readonly against: string }[]): string[] => [
  '  # Set aside already:',
  '  # never:',
  ...bad.map(({ value, against }) => `  #   ${key(shown(value))}: ${key(against)}`),
];

const MOST_SHOWN = 40;
const shown = (value: string) =>
  (value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value).replace(/\s+/g, ' ');
const yamlLines = (value: unknown): string[] => yaml().stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
const key = (text: string): string => yaml().stringify(text, { lineWidth: 0 }).trimEnd();

/** A text as comment lines of a width that diffs well. */
function comment(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  // What a catalog says must not end the comment.
  for (const word of text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line !== '#') {
      lines.push(line);
      line = '#  ';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
