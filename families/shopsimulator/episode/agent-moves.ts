import { canonicalField, formIn } from '../../../catalog/index.ts';
import { type Dialogue, FIELDS, NUMBER_DIALOGUES, ofLexicon } from '../../../lexicon/index.ts';
import type { Moves, Solution, ToolCall, ToolResult } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import { says } from '../../../shopping/agents/plain-words.ts';
import { type Rubric, satisfies, wordsOf } from '../../../shopping/kinds/index.ts';
import { TABLES } from '../tables.ts';
import type { Answer } from './grade.ts';
import { BUY_NOW, PREVIOUS, type Section } from './pages.ts';
import { LONGEST_MESSAGE } from './shopper.ts';
import type { Staged } from './staged.ts';
import { optionsOffered, type Place } from './tool-data.ts';

const call = (tool: string, args: object): ToolCall => ({ tool, arguments: args });
const ask = (question: string) => call('ask_shopper', { question });

/** A question for every field there are words for, the family's own first. */
const questions: readonly string[] = ofLexicon((): string[] => [
  TABLES.agents.opening,
  ...[
    ...Object.values(TABLES.questions.fields),
    ...[...FIELDS.values()].flatMap(({ dialogue }) => dialogue ?? []),
    ...NUMBER_DIALOGUES.values(),
  ].flatMap(({ questions: asked }: Dialogue) => asked.slice(0, 1)),
]);

/** Messages that put all these questions, as many to each as a shopper reads. */
const messages: readonly string[] = ofLexicon(() => {
  const packed: string[] = [];
  for (const question of questions) {
    const joined = [packed.at(-1) ?? '', question].join(' ').trim();
    if (packed.length === 0 || joined.length > LONGEST_MESSAGE) packed.push(question);
    else packed[packed.length - 1] = joined;
  }
  return packed;
});

/** Reads a reply to a product that was shown. */
function heard({ content: { shopper } }: ToolResult): 'agreed' | 'tired' | 'other' {
  const { accepted, tired } = TABLES.shopper;
  if (typeof shopper !== 'string') return 'other';
  return shopper.startsWith(accepted) ? 'agreed' : shopper.startsWith(tired) ? 'tired' : 'other';
}

const EVIDENCE: Section = 'attributes';

/** Reads what a product states of itself, chooses options on its page, then buys. */
const purchase = (id: string, options: readonly string[]): ToolCall[] => [
  call('open_product', { product_id: id }),
  call('click', { value: EVIDENCE }),
  call('click', { value: PREVIOUS }),
  ...options.map((value) => call('click', { value })),
  call('click', { value: BUY_NOW }),
];

const isListed = (found: unknown): found is { product_id: string; title: string }[] => Array.isArray(found);

const optionsIn = ({ content: { product } }: ToolResult): Record<string, string[]> =>
  ((product as { options?: Record<string, string[]> } | undefined)?.options ?? {}) as Record<string, string[]>;

/** Of each option of a product that was viewed, the longest value a text says. */
function choose(viewed: ToolResult, text: string): ToolCall[] {
  return Object.entries(optionsIn(viewed)).flatMap(([name, values]) => {
    const [said] = values.filter((value) => says(text, value)).toSorted((a, b) => b.length - a.length);
    return said === undefined ? [] : [call('click', { value: `${name}: ${said}` })];
  });
}

/** The questions that have everything told that is told only when asked. */
const asksAll = ({ topics }: Answer): ToolCall[] => topics.map(({ question }) => ask(question));

/** Searches for what is known: all of it, then what the thing is called. */
function searchesFor(known: readonly Rubric[]): string[] {
  const nouns = known.flatMap((rubric) => (rubric.type === 'entity_match' ? [rubric.expected_value] : []));
  return [...new Set([known.flatMap(wordsOf).join(' '), ...nouns])].filter((text) => text !== '');
}

/** Searches as a shopper's words lead to; by its title only what they do not find, for no agent could learn to know it. */
function solution(_staged: Staged, answer: Answer): Solution {
  const { targetId, title, options, rubrics } = answer.goal;
  return {
    calls: asksAll(answer),
    searches: [...searchesFor(rubrics), title],
    products: [targetId],
    finish: purchase(targetId, Object.values(options)),
  };
}

/** The wanted options, as far as a product can be had in them. */
function wantedOf(product: Product, options: Readonly<Record<string, string>>): string[] {
  const offered = [...optionsOffered(product)];
  return Object.entries(options)
    .filter(([field, wanted]) =>
      offered.some(
        ([name, values]) =>
          canonicalField(name) === field && values.some((value) => formIn(field, value) === formIn(field, wanted)),
      ),
    )
    .map(([, wanted]) => wanted);
}

/** Moves by which agents that know no family play this one. */
export const moves: Moves<Staged, Answer, Place> = {
  search: (keywords, page) => call('search', { keywords, page: page + 1 }),
  found: ({ content: { products } }) =>
    isListed(products) ? products.map(({ product_id: id, title }) => ({ id, title })) : [],
  view: ([id = '']) => call('open_product', { product_id: id }),
  recommend: ([id = '']) => [call('buy_now', { product_id: id })],
  lookUps: () => [],
  ask,
  questions,
  showing: {
    messages,
    show: (id) => ask(TABLES.agents.show.replace('{id}', () => id)),
    heard,
  },
  choose,
  solution,
  nearMiss(_staged, answer, { catalog }) {
    const [rival] = answer.rivals.flatMap((id) => catalog.productById(id) ?? []);
    if (rival === undefined) return null;
    return {
      calls: asksAll(answer),
      searches: [...searchesFor(answer.goal.rubrics), rival.title],
      products: [rival.id],
      finish: purchase(rival.id, wantedOf(rival, answer.goal.options)),
    };
  },
  sought(_staged, answer, { catalog }, without) {
    const known = answer.goal.rubrics.filter(({ info_source: source }) => source !== without);
    return {
      calls: without === 'clarification' ? [] : asksAll(answer),
      searches: searchesFor(known),
      fits(id) {
        const product = catalog.productById(id);
        return product !== null && known.every((rubric) => satisfies(product, rubric) === 'yes');
      },
      known: known.flatMap(wordsOf).join('. '),
    };
  },
};
