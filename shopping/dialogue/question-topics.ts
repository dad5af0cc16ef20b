import { z } from 'zod';
import { englishWords, FIELDS, onDemand, onLexicon, readWords } from '../../lexicon/index.ts';
import { Recent } from '../../text/cache/recent.ts';
import { tokensOf } from '../../text/normalise.ts';
import { dimensionOf, UNIT_OF } from '../../text/units.ts';
import { coreOf, goesWith } from '../language/field-name.ts';
import { dialogueOf, isListed } from './field-dialogues.ts';
import { isGeneric } from './generic-keywords.ts';
import {
  choicesOf,
  longerNamesOf,
  mayMean,
  namedAt,
  type Stated,
  type Stretch,
  saidAt,
  turnedNamesOf,
} from './own-words.ts';
import {
  FUNCTION_WORDS,
  foldToken,
  isTooMuchCovered,
  type KeyedSlot,
  naturalTokensOf,
  placesOf,
  readQuestion,
  readSlots,
  slotsTouched,
} from './question-matcher.ts';

/** A slot with the fields its answer is about. */
export interface TopicSlot extends KeyedSlot {
  /** Canonical names, without `details.`; of a SKU every option's. */
  readonly fields: readonly string[];
  /** Units of the amounts in it, in their short forms. */
  readonly units?: readonly string[];
  /** Values that its answer states. */
  readonly facts?: readonly string[];
}

const Phrases = z.array(z.string().min(1)).default([]);
const Topics = z.record(z.string(), z.strictObject({ names: Phrases, asks: Phrases }));

const ENTRIES = Topics.parse(readWords('question-topics.yaml'));
/** Ways to ask about an amount, by its unit or the dimension of that. */
const AMOUNTS = z.record(z.string(), Phrases).parse(readWords('amount-topics.yaml'));
/** Field that amounts of a unit or a dimension are asked about by, whatever a shop calls theirs. */
const amountOf = (dimension: string) => `any ${dimension}`;
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(Object.keys(AMOUNTS).map(amountOf));
/** The field that a question about what a thing is for is about. */
const USES = 'Recommended Uses For Product';

const GAP = '*';
const END = '$';
const LONGEST_GAP = 3;
const MOST_TOPICS = 3;
const MOST_QUESTIONS = 4096;

const functionWords: () => Set<string> = onDemand(() => new Set([...FUNCTION_WORDS].map(foldToken)));

/** A token without its endings, and still told from function words: "theme" is no "them", "use" no "us". */
function fold(token: string): string {
  const folded = foldToken(token);
  return functionWords().has(folded) && !FUNCTION_WORDS.has(token) ? `+${folded}` : folded;
}

const foldedOf = (text: string): string[] => tokensOf(text).map(fold);

/** A phrase of the table as folded tokens, `*` and `$` as they are. */
const pieces = (phrase: string): string[] =>
  phrase.split(' ').flatMap((word) => (word === GAP || word === END ? [word] : foldedOf(word)));

interface Phrase {
  readonly field: string;
  readonly pieces: readonly string[];
}

/** The phrases of a list of fields by the token each begins with. */
type PhraseBook = Map<string, Phrase[]>;

function bookOf(phrases: Iterable<readonly [field: string, phrase: string]>): PhraseBook {
  const book: PhraseBook = new Map();
  for (const [field, phrase] of phrases) {
    const read = pieces(phrase);
    const [first] = read;
    if (first === undefined) continue;
    const sharing = book.get(first) ?? [];
    book.set(first, [...sharing, { field, pieces: read }]);
  }
  return book;
}

/** The fields that have a value, by its folded tokens. */
const valuesByWords: () => Map<string, Set<string>> = onDemand(() => {
  const values = new Map<string, Set<string>>();
  const add = (field: string, text: string) => {
    const key = foldedOf(text).join(' ');
    values.set(key, new Set([...(values.get(key) ?? []), field]));
  };
  for (const [field, entry] of FIELDS) {
    for (const [value, { also = [] }] of Object.entries(entry.values))
      for (const text of [value, ...also]) add(field, text);
    for (const spelling of entry.spellings) for (const text of spelling.split('|')) add(field, text);
    if (entry.vocabulary?.mode === 'head') for (const word of entry.vocabulary.words) add(field, word);
  }
  return values;
});

