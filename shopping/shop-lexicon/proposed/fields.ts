import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import { FIELDS, FieldParts, KINDS_OF_FIELDS, lexiconInForce, useLexicon } from '../../../lexicon/index.ts';
import { shuffled } from '../../../schemas/draw.ts';
import { UnusableReplyError } from '../../../schemas/errors.ts';
import type { Lexicon } from '../../../schemas/lexicon.ts';
import type { Asker } from '../../../schemas/model.ts';
import { fenced } from '../../../text/fenced-data.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { UNIT_OF } from '../../../text/units.ts';
import type { AnswerSets } from '../../answers/answer-set.ts';
import { goTogether } from '../../answers/nearby-values.ts';
import { strayKeywordsOf, strayTold } from '../../dialogue/clarifiable.ts';
import { foldedTokensOf } from '../../dialogue/question-matcher.ts';
import { fill, saysValue } from '../../language/speech.ts';
import { learnedFields } from '../../learned/field-uses.ts';
import { Quantities } from '../../quantities/index.ts';
import { againstKind, questionedFields } from '../against-catalog.ts';
import { candidatesFor } from '../candidates.ts';
import { type CatalogOverview, type FieldOverview, judgedValuesOf } from '../field-overview.ts';
import { FORMS } from '../forms.ts';
import { type BlindChoices, choose } from './blind-choice.ts';
import { kindsStating } from './clues.ts';
import type { Refused } from './refused.ts';

type Said = Lexicon['fields'][string];

const FIELDS_AT_ONCE = 6;
const SHOWN_VALUES = 25;
const CHOICES = 8;
const GROUPS_ASKED = 6;
const BEYOND_DOUBT = 0.9;
const LEAST_KEYWORDS = 3;
/** A field of fewer products is no help to many tasks. */
const LEAST_SHARE = 0.02;
const LEAST_COVERAGE = 0.1;

/** A field that little is known of, with the values it has. */
export interface FieldWanted {
  readonly overview: FieldOverview;
  readonly values: readonly string[];
  /** Kinds of products that state it. */
  readonly about: readonly string[];
}

/** Statements on a field after a model was asked, with what was refused. */
interface ProposedField {
  readonly field: string;
  readonly said: Said;
  readonly refused: readonly Refused[];
}

/** The fields that a model is asked about: those that only their own values tell of, and many products state. */
export function fieldsWanted(catalog: Catalog, { fields }: CatalogOverview, most: number): FieldWanted[] {
  const said = lexiconInForce().fields;
  return fields
    .filter(({ field, share, coverage, kind }) => {
      // What a person says of a field is theirs; what they only take back is asked for anew.
      const isTheirs = Object.values(said[field] ?? {}).some((part) => part !== null);
      const isKnown = FIELDS.get(field)?.say !== undefined || isTheirs;
      return !isKnown && kind !== 'constant' && kind !== 'rare' && (share >= LEAST_SHARE || coverage >= LEAST_COVERAGE);
    })
    .slice(0, most)
    .map((overview) => {
      const values = judgedValuesOf(catalog, overview.field)
        .filter(({ against }) => against === null)
        .slice(0, SHOWN_VALUES)
        .map(({ value }) => value);
      return { overview, values, about: kindsStating(catalog, overview.field, values) };
    });
}

/** The requests that proposing takes at least and at most: for writers, and for solvers. */
export function callsForFields(wanted: readonly FieldWanted[], votes: number) {
  const batches = Math.ceil(wanted.length / FIELDS_AT_ONCE);
  return {
    writer: { low: batches, high: batches },
    solver: { low: wanted.length, high: wanted.length * (1 + GROUPS_ASKED) * votes },
  };
}

