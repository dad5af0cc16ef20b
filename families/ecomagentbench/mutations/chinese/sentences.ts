import { z } from 'zod';
import { languageInForce } from '../../../../lexicon/index.ts';
import { readTable } from '../../../../lexicon/tables.ts';
import { type Draw, pickOne } from '../../../../schemas/draw.ts';
import { dialogueOf } from '../../../../shopping/dialogue/field-dialogues.ts';
import { boundsSpoken, phraseOf, valueSaid } from '../../../../shopping/dialogue/script.ts';
import type { Requirement } from '../../../../shopping/kinds/index.ts';
import { cluesOf, isRiddle, isSituation } from '../../../../shopping/language/clue-bank.ts';
import { agreedWith } from '../../../../shopping/language/goods.ts';
import { writtenInto } from '../../../../shopping/language/speech.ts';

const Texts = z.array(z.string()).min(1);
const Sentences = z.strictObject({
  /** Text that stands between sentences. */
  between: z.string(),
  or: z.string(),
  /** `{n}` is what the product is called; other words in braces agree with it. */
  openings: Texts,
  /** `{f}` is the field, `{v}` the value, the bound or the clue. */
  value: Texts,
  /** Mark between values that are said in one sentence; each has one of its own where it is left out. */
  joined: z.string().optional(),
  excluded: Texts,
  quantity: Texts,
  clue: Texts,
  /** Clues that tell of the shopper's life; read as the others where left out. */
  situation: Texts.optional(),
  /** Clues that name a thing alike; read as the others where left out. */
  comparison: Texts.optional(),
  rating: Texts,
  ratings: Texts,
  price: Texts,
  opinion: Texts,
  /** Opinions, `{v}` of `opinion`, and sentences of reviews that say them. */
  reviews: z.record(z.string(), Texts),
  /** Kinds of goods that an opinion is of; of any where it is left out. */
  reviews_of: z.record(z.string(), Texts).default({}),
  /** Sentences of reviews that praise nothing in particular, or nothing at all. */
  filler: Texts,
  /** Beginning of such a review, no two of a product alike; `{n}` is a number. */
  used: z.string(),
  /** Sentence of every listing. */
  about: z.string(),
});
type Sentences = z.output<typeof Sentences>;

const TABLES = z.record(z.string(), Sentences).parse(readTable(new URL('./sentences.yaml', import.meta.url)));

/** The plain sentences of the language in force. */
export function sentencesInForce(): Sentences {
  const table = TABLES[languageInForce()];
  if (table === undefined) throw new Error(`there are no plain sentences in ${languageInForce()}`);
  return table;
}

/** Opinions that the made reviews of a language are known to state, with the sentences that state them. */
export function listedOpinions(shown: readonly string[]) {
  const known = Object.entries(sentencesInForce().reviews);
  return {
    opinions: known.flatMap(([opinion, sentences]) => {
      const evidence = shown.flatMap((text, at) => {
        const quote = sentences.find((sentence) => text.includes(sentence));
        return quote === undefined ? [] : [{ review: at + 1, quote }];
      });
      return evidence.length === 0 ? [] : [{ opinion, evidence }];
    }),
  };
}

/** A requirement as a query writer is shown it. */
interface Planned {
  readonly id: string;
  readonly type: string;
  readonly how: string;
  readonly field?: string;
  readonly value: unknown;
}

/** The part of a task that a query writer is shown. */
export interface QueryPlan {
  readonly products: readonly { readonly noun_phrase: string }[];
  readonly requirements: readonly Planned[];
}

/** Sentences of a field whose values no other is said with: of people and places; null for others. */
const ownFrames = (field = ''): readonly string[] | null => {
  const { answers, answers_alone } = dialogueOf(field);
  return answers_alone ? answers.map((answer) => answer.replace('{value}', '{v}')) : null;
};

/** The sentence, without its field and value, that a requirement is said in. */
function framesFor({ type, how, field, value }: Planned, clue: string, table: Sentences): readonly string[] {
  if (how === 'implicit') {
    const own = isSituation(clue) ? table.situation : isRiddle(clue) ? table.comparison : undefined;
    return own ?? table.clue;
  }
  if (type === 'negative_attribute') return table.excluded;
  if (type === 'review_opinion') return table.opinion;
  if (type !== 'numeric_range') return ownFrames(field) ?? table.value;
  if (typeof value === 'string') return table.quantity;
  if (field === 'average_rating') return table.rating;
  return field === 'price' ? table.price : table.ratings;
}

