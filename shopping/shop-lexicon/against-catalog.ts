import type { Catalog } from '../../catalog/index.ts';
import { entryWith, FieldParts, NUMBER_DIALOGUES, readingPart } from '../../lexicon/index.ts';
import { Complaints } from '../../schemas/errors.ts';
import type { ReadLexicon } from '../../schemas/lexicon.ts';
import { nearestOf } from '../../text/edit-distance.ts';
import { strayKeywordsOf, strayTold } from '../dialogue/clarifiable.ts';
import type { LearnedField } from '../learned/field-kinds.ts';
import { learnedFields } from '../learned/field-uses.ts';
import { deviceAround, PATH_SEPARATOR, typeOfCategory } from '../nouns/product-type.ts';
import { namesOfType } from '../nouns/said-kinds.ts';
import { barredBy } from './field-overview.ts';

const percent = (share: number) => `${Math.round(100 * share)} %`;
const HALF = 0.5;
/** From here on nearly every product states a value of its own. */
const OWN_VALUES = 0.9;

/** Finds a reason against a kind in the values of a field; null where they may well be of it. */
export function againstKind(kind: string, { values, products, shares, examples }: LearnedField): string | null {
  const [first = ''] = examples;
  switch (kind) {
    case 'quantity':
      return shares.numbers < HALF ? `only ${percent(shares.numbers)} of its values are numbers ("${first}")` : null;
    case 'flag':
      return shares.flags < HALF ? `only ${percent(shares.flags)} of its values say yes or no ("${first}")` : null;
    case 'constant':
      return shares.largest < HALF
        ? `its most frequent value "${first}" stands in ${percent(shares.largest)} only`
        : null;
    case 'choice':
    case 'set':
      return values > OWN_VALUES * products && shares.closed < 1 - OWN_VALUES
        ? `its ${products} products state ${values} different values`
        : null;
    case 'identifier':
      return shares.closed > HALF
        ? `${percent(shares.closed)} of its statements are values that several products have`
        : null;
    default:
      return null;
  }
}

const MOST_NAMED = 5;

/** The fields of a catalog that questions can be about, and the numbers that every product has. */
export const questionedFields = (catalog: Catalog): string[] => [
  ...[...learnedFields(catalog)].flatMap(([field, { kind }]) => (UNASKED.has(kind) ? [] : [field])),
  ...NUMBER_DIALOGUES.keys(),
];

const UNASKED: ReadonlySet<string> = new Set(['text', 'identifier', 'constant']);

/**
 * Lists what a lexicon says of a catalog in vain: fields and values that it does not state, product types that no category
 * is called, keywords that open other questions. A ConfigError where its values contradict what is said of their kind.
 */
export function heldTo(catalog: Catalog, { lexicon, placeOf }: ReadLexicon): string[] {
  const notices: string[] = [];
  const complaints = new Complaints();
  const learned = learnedFields(catalog);
  for (const [field, said] of Object.entries(lexicon.fields)) {
    const known = learned.get(field);
    if (known === undefined) {
      const nearest = nearestOf(field, [...learned.keys()]);
      const instead = nearest === null ? '' : `; the nearest it states is "${nearest}"`;
      notices.push(`${placeOf(['fields', field])}: no product of the catalog states "${field}"${instead}`);
      continue;
    }
    const { kind } = FieldParts.parse(entryWith(field, said));
    const against = kind === undefined || said.kind === undefined ? null : againstKind(kind, known);
    if (against !== null)
      complaints.add(
        `${placeOf(['fields', field, 'kind'])} is ${kind}, but ${against}; learned is ${known.kind}: leave the kind out, or correct it`,
      );
    const isToBeAsked = said.asked ?? (said.kind !== undefined || said.ask !== undefined);
    const barred = isToBeAsked === true ? barredBy(catalog, field) : null;
    if (barred !== null)
      notices.push(`${placeOf(['fields', field])}: nothing is asked about ${field} all the same, for ${barred}`);
    if (said.dialogue !== undefined && said.dialogue !== null)
      for (const stray of strayKeywordsOf(field, questionedFields(catalog)))
        notices.push(
          `${placeOf(['fields', field, 'dialogue', 'keywords', stray.place])}: ${strayTold(stray)}; take it away, or write words that only questions about ${field} hold`,
        );
    const named = [
      ...Object.keys((said.values ?? {}) as object).map((value) => ({ value, path: ['values', value] })),
      ...Object.keys((said.never ?? {}) as object).map((value) => ({ value, path: ['never', value] })),
      ...((said.near ?? []) as string[]).flatMap((group, place) =>
        group.split(' | ').map((value) => ({ value, path: ['near', place] })),
      ),
    ];
    const missing = named.filter(({ value }) => catalog.statingRows(field, value).length === 0);
    for (const { value, path } of missing.slice(0, MOST_NAMED))
      notices.push(`${placeOf(['fields', field, ...path])}: no product of the catalog states ${field} "${value}"`);
    if (missing.length > MOST_NAMED)
      notices.push(
        `${placeOf(['fields', field])}: ${missing.length - MOST_NAMED} more values of ${field} are stated by no product of the catalog`,
      );
  }
  complaints.refuse();
  notices.push(...typesInVain(catalog, { lexicon, placeOf }));
  if (readingPart() !== catalog.readWith && readingPart() !== '')
    notices.push(
      `names of fields (aliases) and lists take effect where raw files are read, and ${catalog.path} was read without those of this lexicon; build it again from its raw files with --lexicon`,
    );
  return notices;
}

/** Lists the product types of a lexicon that no category of a catalog is called, nor what one goes with, nor is of, and no title says. */
function typesInVain(catalog: Catalog, { lexicon, placeOf }: ReadLexicon): string[] {
  const nouns = Object.keys(lexicon.types);
  if (nouns.length === 0) return [];
  const paths = catalog.shelves().map(({ path }) => path.split(PATH_SEPARATOR));
  const names = [...new Set(paths.flat())];
  const ofNames = names.map((name) => typeOfCategory([name])?.noun);
  const met = new Set([...ofNames, ...paths.map((path) => deviceAround(path)?.type.noun)]);
  // What is of a kind is called by what that is of as well; a set goes on with what is added to it.
  for (const noun of met)
    for (const parent of (lexicon.types[noun ?? ''] as { parents?: string[] } | undefined)?.parents ?? [])
      met.add(parent);
  return nouns
    .filter((noun) => !met.has(noun) && !namesOfType(noun).some((name) => catalog.titleRows(name).length > 0))
    .map((noun) => {
      const nearest = nearestOf(noun, names);
      const { plural, also = [] } = lexicon.types[noun] as { plural?: string; also?: string[] };
      const called = [noun, ...(plural === undefined ? [] : [plural]), ...also].map((name) => `"${name}"`);
      return `${placeOf(['types', noun])}: no category of the catalog is called ${called.join(' or ')}, and no title says it${nearest === null ? '' : `; the nearest is "${nearest}"`}`;
    });
}