const Proposal = (count: number) =>
  z.strictObject({
    fields: z.array(
      z.strictObject({
        field: z.enum(Array.from({ length: count }, (_, place) => String(place + 1)) as [string, ...string[]]),
        /** Shoppers' name for it; null where its own name is what they say. */
        name: z.string().nullable(),
        kind: z.enum(KINDS_OF_FIELDS),
        unit: z.string().nullable(),
        after: z.string().nullable(),
        verb: z.string().nullable(),
        same: z.array(z.array(z.string())),
        near: z.array(z.array(z.string())),
        topic: z.string().nullable(),
        keywords: z.array(z.string()),
        questions: z.array(z.string()),
      }),
    ),
  });
type Proposal = z.infer<ReturnType<typeof Proposal>>['fields'][number];

interface FieldDependencies extends BlindChoices {
  readonly asker: Asker;
  readonly catalog: Catalog;
  readonly answerSets: Pick<AnswerSets, 'stating'>;
  /** The fields that tasks ask about, each by some of its values (`shownBy`). */
  readonly others: readonly string[];
  /**
   * Tells what keeps questions about a field from bringing out what is said of it alone, by the words in force; null
   * where nothing does.
   */
  questionFault(field: string): string | null;
}

/** A field by its most frequent values, for who is not to see what it is called. */
export const shownBy = (values: readonly string[]): string => values.slice(0, 5).join(', ');

/** Has a model say what is known of fields; each part is kept only where a check that can fail lets it pass. */
export async function proposeFields(
  wanted: readonly FieldWanted[],
  dependencies: FieldDependencies,
): Promise<ProposedField[]> {
  const proposed: ProposedField[] = [];
  for (let first = 0; first < wanted.length; first += FIELDS_AT_ONCE) {
    const fields = wanted.slice(first, first + FIELDS_AT_ONCE);
    const reply = await ask(fields, first, dependencies);
    for (const [place, one] of fields.entries()) {
      const proposal = reply?.find(({ field }) => field === String(place + 1));
      const { field } = one.overview;
      proposed.push(
        proposal === undefined
          ? {
              field,
              said: {},
              refused: [
                { field, what: 'field', reason: reply === null ? 'no reply could be used' : 'nothing was said' },
              ],
            }
          : await judged(one, proposal, dependencies),
      );
    }
  }
  return proposed;
}

async function ask(fields: readonly FieldWanted[], first: number, { asker }: FieldDependencies) {
  const shown = fields.map(
    ({ overview: { field, kind, unit }, values, about }, place) =>
      `${place + 1}. ${field} (${kind}${unit === null ? '' : ` in ${unit}`}): ${values.join('; ')}; stated by ${about.join(', ')}`,
  );
  try {
    const { value } = await asker.ask({
      role: 'lexicon_writer',
      prompt: 'lexicon/field_writer.md',
      blanks: {
        ...{ after: FORMS.after, verb: FORMS.verb, dialogue: FORMS.dialogue },
        fields: fenced('fields', shown.join('\n')),
        units: [...new Set(UNIT_OF.values())].join(', '),
      },
      reply: { name: 'fields', schema: Proposal(fields.length) },
      taskId: `lexicon/fields/${first}`,
      attempt: 0,
    });
    return value.fields;
  } catch (error) {
    if (error instanceof UnusableReplyError) return null;
    throw error;
  }
}

