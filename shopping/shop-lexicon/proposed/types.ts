import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import { TYPES } from '../../../lexicon/index.ts';
import { UnusableReplyError } from '../../../schemas/errors.ts';
import type { Lexicon } from '../../../schemas/lexicon.ts';
import type { Asker } from '../../../schemas/model.ts';
import { fenced } from '../../../text/fenced-data.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { byCodeUnit } from '../../../text/order.ts';
import type { AnswerSets } from '../../answers/answer-set.ts';
import { typeOfCategory } from '../../nouns/product-type.ts';
import { type BlindChoices, choose } from './blind-choice.ts';
import type { Refused } from './refused.ts';

const TYPES_AT_ONCE = 20;
/** A category of fewer products is no help to many tasks. */
const LEAST_PRODUCTS = 5;
const LEAST_TITLES = 3;
const CHOICES = 8;

/** A kind of product that the catalog's categories name. */
export interface TypeWanted {
  readonly name: string;
  readonly products: number;
}

/** The kinds of products that a model is asked about, most products first. */
export function typesWanted(catalog: Catalog, most: number): TypeWanted[] {
  const counts = new Map<string, number>();
  for (let row = 0; row < catalog.size; row++) {
    const type = typeOfCategory(catalog.productByRow(row).category);
    if (type === null || type.noun !== undefined || type.isQuoted === true || TYPES.has(type.name.toLowerCase()))
      continue;
    const name = (type.forms.at(-1) ?? type.name).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, products]) => products >= LEAST_PRODUCTS)
    .sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b))
    .slice(0, most)
    .map(([name, products]) => ({ name, products }));
}

/** The requests that proposing takes at least and at most: for writers, and for solvers. */
export function callsForTypes(wanted: readonly TypeWanted[], votes: number) {
  const batches = Math.ceil(wanted.length / TYPES_AT_ONCE);
  return { writer: { low: batches, high: batches }, solver: { low: 0, high: wanted.length * 2 * votes } };
}

const Reply = (count: number) =>
  z.strictObject({
    types: z.array(
      z.strictObject({
        type: z.enum(Array.from({ length: count }, (_, place) => String(place + 1)) as [string, ...string[]]),
        plural: z.string().nullable(),
        also: z.array(z.string()),
        parents: z.array(z.string()),
      }),
    ),
  });

interface Dependencies extends BlindChoices {
  readonly asker: Asker;
  readonly answerSets: Pick<AnswerSets, 'holding'>;
}

const MOST_PARENTS = 2;
const PARENT_TASK = 'The words are a kind of product. Pick the broader kind that every product of it is one of.';

/**
 * Has a model say what kinds of products are called and what they are kinds of. Names count where titles of the catalog
 * hold them, broader kinds where solvers find them among others.
 */
export async function proposeTypes(
  wanted: readonly TypeWanted[],
  dependencies: Dependencies,
): Promise<{ types: Lexicon['types']; refused: Refused[] }> {
  const types: Record<string, Lexicon['types'][string]> = {};
  const refused: Refused[] = [];
  const taken = new Set(wanted.map(({ name }) => normaliseText(name)));
  for (let first = 0; first < wanted.length; first += TYPES_AT_ONCE) {
    const some = wanted.slice(first, first + TYPES_AT_ONCE);
    const reply = await ask(some, first, dependencies);
    if (reply === null) refused.push({ field: null, what: 'types', reason: 'no reply could be used' });
    const broader = [...new Set((reply ?? []).flatMap(({ parents }) => parents.map(normaliseText)))].sort(byCodeUnit);
    for (const { type: place, plural, also, parents } of reply ?? []) {
      const { name } = some[Number(place) - 1] as TypeWanted;
      if (types[name] !== undefined) continue;
      const said: Record<string, string | string[]> = {};
      const refuse = (what: string, reason: string) => refused.push({ field: null, value: name, what, reason });
      const names = (given: string[], what: string) =>
        given.filter((one) => {
          const titles = dependencies.answerSets.holding(one).length;
          if (normaliseText(one) === normaliseText(name)) return false;
          if (taken.has(normaliseText(one))) refuse(`${what} "${one}"`, 'is what another kind is called');
          else if (titles < LEAST_TITLES) refuse(`${what} "${one}"`, `stands in ${titles} titles`);
          else {
            taken.add(normaliseText(one));
            return true;
          }
          return false;
        });
      const [many] = plural === null ? [] : names([plural], 'plural');
      const others = names(also, 'also');
      const above: string[] = [];
      for (const parent of parents.map(normaliseText).slice(0, MOST_PARENTS)) {
        const against = await againstParent(name, parent, broader, dependencies);
        if (against === null) above.push(parent);
        else refuse(`parent "${parent}"`, against);
      }
      if (many !== undefined) said.plural = many;
      if (others.length > 0) said.also = others;
      if (above.length > 0) said.parents = above;
      if (Object.keys(said).length > 0) types[name] = said;
    }
  }
  return { types, refused };
}

async function ask(some: readonly TypeWanted[], first: number, { asker }: Dependencies) {
  try {
    const { value } = await asker.ask({
      role: 'lexicon_writer',
      prompt: 'lexicon/type_writer.md',
      blanks: { types: fenced('types', some.map(({ name }, place) => `${place + 1}. ${name}`).join('\n')) },
      reply: { name: 'types', schema: Reply(some.length) },
      taskId: `lexicon/types/${first}`,
      attempt: 0,
    });
    return value.types;
  } catch (error) {
    if (error instanceof UnusableReplyError) return null;
    throw error;
  }
}

async function againstParent(
  name: string,
  parent: string,
  broader: readonly string[],
  dependencies: Dependencies,
): Promise<string | null> {
  if (parent === normaliseText(name)) return 'is the kind itself';
  const others = broader.filter((one) => one !== parent && one !== normaliseText(name)).slice(0, CHOICES - 1);
  if (others.length === 0) return 'there is no other kind to tell it from';
  const id = `lexicon/parent/${name}/${parent}`;
  const choices = [...others, parent].sort(byCodeUnit);
  const result = await choose({ id, task: PARENT_TASK, words: name, choices, right: parent }, dependencies);
  return result.isRecovered ? null : `is not found among others (${result.right} of ${result.asked} solvers)`;
}