/** Names that a field is called by. */
function namesOf(field: string): string[] {
  const { aliases = [] } = FIELDS.get(field) ?? {};
  const label = isListed(field) ? [dialogueOf(field).label] : [];
  const isName = (name: string) => !isGeneric(name) && !valuesByWords().has(foldedOf(name).join(' '));
  // A name may be cut down where the table says nothing: the material feature is no material.
  const told = ENTRIES[field]?.names ?? [coreOf(field)].filter(isName);
  return [...told, ...label, ...[field, ...aliases].filter(isName)];
}

const names: () => PhraseBook = onDemand(() => {
  const fields = new Set([...FIELDS.keys(), ...Object.keys(ENTRIES)]);
  return bookOf([...fields].flatMap((field) => namesOf(field).map((phrase) => [field, phrase] as const)));
});

const asks: () => PhraseBook = onDemand(() => {
  const ofFields = Object.entries(ENTRIES).map(([field, entry]) => [field, entry.asks] as const);
  const ofAmounts = Object.entries(AMOUNTS).map(([dimension, phrases]) => [amountOf(dimension), phrases] as const);
  return bookOf([...ofFields, ...ofAmounts].flatMap(([field, all]) => all.map((phrase) => [field, phrase] as const)));
});

/** The fields of the table by each of their names, its words folded. */
const fieldsByName: () => Map<string, Set<string>> = onDemand(() => {
  const fields = new Map<string, Set<string>>();
  for (const [field, entry] of Object.entries(ENTRIES)) {
    for (const name of entry.names) {
      const key = foldedOf(name).join(' ');
      fields.set(key, new Set([...(fields.get(key) ?? []), field]));
    }
  }
  return fields;
});

/** The fields of the table that are called by a unit of a dimension: Wattage by "watts". */
const fieldsByDimension: () => Map<string, Set<string>> = onDemand(() => {
  const fields = new Map<string, Set<string>>();
  for (const [field, entry] of Object.entries(ENTRIES)) {
    for (const unit of entry.names.flatMap((name) => UNIT_OF.get(name) ?? [])) {
      const dimension = dimensionOf(unit);
      fields.set(dimension, new Set([...(fields.get(dimension) ?? []), field]));
    }
  }
  return fields;
});

const isKnown = (field: string) => FIELDS.has(field) || field in ENTRIES;
/** Tells whether no table says how a field is asked about, whether a lexicon names it or not. */
export const isOwn = (field: string) => !(field in ENTRIES || isListed(field));

/**
 * The fields of the table that a shop's own field is a kind of: "weight" is what others call Item Weight, a housing
 * material is a material, and what something is suitable for is its use.
 */
function kindsOf(field: string): ReadonlySet<string> {
  if (field in ENTRIES) return new Set();
  const words = foldedOf(coreOf(field));
  if (isKnown(field)) return isListed(field) ? new Set() : (fieldsByName().get(words.join(' ')) ?? new Set());
  if (goesWith(field)?.isVerb === false) return new Set([USES]);
  return fieldsByName().get(words.join(' ')) ?? fieldsByName().get(words.at(-1) ?? '') ?? new Set();
}

interface Hit extends Stretch {
  readonly field: string;
}

/**
 * Finds the end of a phrase's pieces, from one on, in the tokens from a place on; the nearest end, null where they do
 * not stand there.
 */
function endOf(pieces: readonly string[], at: number, tokens: readonly string[], place: number): number | null {
  const piece = pieces[at];
  if (piece === undefined) return place;
  if (piece === END) return place === tokens.length ? place : null;
  if (piece !== GAP) return tokens[place] === piece ? endOf(pieces, at + 1, tokens, place + 1) : null;
  for (let gap = 0; gap <= LONGEST_GAP; gap++) {
    const end = endOf(pieces, at + 1, tokens, place + gap);
    if (end !== null) return end;
  }
  return null;
}

const hitsIn = (tokens: readonly string[], book: PhraseBook): Hit[] =>
  tokens.flatMap((token, start) =>
    (book.get(token) ?? []).flatMap(({ field, pieces: read }) => {
      const end = endOf(read, 0, tokens, start);
      return end === null ? [] : [{ field, start, end }];
    }),
  );

/** The hits that no longer one overlaps. */
const longest = (hits: readonly Hit[]): Hit[] =>
  hits.filter(
    ({ start, end }) =>
      !hits.some((other) => other.start < end && start < other.end && other.end - other.start > end - start),
  );

const LONGEST_VALUE = 3;
const SKIPPED = new Set(englishWords('question topics: skipped'));