async function judged(
  { overview, values, about }: FieldWanted,
  proposal: Proposal,
  dependencies: FieldDependencies,
): Promise<ProposedField> {
  const { field } = overview;
  const said: Record<string, Said[string]> = {};
  const refused: Refused[] = [];
  const take = (part: string, value: Said[string], what: string, against: string | null) => {
    if (against === null) said[part] = value;
    else refused.push({ field, what, reason: against });
  };
  if (proposal.kind !== overview.kind)
    take(
      'kind',
      proposal.kind,
      `kind ${proposal.kind}`,
      againstProposedKind(proposal.kind, field, dependencies.catalog),
    );
  if (proposal.unit !== null && overview.unit === null)
    take(
      'unit',
      proposal.unit,
      `unit "${proposal.unit}"`,
      againstUnit(proposal.unit, field, said, dependencies.catalog),
    );
  if (proposal.name !== null && normaliseValue(proposal.name) !== normaliseValue(field))
    take(
      'name',
      proposal.name,
      `name "${proposal.name}"`,
      await againstName(proposal.name, { field, values, about }, dependencies),
    );
  const [example] = values;
  const phrases = { after: proposal.after, verb: proposal.verb };
  const say: Record<string, string[]> = {};
  for (const [part, phrase] of Object.entries(phrases)) {
    if (phrase === null || example === undefined) continue;
    const against = againstPhrase(phrase, example, field);
    if (against === null) say[part] = [phrase];
    else refused.push({ field, what: `${part} "${phrase}"`, reason: against });
  }
  // A field whose values are said can be excluded in the same words.
  if (say.after !== undefined) say.not = [...say.after];
  if (Object.keys(say).length > 0) said.say = { as: 'plain', ...say };
  await judgeGroups(field, proposal, values, said, refused, dependencies);
  if (proposal.topic !== null && proposal.topic.trim() !== '') {
    const dialogue = {
      label: proposal.topic,
      keywords: proposal.keywords,
      ...(proposal.questions.length >= 4 ? { questions: proposal.questions } : {}),
    };
    take('dialogue', dialogue, `topic "${proposal.topic}"`, againstDialogue(dialogue, field, about, dependencies));
  }
  return { field, said, refused };
}

function againstProposedKind(kind: string, field: string, catalog: Catalog): string | null {
  const learned = learnedFields(catalog).get(field);
  if (learned === undefined) return 'no product states the field';
  // Where nearly all values show what they are, nothing is in doubt.
  const { flags, numbers } = learned.shares;
  if (numbers >= BEYOND_DOUBT && kind !== 'identifier') return 'its values are numbers';
  if (flags >= BEYOND_DOUBT) return 'its values say yes or no';
  if (learned.kind === 'text') return 'its values are sentences';
  return againstKind(kind, learned);
}

/** The numbers of the field have to be read by it, put in force for as long as that takes. */
function againstUnit(unit: string, field: string, said: Said, catalog: Catalog): string | null {
  if (![...UNIT_OF.values()].includes(unit)) return 'is not the short form of a unit that is known';
  const quantity = underWords({ [field]: { ...said, unit } }, () => new Quantities(catalog).of(field));
  return quantity === null ? 'does not make the values of the field amounts' : null;
}

const NAME_TASK =
  'The words are what shoppers call one property of products. Each choice is a property as a catalog names it, with some of its values. Pick the property the words name.';

async function againstName(
  name: string,
  {
    field,
    values,
    about,
  }: { readonly field: string; readonly values: readonly string[]; readonly about: readonly string[] },
  dependencies: FieldDependencies,
): Promise<string | null> {
  // What a clarification asks about the field is made of its name.
  if (!isTelling(name, about)) return 'holds a word for the products themselves';
  const id = `lexicon/name/${field}/${name}`;
  const right = shownBy(values);
  const others = dependencies.others.filter((one) => one !== right);
  const choices = [right, ...shuffled(dependencies.drawFor(id), 'others', others).slice(0, CHOICES - 1)];
  if (choices.length === 1) return 'there is no other field to tell it from';
  const result = await choose({ id, task: NAME_TASK, words: name, choices, right }, dependencies);
  return result.isRecovered ? null : `is not taken for this field (${result.right} of ${result.asked} solvers)`;
}

/** Filled with a value, a phrase says it and nothing of the pattern is left. */
function againstPhrase(phrase: string, value: string, field: string): string | null {
  if (!saysValue(phrase)) return 'has no place for the value, {v} or {a v}';
  const filled = fill(phrase, value, 'plain');
  if (/[{}]/.test(filled)) return 'has another blank than {v} or {a v}';
  return findMentions(filled, value, field).length === 0 ? `hides the value ("${filled}")` : null;
}

const SAME_TASK =
  'The words are one value of a product field. Pick the choice that a shopper would take for the same thing, or could not tell apart from it.';

