import { z } from 'zod';
import { languageInForce } from '../../../../lexicon/index.ts';
import { readTable } from '../../../../lexicon/tables.ts';
import { type Draw, pickOne } from '../../../../schemas/draw.ts';
import { phraseOf } from '../../../../shopping/dialogue/script.ts';
import type { Requirement } from '../../../../shopping/kinds/index.ts';
import { cluesOf, isSituation } from '../../../../shopping/language/clue-bank.ts';
import { boundSaid } from '../../../../shopping/language/quantity-words.ts';

const Texts = z.array(z.string()).min(1);
const Sentences = z.strictObject({
  /** Text that stands between sentences. */
  between: z.string(),
  or: z.string(),
  /** `{n}` is what the product is called. */
  openings: Texts,
  /** `{f}` is the field, `{v}` the value, the bound or the clue. */
  value: Texts,
  excluded: Texts,
  quantity: Texts,
  clue: Texts,
  /** Clues that tell of the shopper's life; read as the others where left out. */
  situation: Texts.optional(),
  rating: Texts,
  ratings: Texts,
  price: Texts,
});
type Sentences = z.output<typeof Sentences>;

const tables = z.record(z.string(), Sentences).parse(readTable(new URL('./sentences.yaml', import.meta.url)));

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

/** The sentence, without its field and value, that a requirement is said in. */
function framesFor(planned: Planned, table: Sentences): readonly string[] {
  const { type, how, field, value } = planned;
  if (how === 'implicit') return isSituation(wordsFor(planned, table)) ? (table.situation ?? table.clue) : table.clue;
  if (type === 'negative_attribute') return table.excluded;
  if (type !== 'numeric_range') return table.value;
  if (typeof value === 'string') return table.quantity;
  if (field === 'average_rating') return table.rating;
  return field === 'price' ? table.price : table.ratings;
}

/** The words of a requirement's value: its clue where it is not to be named. */
function wordsFor({ type, how, field, value }: Planned, table: Sentences): string {
  if (how === 'implicit') {
    const asked = { type, field: `details.${field}`, expected_value: value } as unknown as Requirement;
    return cluesOf(asked)[0] ?? 'no clue';
  }
  if (type !== 'numeric_range') return [value].flat().join(table.or);
  if (typeof value === 'string') return value;
  const { at_least: min, at_most: max } = value as { at_least?: number; at_most?: number };
  return boundSaid({ min, max });
}

/** A plain query in the language in force that says all of a plan, one sentence for each requirement. */
export function plainQuery(
  { products, requirements }: QueryPlan,
  draw: Draw,
): { query: string; surfaces: { id: string; words: string }[] } {
  const table = tables[languageInForce()];
  if (table === undefined) throw new Error(`there are no plain sentences in ${languageInForce()}`);
  const noun = products[0]?.noun_phrase ?? '';
  const used = new Set<string>();
  /** A frame that the query has not used, as long as there is one. */
  const frameFor = (requirement: Planned, at: number): string => {
    const frames = framesFor(requirement, table);
    const left = frames.filter((frame) => !used.has(frame));
    const frame = pickOne(draw, `sentence ${at}`, left.length === 0 ? frames : left);
    used.add(frame);
    return frame;
  };
  const said = requirements.map((requirement, at) =>
    requirement.type === 'entity_match'
      ? { id: requirement.id, words: noun, isSentence: false }
      : {
          id: requirement.id,
          words: frameFor(requirement, at)
            .replace('{f}', () => requirement.field ?? '')
            .replace('{v}', () => wordsFor(requirement, table))
            .replace('{p}', () => phraseOf(requirement.field ?? '', wordsFor(requirement, table))),
          isSentence: true,
        },
  );
  const opening = pickOne(draw, 'opening', table.openings).replace('{n}', () => noun);
  const sentences = said.filter(({ isSentence }) => isSentence).map(({ words }) => words);
  return {
    query: [opening, ...sentences].join(table.between),
    surfaces: said.map(({ id, words }) => ({ id, words })),
  };
}