/** Clues for the requirements that are not to be named, by their ids; no two of them riddles where they have others. */
function cluesFor(requirements: readonly Planned[], noun: string, draw: Draw): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const { id, type, how, field, value } of requirements) {
    if (how !== 'implicit') continue;
    const all = cluesOf({ type, field: `details.${field}`, expected_value: value } as unknown as Requirement, noun);
    const plain = [...chosen.values()].some(isRiddle) ? all.filter((clue) => !isRiddle(clue)) : all;
    chosen.set(id, pickOne(draw, `clue ${id}`, plain.length === 0 ? all : plain));
  }
  return chosen;
}

/** The words of a requirement's value, where it is named; bounds in one of the language's ways. */
function wordsFor({ id, type, field = '', value }: Planned, table: Sentences, draw: Draw): string {
  if (type !== 'numeric_range')
    return [value]
      .flat()
      .map((one) => valueSaid(String(one)))
      .join(table.or);
  if (typeof value === 'string') return value;
  const { at_least: min, at_most: max, unit = '' } = value as { at_least?: number; at_most?: number; unit?: string };
  return pickOne(draw, `bound ${id}`, boundsSpoken(field, { min, max }, unit));
}

/** Tells whether the words of a requirement stand in the plan: the sentences of a voucher. */
const isVerbatim = ({ type }: Planned) => type === 'budget_match';

/** Values of one sentence: more are a list to be learned by heart. */
const MOST_TOGETHER = 3;

/** Order in which shoppers say things: whom it is for, what it is, what it must not be, what others say, what it may cost. */
function turnOf({ type, how, field }: Planned, clue: string | undefined): number {
  if (how === 'implicit') return clue !== undefined && isSituation(clue) ? 0 : 2;
  if (type === 'budget_match' || field === 'price') return 5;
  if (type === 'review_opinion' || field === 'average_rating' || field === 'rating_number') return 4;
  return type === 'negative_attribute' ? 3 : 1;
}

/** A plain query in the language in force that says all of a plan, one sentence for each requirement. */
export function plainQuery(
  { products, requirements: planned }: QueryPlan,
  draw: Draw,
): { query: string; surfaces: { id: string; words: string }[] } {
  const table = sentencesInForce();
  const noun = products[0]?.noun_phrase ?? '';
  const agreed = (frame: string) => agreedWith(noun, frame);
  const used = new Set<string>();
  const clues = cluesFor(planned, noun, draw);
  const turn = (requirement: Planned) => turnOf(requirement, clues.get(requirement.id));
  const requirements = planned.toSorted((a, b) => turn(a) - turn(b));
  const told = (requirement: Planned) => clues.get(requirement.id) ?? wordsFor(requirement, table, draw);
  /** A frame that the query has not used, as long as there is one. */
  const frameFor = (requirement: Planned, at: number): string => {
    const frames = framesFor(requirement, told(requirement), table);
    const left = frames.filter((frame) => !used.has(frame));
    const frame = pickOne(draw, `sentence ${at}`, left.length === 0 ? frames : left);
    used.add(frame);
    return frame;
  };
  const phraseFor = (requirement: Planned) => phraseOf(requirement.field ?? '', told(requirement));
  const said = requirements.map((requirement, at) =>
    requirement.type === 'entity_match'
      ? { id: requirement.id, words: noun }
      : isVerbatim(requirement)
        ? { id: requirement.id, words: String(requirement.value) }
        : {
            id: requirement.id,
            words: writtenInto(agreed(frameFor(requirement, at)), 'v', told(requirement))
              .replace('{f}', () => requirement.field ?? '')
              .replace('{p}', () => phraseFor(requirement)),
          },
  );
  const named = requirements.findIndex(({ type }) => type === 'entity_match');
  const opening = agreed(pickOne(draw, 'opening', table.openings)).replace('{n}', () => noun);
  const plain = requirements.flatMap((requirement, at) =>
    table.joined !== undefined &&
    requirement.type === 'attribute_match' &&
    requirement.how !== 'implicit' &&
    ownFrames(requirement.field) === null
      ? [at]
      : [],
  );
  // Values that are said in one sentence stand where the first of them would.
  const phrases = plain.map((at) => phraseFor(requirements[at] as Planned));
  const sentenceOf = (from: number) =>
    agreed(pickOne(draw, `values ${from}`, table.value)).replace('{p}', () =>
      phrases.slice(from, from + MOST_TOGETHER).join(table.joined),
    );
  const sentences = said.flatMap(({ words }, at) => {
    if (at === named) return [];
    if (plain.length < 2 || !plain.includes(at)) return [words];
    const place = plain.indexOf(at);
    return place % MOST_TOGETHER === 0 ? [sentenceOf(place)] : [];
  });
  const inOne = (at: number) => (plain.length < 2 ? undefined : phrases[plain.indexOf(at)]);
  return {
    query: [opening, ...sentences].join(table.between),
    surfaces: said.map(({ id, words }, at) => ({ id, words: inOne(at) ?? words })),
  };
}
