import { z } from 'zod';
import type { ToolCall, ToolDescription } from '../../../pipeline/episode.ts';
import type { Place, ToolFace } from '../../../pipeline/presentation.ts';

const Id = z.string().min(1).max(64);
const Words = z.string().max(10_000);

export const Act = z.discriminatedUnion('act', [
  /** Uses a tool: one that people meet somewhere, or any other by its arguments. */
  z.strictObject({
    act: z.literal('use'),
    tool: z.string().max(100),
    words: Words.optional(),
    products: z.array(Id).max(50).optional(),
    /** From 0, however the tool counts. */
    page: z.int().min(0).max(10_000).optional(),
    arguments: z.record(z.string().max(100), z.unknown()).optional(),
  }),
  z.strictObject({ act: z.literal('open'), product: Id }),
  /** Answers, and ends the episode. */
  z.strictObject({ act: z.literal('answer'), products: z.array(Id).min(1).max(50), words: Words.default('') }),
  z.strictObject({ act: z.literal('give-up') }),
]);
export type Act = z.input<typeof Act>;

/** Acts open to people besides giving up: the tools they meet, and the others as forms. */
export interface Counter {
  readonly faces: readonly ToolFace[];
  /** In the tools' order. */
  readonly forms: readonly ToolDescription[];
  /** Further arguments of the tools people meet, as JSON Schemas by tool and name: filters of a search. */
  readonly filters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Arguments that nobody types, by the tools that need them: one that a tool can do without is left to the person. */
  readonly known: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Sorts the tools of an episode by where people meet them. */
export function counterOf(
  tools: readonly ToolDescription[],
  { faces, unseen }: { readonly faces: readonly ToolFace[]; readonly unseen: readonly string[] },
  known: Readonly<Record<string, string>> = {},
): Counter {
  const there = new Set(tools.map(({ name }) => name));
  const shown = faces.filter(
    ({ tool, followedBy }) =>
      there.has(tool) && !unseen.includes(tool) && (followedBy === undefined || there.has(followedBy.tool)),
  );
  const hidden = new Set([...unseen, ...shown.map(({ tool }) => tool)]);
  return {
    faces: shown,
    forms: tools.filter(({ name }) => !hidden.has(name)),
    filters: Object.fromEntries(shown.map((face) => [face.tool, othersOf(face, tools)])),
    known: Object.fromEntries(
      tools.map(({ name, input: { required = [] } }) => [
        name,
        Object.fromEntries(Object.entries(known).filter(([argument]) => (required as string[]).includes(argument))),
      ]),
    ),
  };
}

/** The arguments of a tool that its face does not fill in. */
function othersOf({ tool, words, products, page }: ToolFace, tools: readonly ToolDescription[]) {
  const filled = [words, products?.argument, page?.argument];
  const properties = tools.find(({ name }) => name === tool)?.input.properties ?? {};
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !filled.includes(name)));
}

export const faceAt = ({ faces }: Pick<Counter, 'faces'>, place: Place): ToolFace | undefined =>
  faces.find((face) => face.place === place);

/** The arguments of a call as its face takes them. */
function callOf(
  face: ToolFace,
  { words, products = [], page, arguments: others = {} }: Omit<Extract<Act, { act: 'use' }>, 'act' | 'tool'>,
): ToolCall {
  const { products: taken, words: written, page: paged } = face;
  const ids = taken?.as === 'list' ? products : taken?.as === 'commas' ? products.join(',') : products[0];
  return {
    tool: face.tool,
    arguments: {
      ...others,
      ...(written === undefined || words === undefined ? {} : { [written]: words }),
      ...(taken === undefined || products.length === 0 ? {} : { [taken.argument]: ids }),
      ...(paged === undefined || page === undefined ? {} : { [paged.argument]: page + paged.first }),
    },
  };
}

/** The turns an act comes to, each with its calls. Null where the episode has no tool for it. */
export function turnsOf(act: Exclude<Act, { act: 'give-up' }>, counter: Counter): ToolCall[][] | null {
  switch (act.act) {
    case 'use': {
      const face = counter.faces.find(({ tool }) => tool === act.tool);
      if (face !== undefined) return [[callOf(face, act)]];
      return [[{ tool: act.tool, arguments: { ...counter.known[act.tool], ...act.arguments } }]];
    }
    case 'open': {
      const pages = counter.faces.filter(({ place }) => place === 'product');
      return pages.length === 0 ? null : pages.map((face) => [callOf(face, { products: [act.product] })]);
    }
    case 'answer': {
      const face = faceAt(counter, 'answer');
      if (face === undefined) return null;
      const words = face.words === undefined ? undefined : act.words;
      return [
        [
          callOf(face, { products: act.products, ...(words === undefined ? {} : { words }) }),
          ...(face.followedBy === undefined
            ? []
            : [{ tool: face.followedBy.tool, arguments: face.followedBy.arguments }]),
        ],
      ];
    }
  }
}
