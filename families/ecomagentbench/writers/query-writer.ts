import { z } from 'zod';
import { readWords } from '../../../lexicon/index.ts';
import { type Draw, pickOne } from '../../../schemas/draw.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { isRiddle } from '../../../shopping/language/clue-bank.ts';
import { piecesFor } from '../../../shopping/language/clue-pieces.ts';
import { namesKind } from '../../../shopping/language/goods.ts';
import { patternsFor } from '../../../shopping/language/openings.ts';
import { forOneRecipient, saidBesides } from '../../../shopping/language/recipients.ts';
import { type Item, nounSaid, type ReadySentence, writeRequest } from '../../../shopping/language/request.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';

const Wordings = z.strictObject({ any: z.array(z.string()).min(1), numbered: z.array(z.string()).min(1) });
const WORDINGS = z.strictObject({ two: Wordings, one: Wordings }).parse(readWords('opinion-wordings.yaml'));

interface OpinionSentence {
  readonly text: string;
  /** The words of each opinion as they stand in the text, in the order the opinions were given. */
  readonly surfaces: readonly string[];
}

/** "one" or "ones" as the opinions speak of "it" or "they"; null where they speak only of parts. */
function oneOf(opinions: readonly string[]): 'one' | 'ones' | null {
  if (opinions.some((opinion) => /^they\b/.test(opinion))) return 'ones';
  return opinions.some((opinion) => /^it\b/.test(opinion)) ? 'one' : null;
}

/** Every sentence that asks for one or two opinions; the opinions stand in it word for word. */
export function opinionSentences(opinions: readonly string[]): string[] {
  const [first, second] = opinions;
  if (first === undefined || opinions.length > 2) throw new RangeError(`no wording for ${opinions.length} opinions`);
  const { any, numbered } = second === undefined ? WORDINGS.one : WORDINGS.two;
  const one = oneOf(opinions);
  return [...any, ...(one === null ? [] : numbered)].map((pattern) =>
    pattern.replace(/\{(first|second|one)\}/g, (_, name: string) => {
      if (name === 'one') return one as string;
      return name === 'first' ? first : (second as string);
    }),
  );
}

/**
 * Writes the sentence in which a query asks for products that reviewers say something of, with the words that carry
 * each opinion.
 */
export function opinionSentence(opinions: readonly string[], draw: Draw): OpinionSentence {
  return { text: pickOne(draw, 'opinion wording', opinionSentences(opinions)), surfaces: [...opinions] };
}

export interface QueryPlan {
  readonly task: LockedTask;
  /** Words of the category path and the noun phrase, from which the scene is chosen. */
  readonly topic: string;
  readonly currency: string;
  readonly ready: readonly ReadySentence[];
  /** Texts that led to a finding in an earlier attempt; not used again while there is another. */
  readonly avoid: ReadonlySet<string>;
}

/** Writes the query of a task. Returns each query rubric's words as they stand in the text. */
export function writeQuery(plan: QueryPlan, draw: Draw): { query: string; surfaces: Record<string, string> } {
  const { task, topic, currency, ready, avoid } = plan;
  const implicit = new Set(task.locked.implicit_rubric_ids);
  const spokenElsewhere = new Set(ready.flatMap(({ surfaces }) => Object.keys(surfaces)));

  const items: Item[] = [];
  const named: Record<string, string> = {};
  const { phrase, plural } = entityAt(task);
  const entity = nounSaid(phrase);
  for (const rubric of task.locked.rubrics) {
    if (rubric.info_source !== 'query' || spokenElsewhere.has(rubric.id)) continue;
    if (rubric.type === 'entity_match') named[rubric.id] = entity;
    else items.push(itemOf(rubric, implicit.has(rubric.id), currency, entity));
  }
  const besides = [entity, ...ready.map(({ text }) => text), ...saidBesides(task.locked.rubrics)];
  const asked = forOneRecipient(withOneRiddle(items, draw), besides, draw);
  const { text, surfaces } = writeRequest(
    { entity, plural, items: asked.items, avoid },
    patternsFor(task.intent, topic, avoid, draw, asked.said),
    ready,
    draw,
  );
  return { query: text, surfaces: { ...surfaces, ...named } };
}

/** One item of a task may be told by a riddle; the others take clues of other kinds, where they have any. */
function withOneRiddle(items: readonly Item[], draw: Draw): Item[] {
  const riddles = items.filter(({ pieces }) => pieces.some(({ text }) => isRiddle(text)));
  const kept = riddles.length < 2 ? riddles[0] : pickOne(draw, 'riddle', riddles);
  return items.map((item) => {
    const plain = item === kept ? [] : item.pieces.filter(({ text }) => !isRiddle(text));
    return plain.length === 0 ? item : { ...item, pieces: plain };
  });
}

function itemOf(rubric: Rubric, implicit: boolean, currency: string, entity: string): Item {
  const pieces = piecesFor(rubric, implicit, currency, entity);
  const apt = pieces.filter(({ text }) => !namesKind(text, entity));
  return {
    rubricId: rubric.id,
    field: rubric.field.replace(/^details\./, ''),
    pieces: apt.length > 0 ? apt : pieces,
  };
}