/** Groups of values that mean the same, or that nobody could tell apart. */
async function judgeGroups(
  field: string,
  { same, near }: Proposal,
  values: readonly string[],
  said: Record<string, Said[string]>,
  refused: Refused[],
  dependencies: FieldDependencies,
): Promise<void> {
  const spelled: Record<string, { also: string[] }> = {};
  const alike: string[] = [];
  const groups = [
    ...same.map((group) => ({ group, isSame: true })),
    ...near.map((group) => ({ group, isSame: false })),
  ].slice(0, GROUPS_ASKED);
  const used = new Set<string>();
  for (const { group, isSame } of groups) {
    const what = `${isSame ? 'same' : 'near'} ${group.join(' | ')}`;
    const stated = group.flatMap((one) => values.find((value) => normaliseValue(value) === normaliseValue(one)) ?? []);
    const against =
      stated.length !== group.length || group.length < 2
        ? 'names a value that the catalog does not state'
        : stated.some((value) => used.has(value))
          ? 'has a value of another group'
          : await againstGroup(field, stated, values, isSame, dependencies);
    if (against !== null) {
      refused.push({ field, what, reason: against });
      continue;
    }
    for (const value of stated) used.add(value);
    const [first = '', ...others] = stated;
    if (isSame) spelled[first] = { also: others };
    else alike.push(stated.join(' | '));
  }
  if (Object.keys(spelled).length > 0) said.values = spelled;
  if (alike.length > 0) said.near = alike;
}

async function againstGroup(
  field: string,
  group: readonly string[],
  values: readonly string[],
  isSame: boolean,
  dependencies: FieldDependencies,
): Promise<string | null> {
  const { answerSets, drawFor } = dependencies;
  const [first = '', ...others] = group;
  for (const other of others) {
    // Who says both of one product does not mean the same by them.
    if (isSame && goTogether(answerSets.stating(field, first), answerSets.stating(field, other)))
      return `"${first}" and "${other}" stand together on most products that state the rarer one`;
    const id = `lexicon/group/${field}/${first}/${other}`;
    const rest = values.filter((value) => !group.includes(value));
    const { values: choices } = candidatesFor(other, field, { near: () => rest, anywhere: () => rest }, drawFor(id));
    if (choices.length < 2) return 'there is no other value to tell them from';
    const right = choices.find((choice) => normaliseValue(choice) === normaliseValue(other)) ?? other;
    const result = await choose({ id, task: SAME_TASK, words: first, choices, right }, dependencies);
    if (!result.isRecovered)
      return `"${other}" is not taken for "${first}" (${result.right} of ${result.asked} solvers)`;
  }
  return null;
}

/**
 * Tells whether words hold no noun that a product is called by, which stands in its query: a question with such nouns
 * alone means nothing.
 */
function isTelling(words: string, about: readonly string[]): boolean {
  const nouns = new Set(about.flatMap(foldedTokensOf));
  return !foldedTokensOf(words).some((word) => nouns.has(word));
}

/** The field's questions have to open what is said about it, and idle ones nothing. */
function againstDialogue(
  dialogue: { label: string; keywords: string[]; questions?: string[] },
  field: string,
  about: readonly string[],
  { questionFault, catalog }: FieldDependencies,
): string | null {
  const parsed = FieldParts.safeParse({ dialogue });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'is no dialogue';
  const telling = dialogue.keywords.filter((keyword) => isTelling(keyword, about));
  if (telling.length < LEAST_KEYWORDS)
    return `has ${telling.length} keywords without a word for the products themselves, expected ${LEAST_KEYWORDS}`;
  return underWords({ [field]: { dialogue } }, () => {
    const [stray] = strayKeywordsOf(field, questionedFields(catalog));
    return questionFault(field) ?? (stray === undefined ? null : strayTold(stray));
  });
}

/** Runs a function while more is said of fields than the lexicon in force does. */
function underWords<T>(more: Lexicon['fields'], act: () => T): T {
  const before = lexiconInForce();
  useLexicon({ ...before, fields: { ...before.fields, ...more } });
  try {
    return act();
  } finally {
    useLexicon(before);
  }
}
