import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import { CLUE_KINDS, type ClueKind, FIELDS } from '../../../lexicon/index.ts';
import { UnusableReplyError } from '../../../schemas/errors.ts';
import type { Asker } from '../../../schemas/model.ts';
import { fenced } from '../../../text/fenced-data.ts';
import { normaliseText } from '../../../text/normalise.ts';
import type { AnswerSets } from '../../answers/answer-set.ts';
import { goTogether } from '../../answers/nearby-values.ts';
import { candidatesFor } from '../candidates.ts';
import { againstClue } from '../clue-gates.ts';
import { type CatalogOverview, type FieldOverview, judgedValuesOf } from '../field-overview.ts';
import { FORMS } from '../forms.ts';
import { areNear } from '../near-values.ts';
import { type BlindChoices, choose } from './blind-choice.ts';
import type { Refused } from './refused.ts';

/** Fewer accepted clues leave a value as it was. */
export const LEAST_CLUES = 3;
/** Clues asked for each value: some will be refused. */
const ASKED_CLUES = 5;
const VALUES_AT_ONCE = 8;
const ROUNDS = 2;
/** A value of fewer products is no help to many tasks. */
const LEAST_PRODUCTS = 3;
const SHOWN_VALUES = 40;
const SHOWN_KINDS = 8;

/** A field and those of its values that have too few clues. */
export interface CluesWanted {
  readonly field: string;
  readonly label: string;
  /** Kinds of products that state it. */
  readonly about: readonly string[];
  readonly values: readonly string[];
  /** All values of the field, the most frequent first. */
  readonly all: readonly string[];
}

/** A clue that passed the gates, and how solvers took it. */
export interface AcceptedClue {
  readonly kind: ClueKind;
  readonly text: string;
  readonly votes: string;
}

/** Clues of a field after checking: those accepted and those refused. */
export interface FieldClues {
  readonly field: string;
  readonly accepted: ReadonlyMap<string, readonly AcceptedClue[]>;
  readonly refused: readonly Refused[];
}

const isHintedAt = ({ use, kind }: FieldOverview) =>
  use !== null && (kind === 'choice' || kind === 'set' || kind === 'flag');

/** The values without clues that some are to be proposed for, of so many at most in each field. */
export function cluesWanted(catalog: Catalog, { fields }: CatalogOverview, most: number): CluesWanted[] {
  return fields.filter(isHintedAt).flatMap((overview): CluesWanted[] => {
    const { field } = overview;
    const judged = judgedValuesOf(catalog, field).filter(({ against }) => against === null);
    const values = judged
      .filter(({ clues, products }) => clues === 0 && products >= LEAST_PRODUCTS)
      .slice(0, most)
      .map(({ value }) => value);
    // Whoever hints at the only value hints at nothing.
    if (values.length === 0 || judged.length < 2) return [];
    const about = kindsStating(catalog, field, values);
    const label = FIELDS.get(field)?.name ?? FIELDS.get(field)?.dialogue?.label ?? field;
    return [{ field, label, about, values, all: judged.map(({ value }) => value) }];
  });
}

/** The shelves of the products that state the most frequent values, most products first. */
export function kindsStating(catalog: Catalog, field: string, values: readonly string[]): string[] {
  const { shelf } = catalog.numericColumns();
  const names = catalog.shelves();
  const counts = new Map<string, number>();
  for (const value of values.slice(0, SHOWN_KINDS))
    for (const row of catalog.statingRows(field, value)) {
      const name = (names[shelf[row] as number]?.path ?? '').split(' > ').at(-1) ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SHOWN_KINDS)
    .map(([name]) => name);
}

/** The requests that proposing takes at least and at most: for writers, and for solvers. */
export function callsForClues(wanted: readonly CluesWanted[], votes: number) {
  const batches = wanted.reduce((sum, { values }) => sum + Math.ceil(values.length / VALUES_AT_ONCE), 0);
  const values = wanted.reduce((sum, { values: some }) => sum + some.length, 0);
  return {
    writer: { low: batches, high: batches + values },
    solver: { low: values * LEAST_CLUES, high: values * ASKED_CLUES * ROUNDS * votes },
  };
}

const Reply = (count: number) =>
  z.strictObject({
    values: z.array(
      z.strictObject({
        value: z.enum(Array.from({ length: count }, (_, place) => String(place + 1)) as [string, ...string[]]),
        clues: z.array(z.strictObject({ kind: z.enum(CLUE_KINDS), text: z.string() })),
      }),
    ),
  });

interface Dependencies extends BlindChoices {
  readonly asker: Asker;
  readonly answerSets: Pick<AnswerSets, 'stating'>;
}

/**
 * Has clues proposed for the values of a field. Each goes through the gates of clues and is kept only where solvers
 * recover its value among the field's others; what is refused is shown to the model once more, with the reasons.
 */