/** The fields that the words right before a place, or from it on, are a value of. */
function valueFields(tokens: readonly string[], place: number, step: 1 | -1): ReadonlySet<string> {
  let from = place;
  while (SKIPPED.has(tokens[from] ?? '')) from += step;
  for (let length = LONGEST_VALUE; length > 0; length--) {
    const words =
      step === 1 ? tokens.slice(from, from + length) : tokens.slice(Math.max(0, from - length + 1), from + 1);
    const fields = valuesByWords().get(words.join(' '));
    if (fields !== undefined && words.length === length) return fields;
  }
  return new Set();
}

/** The fields of which a question names two values to choose from: "wired or wireless". */
const fieldsOfChoice = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token, place) => {
    if (token !== 'or') return [];
    const before = valueFields(tokens, place - 1, -1);
    return [...valueFields(tokens, place + 1, 1)].filter((field) => before.has(field));
  });

/** The fields that topics cover, none where they cover so much that it is a list of them. */
function fieldsCovered(hits: readonly Hit[], tokens: readonly string[]): string[] {
  const fields = [...new Set(hits.map(({ field }) => field))];
  const places = new Set(hits.map(({ start }) => start));
  const covered = new Set(hits.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
  const isList = places.size > MOST_TOPICS || (places.size > 1 && isTooMuchCovered(covered.size, tokens.length));
  return isList ? [] : fields;
}

/** Subjects of a question, whether a slot is about them or not. */
interface Reading {
  /** Its words as they are written; null where it is no natural question. */
  readonly tokens: readonly string[] | null;
  readonly fields: readonly string[];
  /** Places where it names fields, longest names only; empty where it asks without naming any. */
  readonly named: readonly Hit[];
}

const UNREAD: Reading = { tokens: null, fields: [], named: [] };

/** The names of fields in a question decide; where it names none, two values to choose from, then ways to ask. */
function reading(question: string, unlisted: readonly string[]): Reading {
  const written = naturalTokensOf(question);
  if (written === null) return UNREAD;
  const tokens = written.map(fold);
  const own = bookOf(
    unlisted.flatMap((field) => [...namesOf(field), ...turnedNamesOf(field)].map((name) => [field, name] as const)),
  );
  const named = longest([...hitsIn(tokens, names()), ...hitsIn(tokens, own)]);
  if (named.length > 0) return { tokens: written, fields: fieldsCovered(named, tokens), named };
  const choice = fieldsOfChoice(tokens);
  const fields = choice.length > 0 ? choice : fieldsCovered(longest(hitsIn(tokens, asks())), tokens);
  return { tokens: written, fields, named };
}

let readings = new Recent<string, Reading>(MOST_QUESTIONS);
onLexicon(() => {
  readings = new Recent(MOST_QUESTIONS);
});

function readOnce(question: string, unlisted: readonly string[]): Reading {
  const key = [question, ...unlisted].join('\n');
  const known = readings.get(key) ?? reading(question, unlisted);
  readings.set(key, known);
  return known;
}

/** The shopper's understanding of a question. */
interface Heard {
  /** The slots it is about, revealed ones too, in the order of the script. */
  readonly slots: readonly string[];
  /** True where it is about one thing that products have. */
  readonly isUnderstood: boolean;
}

/** Tells whether a slot is about a kind of what is asked: a shop's own field, or an amount of such a unit. */
function isKindOfAny({ fields: own, units = [] }: TopicSlot, fields: readonly string[]): boolean {
  const kinds = [
    ...units.map(amountOf),
    ...units
      .map(dimensionOf)
      .flatMap((dimension) => [amountOf(dimension), ...(fieldsByDimension().get(dimension) ?? [])]),
    ...own.flatMap((field) => [...kindsOf(field)]),
  ];
  return kinds.some((kind) => fields.includes(kind));
}

const alone = <T>(found: readonly T[]): readonly T[] => (found.length === 1 ? found : []);

/** The slots whose values a question has to choose from, where it names nothing beside these; those of both sides count more. */
function slotsOfChoice({ tokens, named }: Reading, slots: readonly TopicSlot[], states: Stated): readonly TopicSlot[] {
  const found = slots.map((slot) => ({ slot, choices: choicesOf(tokens ?? [], slot, states) }));
  const isBeside = (choices: readonly Stretch[]) =>
    named.every(({ start, end }) => choices.some((choice) => choice.start <= start && end <= choice.end));
  const most = Math.max(...found.map(({ choices }) => choices.length), 1);
  return found.flatMap(({ slot, choices }) => (choices.length === most && isBeside(choices) ? [slot] : []));
}

/**
 * The one slot that a question means by words of its field, which is the shop's own, where it asks for nothing that is hidden under a name of its own:
 * by a longer name, by words that requests say its values with, or by a form of its name.
 */
function slotMeant({ tokens, fields, named }: Reading, slots: readonly TopicSlot[]): readonly TopicSlot[] {
  if (tokens === null) return [];
  const ownSlots = slots.filter((slot) => slot.fields.every(isOwn));
  const within = ownSlots.filter((slot) =>
    longerNamesOf(tokens, slot).some((name) => named.every(({ start, end }) => name.start <= start && end <= name.end)),
  );
  if (within.length > 0) return alone(within);
  const said = ownSlots.filter((slot) => {
    const places = saidAt(tokens, slot);
    return places.length > 0 && named.every(({ start, end }) => end - start === 1 && places.includes(start));
  });
  if (said.length > 0) return alone(said);
  if (fields.length > 0) return [];
  return alone(
    ownSlots.filter((slot) => {
      const places = namedAt(tokens, slot);
      return places.length > 0 && !isTooMuchCovered(places.length, tokens.length);
    }),
  );
}

/**
 * Tells whether a question about something else may mean a slot after all: it has words of it, or it names no field and the
 * slot's is one of the shop's own, of which no table says how it is asked about.
 */
function isInDoubt({ tokens, named }: Reading, slot: TopicSlot): boolean {
  const { fields, units = [] } = slot;
  const isUnheard = units.length === 0 && fields.every((field) => isOwn(field) && kindsOf(field).size === 0);
  return (named.length === 0 && isUnheard) || mayMean(tokens ?? [], slot);
}

/**
 * The slots a question is about: by their keywords (`matchQuestion`), but for those that only stand in a longer name of
 * something else ("ink color"), and by the fields it asks about. What is asked without a name and fits several is none.
 */
export function hear(question: string, slots: readonly TopicSlot[], states: Stated = () => false): Heard {
  const unlisted = slots.flatMap(({ fields }) => fields).filter((field) => !isKnown(field));
  const read = readOnce(question, unlisted);
  const { fields, named } = read;
  const exactly = slots.filter(({ fields: own }) => own.some((field) => fields.includes(field)));
  const tokens = readQuestion(question);
  const keyed = readSlots(slots);
  const isInName = ({ slot_id }: TopicSlot) =>
    (keyed.find((one) => one.slot_id === slot_id)?.keywords ?? []).every((keyword) =>
      placesOf(keyword, tokens ?? []).every((place) =>
        named.some(({ start, end }) => start <= place && place + keyword.length <= end && end - start > keyword.length),
      ),
    );
  const ids = new Set(slotsTouched(tokens, keyed));
  const touched = slots.filter((slot) => ids.has(slot.slot_id) && !isInName(slot));
  const chosen = slotsOfChoice(read, slots, states);
  const narrowed = chosen.filter((slot) => exactly.includes(slot));
  const found = [
    narrowed.length > 0 ? narrowed : chosen,
    exactly,
    slots.filter((slot) => isKindOfAny(slot, fields)),
    touched.length > 0 ? [] : slotMeant(read, slots),
  ];
  const asked = found.find(({ length }) => length > 0) ?? [];
  const isAmbiguous = (named.length === 0 || chosen.length > 0) && asked.length > 1;
  /** Names of fields beside keywords of other slots, and hardly anything else. */
  const isBag = () => {
    const beside = keyed.filter(({ slot_id }) => !asked.some((slot) => slot.slot_id === slot_id));
    const places = beside.flatMap(({ keywords }) =>
      keywords.flatMap((keyword) =>
        placesOf(keyword, tokens ?? []).flatMap((place) => keyword.map((_, at) => place + at)),
      ),
    );
    const names = named.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
    const others = places.filter((place) => !names.includes(place));
    return (
      names.length > 0 &&
      others.length > 0 &&
      isTooMuchCovered(new Set([...names, ...others]).size, tokens?.length ?? 0)
    );
  };
  const about = isBag()
    ? []
    : slots.filter((slot) => (asked.includes(slot) && !isAmbiguous) || (chosen.length === 0 && touched.includes(slot)));
  // That nothing is told in such a unit does not say that nothing of the kind is wished.
  const isDenied = fields.some((field) => !AMOUNT_FIELDS.has(field)) && !isAmbiguous;
  return {
    slots: about.map(({ slot_id }) => slot_id),
    isUnderstood: about.length > 0 || (isDenied && !slots.some((slot) => isInDoubt(read, slot))),
  };
}
