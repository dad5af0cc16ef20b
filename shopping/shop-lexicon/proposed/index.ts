import type { Catalog } from '../../../catalog/index.ts';
import { layeredLexicons, lexiconInForce, useLexicon } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { ConfigError, ModelError } from '../../../schemas/errors.ts';
import type { Lexicon } from '../../../schemas/lexicon.ts';
import type { Asker } from '../../../schemas/model.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { AnswerSets } from '../../answers/answer-set.ts';
import { overviewOf } from '../field-overview.ts';
import { check } from '../read-lexicon.ts';
import { choose } from './blind-choice.ts';
import {
  type AcceptedClue,
  type CluesWanted,
  callsForClues,
  cluesWanted,
  type FieldClues,
  LEAST_CLUES,
  proposeClues,
} from './clues.ts';
import { callsForFields, type FieldWanted, fieldsWanted, proposeFields, shownBy } from './fields.ts';
import type { Refused } from './refused.ts';
import { callsForTypes, proposeTypes, type TypeWanted, typesWanted } from './types.ts';

/** Limits on what a model may be asked about: at most so many fields, product types, and values of each field. */
export interface Extent {
  readonly fields: number;
  readonly types: number;
  readonly values: number;
}

interface ProposingSettings {
  readonly asker: Asker;
  /** Solvers asked about each clue and name, at most. */
  readonly votes: number;
  readonly extent: Extent;
  /**
   * Tells what keeps questions about a field from bringing out what is said of it alone, by the words in force; null
   * where nothing does.
   */
  questionFault(field: string): string | null;
  onProgress?(done: number, total: number, detail: string): void;
}

/** Proposals of a model for a catalog's words that checks let pass, beside what was in force before. */
export interface Proposals {
  /** The lexicon that was in force, and over it what was accepted. */
  readonly lexicon: Lexicon;
  readonly refused: readonly Refused[];
  /** Results of solvers with the clues of a value: "3 of 3, 2 of 3, 3 of 3"; by field and value. */
  readonly votes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly accepted: {
    readonly clues: number;
    readonly values: number;
    readonly fields: number;
    readonly types: number;
  };
  /** Why nothing more was asked; null where all was. */
  readonly stopped: string | null;
}

/** Questions a model would be asked, as far as they are known before anybody is. */
interface Plan {
  readonly fields: readonly FieldWanted[];
  readonly types: readonly TypeWanted[];
  readonly clues: readonly CluesWanted[];
}

export function planProposals(catalog: Catalog, { fields, types, values }: Extent): Plan {
  const overview = overviewOf(catalog);
  return {
    fields: fieldsWanted(catalog, overview, fields),
    types: typesWanted(catalog, types),
    clues: cluesWanted(catalog, overview, values),
  };
}

/** Requests of a plan, for the writer and for the solvers, each at least and at most. */
export function callsFor({ fields, types, clues }: Plan, votes: number) {
  const all = [callsForFields(fields, votes), callsForTypes(types, votes), callsForClues(clues, votes)];
  const sum = (role: 'writer' | 'solver', end: 'low' | 'high') => all.reduce((so, calls) => so + calls[role][end], 0);
  const range = (role: 'writer' | 'solver') => ({ low: sum(role, 'low'), high: sum(role, 'high') });
  return { writer: range('writer'), solver: range('solver') };
}

const PLACEHOLDER = 'do something that a shopper may well say of a thing like this one';

/** Asks what a solver is asked about each value of a plan, so that a rehearsal can tell how long that is. */
export async function rehearseSolvers({ clues }: Plan, { asker }: Pick<ProposingSettings, 'asker'>): Promise<void> {
  for (const { field, values, all } of clues)
    for (const value of values) {
      const choices = [value, ...all.filter((one) => one !== value).slice(0, 7)];
      const question = {
        id: `lexicon/rehearsal/${field}/${value}`,
        task: '',
        words: PLACEHOLDER,
        choices,
        right: value,
      };
      await choose(question, { asker, votes: 1, drawFor: drawOf }).catch(endless);
    }
}

function endless(error: unknown): null {
  if (error instanceof ModelError && !error.ends) return null;
  throw error;
}

const SEED = 0;
const drawOf = (id: string) => drawFor(SEED, id, 'lexicon');

/**
 * Has a model propose what is known of a catalog's fields, product types and values, and keeps what its checks let pass:
 * fields and types first, so that clues are written and solved in their words. Leaves the lexicon in force as it was.
 */
export async function propose(catalog: Catalog, settings: ProposingSettings): Promise<Proposals> {
  const before = lexiconInForce();
  try {
    return await proposed(catalog, settings, before);
  } finally {
    useLexicon(before);
  }
}

