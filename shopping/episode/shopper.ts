import type { Catalog } from '../../catalog/index.ts';
import type { Awaited, EpisodeEvent, ShopperTurn, UserKind } from '../../pipeline/episode.ts';
import { preparedText } from '../../text/prepare.ts';
import { numbersSaying } from '../../text/range-mentions.ts';
import { isTelling, says } from '../agents/plain-words.ts';
import { SENTENCES } from '../dialogue/field-dialogues.ts';
import type { Stated } from '../dialogue/own-words.ts';
import { matchPublished } from '../dialogue/published-matcher.ts';
import { LONGEST_QUESTION } from '../dialogue/question-matcher.ts';
import { hear, isOwn } from '../dialogue/question-topics.ts';
import { askedFieldOf, scoredTexts } from '../dialogue/slot-words.ts';
import type { Rubric } from '../kinds/index.ts';

/** One thing the shopper answers when asked for it, as far as an episode has to know it. */
export interface StagedSlot {
  readonly slot_id: string;
  readonly trigger_keywords: readonly string[];
  /** Canonical names of the fields it is about; of a SKU every option's. */
  readonly fields: readonly string[];
  /** Units of the amounts it is about. */
  readonly units?: readonly string[];
  readonly user_response: string;
  /** Facts the answer states: each of them has to stand in any wording of it, and in that of no other. */
  readonly facts: readonly string[];
}

/** The script of a shopper: what may be said, and when. */
export interface StagedShopper {
  readonly slots: readonly StagedSlot[];
  readonly default_response: string;
  /** Questions that are answered. */
  readonly turns: number;
  /** Further facts that are hidden and never said. */
  readonly unsaid: readonly string[];
  /** Manner in which the shopper speaks, for a model that words it. */
  readonly tone: string;
}

/** Record of what a shopper has said so far. */
export interface ShopperMemory {
  readonly revealed: ReadonlySet<string>;
  readonly asked: number;
}

export const SILENT: ShopperMemory = { revealed: new Set(), asked: 0 };

/** A turn of the shopper before it is put into words. */
export type Decided = Omit<ShopperTurn, 'text' | 'source' | 'gate'>;

export const factsStated = (rubric: Rubric): string[] =>
  rubric.type === 'numeric_range' ? numbersSaying(rubric.expected_value).map(String) : [...scoredTexts(rubric)];

/** The fields, units and facts of rubrics that one answer is about. */
export const subjectOf = (rubrics: readonly Rubric[]): Pick<StagedSlot, 'fields' | 'units' | 'facts'> => ({
  fields: rubrics.flatMap(fieldsOf),
  units: rubrics.flatMap(unitsOf),
  facts: rubrics.flatMap(factsStated),
});

/** The units of a rubric's amounts; of a shop's own field a value that is nothing else is one: "250 g", "3-5 min". */
function unitsOf(rubric: Rubric): readonly string[] {
  if (rubric.type === 'numeric_range') return [rubric.expected_value.unit ?? []].flat();
  if (!fieldsOf(rubric).every(isOwn)) return [];
  return scoredTexts(rubric).flatMap((value) => {
    const { numbers, forms } = preparedText(value);
    const isAll = numbers[0]?.from === 0 && numbers.at(-1)?.to === forms.length;
    return isAll ? numbers.flatMap(({ unit }) => unit ?? []) : [];
  });
}

/** The fields a question about a rubric may name. */
const fieldsOf = (rubric: Rubric): readonly string[] =>
  rubric.type === 'sku_match' ? Object.keys(rubric.expected_value) : [askedFieldOf(rubric)];

/** Returns a test of values: whether any product of a catalog states one of a field. */
export const statedIn =
  (catalog: Pick<Catalog, 'statingRows'>): Stated =>
  (field, value) =>
    catalog.statingRows(field, value).length > 0;

/**
 * Decides what the shopper may say to a question: act, slots and facts. No model has a part in it. `states` tells which values
 * products of the shop have, of which a question may name two to choose from.
 */
export function decide(
  question: string,
  { slots, default_response, turns }: StagedShopper,
  { revealed, asked }: ShopperMemory,
  user: UserKind,
  states?: Stated,
): Decided {
  const plain = { question, slots: [], facts: [] };
  const { shopper: lines } = SENTENCES;
  if (asked >= turns) return { ...plain, act: 'exhausted', script: lines.exhausted };
  if ([...question].length > LONGEST_QUESTION)
    return { ...plain, act: 'too_long', script: lines.too_long.replace('{most}', String(LONGEST_QUESTION)) };
  const answer = ({ slot_id, facts, user_response }: StagedSlot): Decided => {
    return { question, act: 'answer', slots: [slot_id], facts, script: user_response };
  };
  if (user === 'published') {
    const slot = slots.find(({ slot_id }) => slot_id === matchPublished(question, slots, revealed));
    return slot === undefined ? { ...plain, act: 'unsure', script: default_response } : answer(slot);
  }
  const { slots: about, isUnderstood } = hear(question, slots, states);
  const [slot, ...more] = slots.filter(({ slot_id }) => about.includes(slot_id) && !revealed.has(slot_id));
  if (slot !== undefined && more.length === 0) return answer(slot);
  return slot === undefined && isUnderstood
    ? { ...plain, act: 'no_wish', script: lines.no_wish }
    : { ...plain, act: 'unsure', script: lines.unsure };
}

/** Updates the shopper's memory after a turn. */
export const remembered = (
  { revealed, asked }: ShopperMemory,
  { slots }: Pick<ShopperTurn, 'slots'>,
): ShopperMemory => ({
  revealed: slots.length === 0 ? revealed : new Set([...revealed, ...slots]),
  asked: asked + 1,
});

/** Gives a turn the script's own words. */
export const scripted = (turn: Decided): ShopperTurn => ({ ...turn, text: turn.script, source: 'script', gate: null });

/** Tells whether a turn is put into words by a model: all but the refusals to answer. */
export const isWorded = ({ act }: Decided, user: UserKind): boolean =>
  user === 'model' && act !== 'too_long' && act !== 'exhausted';

const LONGEST_WORDING = 400;

/** Why a model's wording of a turn may not be said; null where it may. */
function gateOf(text: string, turn: Decided, { slots, unsaid }: StagedShopper): string | null {
  if (text.trim() === '') return 'says nothing';
  if (text.length > LONGEST_WORDING) return `is longer than ${LONGEST_WORDING} characters`;
  const missing = turn.facts.find((fact) => !says(text, fact));
  if (missing !== undefined) return `does not state "${missing}"`;
  const others = [
    ...slots.filter(({ slot_id }) => !turn.slots.includes(slot_id)).flatMap(({ facts }) => facts),
    ...unsaid,
  ];
  const early = others.find(
    (fact) => isTelling(fact) && says(text, fact) && !turn.facts.includes(fact) && !says(turn.script, fact),
  );
  return early === undefined ? null : `gives away "${early}"`;
}

/** Settles the shopper's words once a model has answered: the model's where they pass, else the script's. */
export function worded(
  awaited: Extract<Awaited, { kind: 'wording' }>,
  came: Extract<EpisodeEvent, { type: 'worded' }>,
  shopper: StagedShopper,
): ShopperTurn {
  const { turn } = awaited;
  if (came.text === null) return { ...scripted(turn), gate: 'no reply' };
  const gate = gateOf(came.text, turn, shopper);
  return gate === null ? { ...turn, text: came.text.trim(), source: 'model', gate } : { ...scripted(turn), gate };
}