export async function proposeClues(wanted: CluesWanted, dependencies: Dependencies): Promise<FieldClues> {
  const accepted = new Map<string, AcceptedClue[]>(wanted.values.map((value) => [value, []]));
  const refused: Refused[] = [];
  const tried = new Set<string>();
  for (let first = 0; first < wanted.values.length; first += VALUES_AT_ONCE) {
    let values = wanted.values.slice(first, first + VALUES_AT_ONCE);
    for (let round = 0; round < ROUNDS && values.length > 0; round++) {
      const before = refused.filter(({ value }) => value !== undefined && values.includes(value));
      const proposed = await proposals(wanted, values, { round, before, place: first, refused }, dependencies);
      const fresh = proposed.filter(({ text }) => {
        const isNew = !tried.has(normaliseText(text));
        tried.add(normaliseText(text));
        return isNew;
      });
      const judged = await Promise.all(fresh.map((clue) => judge(wanted, clue, dependencies)));
      for (const { value, clue, against } of judged)
        if (against === null) accepted.get(value)?.push(clue);
        else refused.push({ field: wanted.field, value, what: `clue "${clue.text}"`, reason: against });
      values = values.filter((value) => !areEnough(accepted.get(value) ?? []));
    }
  }
  for (const [value, clues] of accepted) {
    if (areEnough(clues)) continue;
    accepted.delete(value);
    const wasProposed = clues.length > 0 || refused.some((one) => one.value === value);
    const reason = !wasProposed
      ? 'none was proposed'
      : clues.length < LEAST_CLUES
        ? `${clues.length} of ${LEAST_CLUES} clues were accepted`
        : 'all its clues are comparisons, and a task takes one riddle at most';
    refused.push({ field: wanted.field, value, what: 'clues', reason });
  }
  return { field: wanted.field, accepted, refused };
}

const areEnough = (clues: readonly AcceptedClue[]) =>
  clues.length >= LEAST_CLUES && clues.some(({ kind }) => kind !== 'comparison');

interface ProposedClue {
  readonly value: string;
  readonly kind: ClueKind;
  readonly text: string;
}

async function proposals(
  { field, label, about, all }: CluesWanted,
  values: readonly string[],
  asked: { round: number; place: number; before: readonly Refused[]; refused: Refused[] },
  { asker }: Dependencies,
): Promise<ProposedClue[]> {
  const told =
    asked.before.length === 0
      ? ''
      : `These were refused, each with the reason; write others:\n${fenced('refused', asked.before.map(({ value, what, reason }) => `${value}: ${what} ${reason}`).join('\n'))}`;
  try {
    const { value: reply } = await asker.ask({
      role: 'lexicon_writer',
      prompt: 'lexicon/clue_writer.md',
      blanks: {
        form: FORMS.clue,
        field: fenced('field', `${label}\nin the catalog: ${field}\nstated by: ${about.join(', ')}`),
        others: fenced('others', all.slice(0, SHOWN_VALUES).join('\n')),
        values: fenced('values', values.map((value, place) => `${place + 1}. ${value}`).join('\n')),
        count: String(ASKED_CLUES),
        refused: told,
      },
      reply: { name: 'clues', schema: Reply(values.length) },
      taskId: `lexicon/clues/${field}/${asked.place}`,
      attempt: asked.round,
    });
    return reply.values.flatMap(({ value: place, clues }) =>
      clues.map(({ kind, text }) => ({ value: values[Number(place) - 1] as string, kind, text: text.trim() })),
    );
  } catch (error) {
    if (!(error instanceof UnusableReplyError)) throw error;
    for (const value of values) asked.refused.push({ field, value, what: 'clues', reason: 'no reply could be used' });
    return [];
  }
}

const TASK =
  'The words are a hint that a shopper gives instead of saying which value of a product field they want. Pick the value the words stand for.';

async function judge(
  { field, all }: CluesWanted,
  { value, kind, text }: ProposedClue,
  dependencies: Dependencies,
): Promise<{ value: string; clue: AcceptedClue; against: string | null }> {
  const { answerSets, drawFor } = dependencies;
  const clue = { kind, text, votes: '' };
  const spellings = FIELDS.get(field)?.values[value]?.also ?? [];
  const others = all.filter((other) => other !== value && !areNear(field, value, other));
  const against = againstClue({ clue: text, field, value, spellings, others });
  if (against !== null) return { value, clue, against };
  const id = `lexicon/clue/${field}/${value}/${text}`;
  const { values: choices, hidden } = candidatesFor(
    value,
    field,
    {
      near: () => all,
      anywhere: () => all,
      goTogether: (_, one, other) => goTogether(answerSets.stating(field, one), answerSets.stating(field, other)),
    },
    drawFor(id),
  );
  if (choices.length === 1) return { value, clue, against: 'has nothing to be told apart from' };
  const result = await choose({ id, task: TASK, words: text, choices, right: hidden }, dependencies);
  const votes = `${result.right} of ${result.asked}`;
  return {
    value,
    clue: { ...clue, votes },
    against: result.isRecovered
      ? null
      : `is not recovered (${votes} solvers), taken for ${result.mistaken === null ? 'nothing' : `"${result.mistaken}"`}`,
  };
}
