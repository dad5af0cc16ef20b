import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { tokensOf } from '../../catalog/text/normalise.ts';
import { stemOf } from '../../catalog/text/stem.ts';
import { chance, type Draw, pick, pickOne, shuffled } from '../../schemas/draw.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { LockedTask } from '../../schemas/task.ts';
import { type Piece, piecesFor } from './query-pieces.ts';
import { agree, capitalised, listed, lowered, withArticle } from './speech.ts';

const Patterns = z.array(z.string().min(1)).min(1);
const { openings, scenes, groups, follow, second_follow } = z
  .strictObject({
    openings: z.record(z.string(), Patterns),
    scenes: z.record(z.string(), Patterns),
    groups: z.record(z.string(), z.string()),
    follow: Patterns,
    second_follow: Patterns,
  })
  .parse(parse(readFileSync(new URL('./openings.yaml', import.meta.url), 'utf8')));

/** Nouns sold and spoken of in pairs. */
const PAIR_NOUNS = new Set(
  'headphones earphones earbuds glasses sunglasses goggles scissors tweezers binoculars gloves socks shoes boots sneakers sandals slippers pants leggings jeans shorts pliers clippers'.split(
    ' ',
  ),
);

/** How adjectives stack before a noun; fields that are not named come first. */
const ADJECTIVE_ORDER = ['Shape', 'Color', 'Ink Color', 'Pattern', 'Brand', 'Material', 'Point Type'];

/** A requirement of the query that is said in a phrase of its own. */
interface Item {
  readonly rubricId: string;
  readonly field: string;
  readonly pieces: readonly Piece[];
}