async function proposed(catalog: Catalog, settings: ProposingSettings, before: Lexicon): Promise<Proposals> {
  const { asker, votes, extent, questionFault, onProgress = () => {} } = settings;
  const answerSets = new AnswerSets(catalog);
  const shared = { asker, votes, drawFor: drawOf, catalog, answerSets };
  const refused: Refused[] = [];
  let stopped: string | null = null;
  const orStopped = (error: unknown): null => {
    if (!(error instanceof ModelError)) throw error;
    // A refused key, an unknown model: nothing is gained by writing what came before.
    if (error.mendable) throw new ConfigError(error.message, { cause: error });
    stopped ??= error.message;
    return null;
  };
  const plan = planProposals(catalog, extent);
  onProgress(0, plan.clues.length, 'fields');
  const others = overviewOf(catalog)
    .fields.filter(({ use }) => use !== null)
    .map(({ frequent }) => shownBy(frequent.filter(({ against }) => against === null).map(({ value }) => value)));
  const fields = await proposeFields(plan.fields, { ...shared, others, questionFault }).catch(orStopped);
  const types = await proposeTypes(plan.types, shared).catch(orStopped);
  let lexicon = before;
  const typesBefore = Object.keys(before.types).length;
  let acceptedFields = 0;
  for (const { field, said, refused: reasons } of fields ?? []) {
    refused.push(...reasons);
    const held = withParts(lexicon, field, said, refused);
    if (held !== lexicon) acceptedFields++;
    lexicon = held;
  }
  for (const [noun, type] of Object.entries(types?.types ?? {})) {
    const more = layeredLexicons(lexicon, { types: { [noun]: type } });
    const against = againstLexicon({ fields: {}, types: more.types });
    if (against === null) lexicon = more;
    else refused.push({ field: null, value: noun, what: 'type', reason: against });
  }
  refused.push(...(types?.refused ?? []));
  useLexicon(lexicon);
  const wanted = planProposals(catalog, extent).clues;
  let done = 0;
  const found = await Promise.all(
    wanted.map(async (one) => {
      const clues = await proposeClues(one, shared).catch(orStopped);
      onProgress(++done, wanted.length, one.field);
      return clues;
    }),
  );
  const { accepted, ...kept } = withClues(lexicon, found, refused);
  return {
    ...kept,
    ...{ refused, stopped },
    accepted: { ...accepted, fields: acceptedFields, types: Object.keys(lexicon.types).length - typesBefore },
  };

  function withClues(words: Lexicon, all: readonly (FieldClues | null)[], reasons: Refused[]) {
    const said = new Set<string>();
    const votesOf = new Map<string, Map<string, string>>();
    const tally = { clues: 0, values: 0 };
    let result = words;
    for (const clues of all) {
      if (clues === null) continue;
      reasons.push(...clues.refused);
      for (const [value, accepted] of clues.accepted) {
        // A clue of two values would stand for either.
        const own = accepted.filter(({ text }) => !said.has(normaliseText(text)));
        for (const { text } of own) said.add(normaliseText(text));
        if (own.length < LEAST_CLUES) {
          reasons.push({ field: clues.field, value, what: 'clues', reason: 'stand for values of other fields too' });
          continue;
        }
        const held = withParts(result, clues.field, { values: { [value]: { clues: byKind(own) } } }, reasons);
        if (held === result) continue;
        result = held;
        tally.values++;
        tally.clues += own.length;
        const ofField = votesOf.get(clues.field) ?? new Map<string, string>();
        votesOf.set(clues.field, ofField.set(value, own.map((clue) => clue.votes).join(', ')));
      }
    }
    return { lexicon: result, votes: votesOf, accepted: tally };
  }
}

function byKind(clues: readonly AcceptedClue[]): Record<string, string[]> {
  const kinds: Record<string, string[]> = {};
  for (const { kind, text } of clues) kinds[kind] = [...(kinds[kind] ?? []), text];
  return kinds;
}

/** A lexicon with what is said of a field besides, part by part; what the whole cannot hold is refused. */
function withParts(lexicon: Lexicon, field: string, said: Lexicon['fields'][string], refused: Refused[]): Lexicon {
  let held = lexicon;
  for (const [part, value] of Object.entries(said)) {
    const more = layeredLexicons(held, { fields: { [field]: { [part]: value } } });
    const against = againstLexicon({ fields: { [field]: more.fields[field] ?? {} }, types: {} });
    if (against === null) held = more;
    else refused.push({ field, what: part, reason: against });
  }
  return held;
}

/** Says what a file with these words would be refused for; null where it would not be. */
function againstLexicon(lexicon: Lexicon): string | null {
  try {
    check({ lexicon, placeOf: (path) => path.map(String).join('.') });
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
