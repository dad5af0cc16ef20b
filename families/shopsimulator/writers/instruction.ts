import { chance, type Draw, pickOne, shuffled } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import { valueSpoken } from '../../../shopping/dialogue/script.ts';
import { askedFieldOf, scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import { fieldNameOf, type Rubric, wordsOf } from '../../../shopping/kinds/index.ts';
import { agreedWith, namesKind } from '../../../shopping/language/goods.ts';
import { groupOf, patternsFor } from '../../../shopping/language/openings.ts';
import { forOneRecipient } from '../../../shopping/language/recipients.ts';
import {
  type Item,
  Layout,
  nounSaid,
  preferred,
  type ReadySentence,
  type Worded,
  writeRequest,
} from '../../../shopping/language/request.ts';
import { agree, agreed, capitalised } from '../../../shopping/language/speech.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { answersOf } from '../dialogue.ts';
import { intentNamed } from '../intents.ts';
import { type RequestTable, TABLES } from '../tables.ts';
import { writePlainRequest } from './plain-request.ts';
import { priceBounds, requestPieces } from './request-pieces.ts';

/** Materials that an instruction is written from. */
interface InstructionPlan {
  readonly task: LockedTask;
  readonly target: Product;
  /** Rubrics it says, besides the noun phrase. */
  readonly rubrics: readonly Rubric[];
  /** Texts that led to a finding in an earlier attempt. */
  readonly avoid: ReadonlySet<string>;
}

/** Returns the name of a product in a sentence. */
export const nounOf = (phrase: string): string => (TABLES.request === undefined ? nounSaid(phrase) : phrase);

/** A pattern that names a product, as {np}, and the words that agree with it. */
const named = (pattern: string, noun: string): string => agreedWith(noun, pattern).replace('{np}', () => noun);

/** Writes a request in one go: what is wanted, and everything asked of it. */
export function writeInstruction({ task, target, rubrics, avoid }: InstructionPlan, draw: Draw): Worded {
  const { phrase, plural } = entityAt(task);
  const entity = nounOf(phrase);
  const implicit = new Set(task.locked.implicit_rubric_ids);
  const items = rubrics.map((rubric) => itemOf(rubric, implicit.has(rubric.id), entity, target.currency));
  if (TABLES.request !== undefined)
    return writePlainRequest({ items, implicit, avoid, ...plainPatterns(task, entity, TABLES.request) }, draw);
  const kind = [...target.category, phrase].join(' ');
  // What is asked may be of another walk of life than the kind: no kitchen goes with a bottle for cycling.
  const asked = groupOf(rubrics.flatMap(wordsOf).join(' '));
  const topic = asked === null || asked === groupOf(kind) ? kind : '';
  const one = forOneRecipient(items, [entity], draw);
  const { asked: others, ready } = pricedApart(one.items, rubrics, { plural, currency: target.currency, draw });
  return writeRequest(
    { entity, plural, items: others, avoid },
    patternsFor(task.intent, topic, avoid, draw, one.said),
    ready,
    draw,
    SHORT,
  );
}

/** The patterns of a request by the sentences of a table, those of its first sentence naming the product. */
function plainPatterns(task: LockedTask, entity: string, table: RequestTable) {
  const wanted = intentNamed(task.intent).multiTurn ? table.in_mind : table.wanted;
  return { table: { ...table, wanted: wanted.map((pattern) => named(pattern, entity)), priced: TABLES.priced } };
}

/** Sentences of two phrases: with more, a request of clues is a list to be learned by heart. */
const SHORT = { sentences: 3, phrases: 2 };
/** Share of requests that say the price in a sentence of its own; else it stands behind the noun. */
const APART = 0.5;

/** The price is never one of the things that a product should be or do. */
function pricedApart(
  items: readonly Item[],
  rubrics: readonly Rubric[],
  { plural, currency, draw }: { readonly plural: boolean; readonly currency: string | null; readonly draw: Draw },
): { readonly asked: Item[]; readonly ready: ReadySentence[] } {
  const bound = rubrics.find(({ type, field }) => type === 'numeric_range' && field === 'price');
  if (bound?.type !== 'numeric_range') return { asked: [...items], ready: [] };
  const others = items.filter(({ rubricId }) => rubricId !== bound.id);
  if (chance(draw, 'price apart', APART)) {
    const price = priceSaid(bound, currency, draw, 'price');
    const text = filled(pickOne(draw, 'priced', TABLES.priced), { price }, plural);
    return { asked: others, ready: [{ text, surfaces: { [bound.id]: price } }] };
  }
  const behind = items
    .filter(({ rubricId }) => rubricId === bound.id)
    .map((item) => ({ ...item, pieces: item.pieces.filter(({ place }) => place === 'after') }));
  return { asked: [...others, ...behind], ready: [] };
}

const priceSaid = (
  { expected_value: { max = 0 } }: Rubric & { readonly type: 'numeric_range' },
  currency: string | null,
  draw: Draw,
  label: string,
): string => pickOne(draw, label, priceBounds(max, currency ?? DEFAULT_CURRENCY));

function itemOf(rubric: Rubric, implicit: boolean, entity: string, currency: string | null): Item {
  const pieces = requestPieces(rubric, implicit, currency ?? DEFAULT_CURRENCY, entity);
  const apt = implicit ? pieces.filter(({ text }) => !namesKind(text, entity)) : pieces;
  return { rubricId: rubric.id, field: fieldNameOf(rubric), pieces: apt.length > 0 ? apt : pieces };
}

/** A shopper's first words, which name the kind of product and leave the rest to be asked. */
export function writeOpening(task: LockedTask, avoid: ReadonlySet<string>, draw: Draw): string {
  const { phrase, plural } = entityAt(task);
  const noun = nounOf(phrase);
  const nounPhrase = TABLES.request === undefined ? new Layout().nounPhrase(noun, plural) : noun;
  const pattern = pickOne(
    draw,
    'opening',
    preferred(TABLES.openings, (text) => text, avoid),
  );
  return named(pattern, nounPhrase);
}

/** A verb phrase that says a requirement: "come in black"; null where there is none. */
export function verbFor(rubric: Rubric, currency: string | null, draw: Draw): string | null {
  const verbs = requestPieces(rubric, false, currency ?? DEFAULT_CURRENCY).filter(({ place }) => place === 'verb');
  return verbs.length === 0 ? null : pickOne(draw, `verb ${rubric.id}`, verbs).text;
}

/** An answer of a shopper, and the pattern it was made of. */
interface SpokenAnswer {
  readonly text: string;
  readonly pattern: string;
}

/** Ways to answer a question about a requirement that is no amount but the price, in drawn order; empty where there is none. */
export function writeAnswers(
  { rubric, currency, plural }: { readonly rubric: Rubric; readonly currency: string | null; readonly plural: boolean },
  draw: Draw,
  label: string,
): SpokenAnswer[] {
  if (rubric.type === 'numeric_range' && rubric.field === 'price') {
    const price = priceSaid(rubric, currency, draw, `price ${label}`);
    return shuffled(draw, `price answers ${label}`, TABLES.priced).map((pattern) => {
      return { text: capitalised(filled(pattern, { price }, plural)), pattern };
    });
  }
  if (rubric.type === 'numeric_range') return [];
  const [value = ''] = scoredTexts(rubric).map((text) => valueSpoken(rubric, text));
  const otherwise = toldOtherwise(rubric)?.answers;
  if (otherwise !== undefined)
    return shuffled(draw, `answers ${label}`, otherwise).map((pattern) => {
      return { text: filled(pattern, { value }, plural), pattern };
    });
  const verb = verbFor(rubric, currency, draw);
  const spoken =
    verb === null
      ? []
      : shuffled(draw, `answers ${label}`, TABLES.answers).map((pattern) => ({
          text: filled(pattern, { verb }, plural),
          pattern,
        }));
  const own = shuffled(draw, `own answers ${label}`, answersOf(askedFieldOf(rubric))).map((pattern) => ({
    text: capitalised(filled(pattern, { value }, plural)),
    pattern,
  }));
  return draw(`whose answer ${label}`, 3) === 0 ? [...own, ...spoken] : [...spoken, ...own];
}

/** The way a shopper tells of things that are no property of the product. */
const toldOtherwise = (rubric: Rubric) => TABLES.told_otherwise.find(({ fields }) => fields.has(askedFieldOf(rubric)));

/** Writes the shopper's objection to a recommendation that misses a requirement. */
export function writeObjection(
  { rubric, verb }: { readonly rubric: Rubric; readonly verb: string },
  plural: boolean,
  draw: Draw,
  label: string,
): string {
  const patterns =
    rubric.field === 'price' ? TABLES.too_dear : (toldOtherwise(rubric)?.objections ?? TABLES.objections);
  const [value = ''] = rubric.type === 'numeric_range' ? [] : scoredTexts(rubric);
  return filled(pickOne(draw, label, patterns), { verb, value }, plural);
}

/** A pattern with its words; what it says of the product agrees with it. */
const filled = (pattern: string, said: Readonly<Record<string, string>>, plural: boolean): string =>
  agreed(pattern, plural).replace(/\{(\w+)\}/g, (whole, name: string) => said[name] ?? whole);

/** A taste of a shopper about a field, told of them. */
export function writeWish(
  { field, verb, topic }: { readonly field: string; readonly verb: string; readonly topic: string },
  level: keyof typeof TABLES.wishes,
  draw: Draw,
  label: string,
): string {
  const patterns =
    (level === 'high' ? TABLES.held_otherwise.find(({ fields }) => fields.has(field))?.high : undefined) ??
    TABLES.wishes[level];
  const theirs = (text: string) => text.replaceAll(/\bmy\b/g, 'their');
  return capitalised(
    pickOne(draw, label, patterns)
      .replace('{topic}', () => topic)
      .replace('{verb}', () => theirs(verb))
      .replace('{agreed}', () => theirs(agree(verb, true))),
  );
}