/** A sentence composed elsewhere (a voucher, review opinions) with the surfaces it carries. */
export interface ReadySentence {
  readonly text: string;
  readonly surfaces: Readonly<Record<string, string>>;
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

interface VerbPhrase {
  readonly rubricId: string;
  readonly text: string;
}

interface Subject {
  readonly plural: boolean;
}

/** Fills a follow-up sentence; `verbs` are given in the form the pattern asks for (`formOf`). */
function fillFollow(pattern: string, verbs: readonly string[], { plural }: Subject): string {
  const list = listed(verbs);
  const words: Record<string, string> = {
    It: plural ? 'They' : 'It',
    they: plural ? 'they' : 'it',
    it: plural ? 'them' : 'it',
    is: plural ? 'are' : 'is',
    has: plural ? 'have' : 'has',
    needs: plural ? 'need' : 'needs',
    does: plural ? 'do' : 'does',
    list,
    agreed: list,
  };
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

/** A verb phrase as the pattern needs it: base form after a modal, agreeing with the product elsewhere. */
const formFor = (pattern: string, verb: string, { plural }: Subject) =>
  pattern.includes('{agreed}') ? agree(verb, plural) : verb;

/** The group of scenes whose words the topic holds most of; ties go to the first in the table. */
function groupOf(topic: string): string | null {
  const tokens = tokensOf(topic);
  const votes = new Map<string, number>();
  // Later words of a category path are narrower, so they weigh more.
  for (const [place, token] of tokens.entries()) {
    const group = groups[token] ?? groups[token.replace(/s$/, '')];
    if (group !== undefined) votes.set(group, (votes.get(group) ?? 0) + 1 + place / tokens.length);
  }
  let best: string | null = null;
  for (const [group, count] of votes) if (best === null || count > (votes.get(best) ?? 0)) best = group;
  return best;
}

/** Puts the texts to avoid last, so that they are only drawn when nothing else is left. */
function preferred<T>(items: readonly T[], textOf: (item: T) => string, avoid: ReadonlySet<string>): readonly T[] {
  const fresh = items.filter((item) => !avoid.has(textOf(item)));
  return fresh.length > 0 ? fresh : items;
}

function openingFor({ task, topic, avoid }: QueryPlan, draw: Draw): string {
  const group = groupOf(topic);
  const scene = group === null ? undefined : scenes[group];
  const special = openings[task.intent] ?? [];
  const kinds: (readonly string[])[] = [openings.general ?? [], special, special, ...(scene ? [scene, scene] : [])];
  const patterns = pickOne(
    draw,
    'opening kind',
    kinds.filter((kind) => kind.length > 0),
  );
  return pickOne(
    draw,
    'opening',
    preferred(patterns, (pattern) => pattern, avoid),
  );
}

const firstWordOf = (text: string) => text.split(' ', 1)[0] ?? '';

/** Which place each item takes: adjectives, phrases behind the noun, a relative clause, or the sentences that follow. */
class Layout {
  readonly before: { field: string; text: string }[] = [];
  readonly after: string[] = [];
  readonly that: string[] = [];
  /** Base-form verb phrases for the sentences that follow, with their rubrics. */
  readonly verbs: VerbPhrase[] = [];
  readonly nots: string[] = [];
  readonly surfaces: Record<string, string> = {};

  place(items: readonly Item[], { avoid }: QueryPlan, draw: Draw, plural: boolean): void {
    const mostBefore = draw('adjectives', 3);
    const mostThat = chance(draw, 'relative clause', 0.4) ? 1 : 0;
    // A clause behind a phrase would be read as said of the phrase: "a bag for my laptop that folds flat".
    const mostAfter = mostThat === 1 ? 0 : 1 + draw('phrases behind', 2);
    for (const item of shuffled(draw, 'order', items)) {
      const of = (place: Piece['place']) => {
        const fitting = item.pieces.filter((piece) => piece.place === place);
        const sound = preferred(
          fitting,
          ({ text }) => (avoid.has(agree(text, plural)) ? agree(text, plural) : text),
          avoid,
        );
        // "suits..., suits... and suits..." tires the ear while another verb is at hand.
        const fresh = place === 'verb' ? preferred(sound, ({ text }) => firstWordOf(text), this.#verbsSaid()) : sound;
        return pick(draw, `piece ${item.rubricId} ${place}`, fresh)?.text;
      };
      const before = of('before');
      const after = of('after');
      const verb = of('verb');
      const not = of('not');
      if (not !== undefined) this.#take(item, this.nots, not);
      else if (before !== undefined && this.#roomBefore(before, mostBefore)) {
        this.before.push({ field: item.field, text: before });
        this.surfaces[item.rubricId] = before;
      } else if (after !== undefined && this.after.length < mostAfter && this.#startsAnew(after))
        this.#take(item, this.after, after);
      else if (verb !== undefined && this.that.length < mostThat) this.#take(item, this.that, agree(verb, plural));
      else if (verb !== undefined) this.verbs.push({ rubricId: item.rubricId, text: verb });
      else if (after !== undefined) this.#take(item, this.after, after);
      else if (before !== undefined) {
        this.before.push({ field: item.field, text: before });
        this.surfaces[item.rubricId] = before;
      }
    }
  }

  /** Two phrases behind the noun that start alike read as one within the other: "with a finish with a rating". */
  #startsAnew(text: string): boolean {
    return this.after.every((other) => firstWordOf(other) !== firstWordOf(text));
  }

  #verbsSaid(): ReadonlySet<string> {
    return new Set(this.verbs.map(({ text }) => firstWordOf(text)));
  }

  #roomBefore(text: string, most: number): boolean {
    const words = [...this.before.map((adjective) => adjective.text), text].join(' ').split(' ').length;
    return this.before.length < most && words <= 4;
  }

  #take({ rubricId }: Item, list: string[], text: string): void {
    list.push(text);
    this.surfaces[rubricId] = text;
  }

  nounPhrase(entity: string, plural: boolean): string {
    const rank = (field: string) => ADJECTIVE_ORDER.indexOf(field);
    const adjectives = this.before.toSorted((a, b) => rank(a.field) - rank(b.field)).map(({ text }) => text);
    const noun = [...adjectives, entity].join(' ');
    const last = entity.split(/[\s-]/).at(-1)?.toLowerCase() ?? '';
    const head = plural ? (PAIR_NOUNS.has(last) ? `a pair of ${noun}` : noun) : withArticle(noun);
    const relative = this.that.length === 0 ? '' : ` that ${listed(this.that)}`;
    return [head, ...this.after].join(' ') + relative;
  }
}

const NOT_SENTENCES = [
  "I don't want anything {not}.",
  'Please skip anything {not}.',
  'Leave out anything {not}.',
  "Just don't show me anything {not}.",
  'Nothing {not}, please.',
  'Anything {not} is out for me.',
];
const NOT_TAILS = [
  ", and I don't want anything {not}.",
  ', and nothing {not}, please.',
  ', and please leave out anything {not}.',
];

/**
 * Splits verb phrases over at most `most` sentences of one to four phrases, filling evenly. A phrase with a comma of its own goes last in its sentence.
 */
function sentencesOf(verbs: readonly VerbPhrase[], most: number): VerbPhrase[][] {
  const count = Math.max(1, Math.min(most, Math.ceil(verbs.length / 3)));
  const size = Math.ceil(verbs.length / count);
  const chunks: VerbPhrase[][] = [];
  for (let start = 0; start < verbs.length; start += size) chunks.push(verbs.slice(start, start + size));
  return chunks.map((chunk) => chunk.toSorted((a, b) => Number(a.text.includes(',')) - Number(b.text.includes(','))));
}

/**
 * Writes the query: an opening with the noun phrase, then what is left as one or two sentences, three in all (a voucher
 * may take a fourth). Returns each query rubric's words as they stand in the text.
 */
export function writeQuery(plan: QueryPlan, draw: Draw): { query: string; surfaces: Record<string, string> } {
  const { task, currency, ready, avoid } = plan;
  const { plural } = task.entity;
  const implicit = new Set(task.locked.implicit_rubric_ids);
  const spokenElsewhere = new Set(ready.flatMap(({ surfaces }) => Object.keys(surfaces)));

  const items: Item[] = [];
  const surfaces: Record<string, string> = {};
  const entity = lowered(task.entity.phrase);
  for (const rubric of task.locked.rubrics) {
    if (rubric.info_source !== 'query' || spokenElsewhere.has(rubric.id)) continue;
    if (rubric.type === 'entity_match') surfaces[rubric.id] = entity;
    else items.push(itemOf(rubric, implicit.has(rubric.id), currency, entity));
  }

  const layout = new Layout();
  layout.place(items, plan, draw, plural);
  const nounPhrase = layout.nounPhrase(entity, plural);
  const opening = openingFor(plan, draw).replace('{np}', () => nounPhrase);

  const sentences = [opening];
  const room = Math.max(1, 2 - ready.length);
  for (const [place, verbs] of sentencesOf(layout.verbs, room).entries()) {
    if (verbs.length === 0) continue;
    const patterns = place === 0 ? follow : second_follow;
    const pattern = pickOne(
      draw,
      `follow ${place}`,
      preferred(patterns, (text) => text, avoid),
    );
    const said = verbs.map(({ rubricId, text }) => {
      const form = formFor(pattern, text, { plural });
      surfaces[rubricId] = form;
      return form;
    });
    sentences.push(fillFollow(pattern, said, { plural }));
  }
  addExclusions(sentences, layout.nots, draw);
  sentences.push(...ready.map(({ text }) => text));
  for (const { surfaces: carried } of ready) Object.assign(surfaces, carried);

  return { query: sentences.map(capitalised).join(' '), surfaces: { ...layout.surfaces, ...surfaces } };
}

function itemOf(rubric: Rubric, implicit: boolean, currency: string, entity: string): Item {
  const pieces = piecesFor(rubric, implicit, currency);
  const apt = implicit ? pieces.filter(({ text }) => !namesKind(text, entity)) : pieces;
  return {
    rubricId: rubric.id,
    field: rubric.field.replace(/^details\./, ''),
    pieces: apt.length > 0 ? apt : pieces,
  };
}

/** Whether a clue compares the product with its own kind: "add no weight to a backpack", said of a backpack. */
function namesKind(clue: string, entity: string): boolean {
  const head = tokensOf(entity.split(' for ')[0] as string).at(-1) ?? '';
  return tokensOf(clue).some((token) => stemOf(token) === stemOf(head));
}

function addExclusions(sentences: string[], nots: readonly string[], draw: Draw): void {
  if (nots.length === 0) return;
  const excluded = listed(nots, 'or');
  const last = sentences.length - 1;
  if (sentences.length < 3) {
    sentences.push(pickOne(draw, 'exclusion', NOT_SENTENCES).replace('{not}', () => excluded));
  } else if (sentences[last]?.endsWith('.')) {
    sentences[last] =
      sentences[last].slice(0, -1) + pickOne(draw, 'exclusion tail', NOT_TAILS).replace('{not}', () => excluded);
  } else {
    sentences.push(pickOne(draw, 'exclusion', NOT_SENTENCES).replace('{not}', () => excluded));
  }
}
