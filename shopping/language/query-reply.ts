import { z } from 'zod';
import { cleanText } from '../../text/normalise.ts';
import type { QueryWording } from '../draft.ts';

/**
 * A text of a reply. Its limits are no part of the JSON Schema, of which strict endpoints take only a subset: a text
 * outside them is asked for again.
 */
export const replyText = (most: number) =>
  z.string().refine((text) => text.length <= most && cleanText(text) !== '', {
    error: `expected a text of 1 to ${most} characters`,
  });

const MOST = { query: 2000, words: 800, requirements: 40 };

/**
 * Reply a query writer may give: the query, and which of its words carry which requirement. Ids are read, never taken
 * over.
 */
export const QueryReply = z.strictObject({
  query: replyText(MOST.query),
  surfaces: z
    .array(
      z.strictObject({
        id: z.string().refine((id) => /^r\d{1,3}$/.test(id), { error: 'expected the id of a requirement, such as r1' }),
        words: z.string().refine((words) => words.length <= MOST.words, {
          error: `expected words of the query, at most ${MOST.words} characters`,
        }),
      }),
    )
    .refine(({ length }) => length <= MOST.requirements, { error: `expected at most ${MOST.requirements} entries` }),
});
export type QueryReply = z.infer<typeof QueryReply>;

/** The wording of a reply, without markup and unseen characters; the first words of an id count. */
export function queryWordingOf(reply: QueryReply): QueryWording {
  const query = cleanText(reply.query);
  const surfaces: Record<string, string> = {};
  for (const { id, words } of reply.surfaces) {
    const own = ownSpelling(query, cleanText(words));
    if (own !== '' && !Object.hasOwn(surfaces, id)) surfaces[id] = own;
  }
  return { query, surfaces };
}

const FORMS: Readonly<Record<string, string>> = { "'": "['’‘ʼ`]", '"': '["“”„]', '-': '[-‐‑–—]' };
const formsOf = (character: string) => FORMS[character] ?? character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');

/** Finds words whatever their case, their spaces and the shape of their quotation marks and dashes. */
function looselyMatching(words: string): RegExp {
  const tokens = words.trim().split(/\s+/u);
  const plain = tokens.map((token) => [
    ...token
      .replace(/[’‘ʼ`]/gu, "'")
      .replace(/[“”„]/gu, '"')
      .replace(/[‐‑–—]/gu, '-'),
  ]);
  return new RegExp(plain.map((characters) => characters.map(formsOf).join('')).join(String.raw`\s+`), 'giu');
}

/**
 * Words that are said to stand in a text, as the text itself writes them where they differ from it in no more than case,
 * spaces, quotation marks and dashes, and stand in it once. Anything else is returned as it is: whether it holds is
 * for the gates to say.
 */
export function ownSpelling(text: string, words: string): string {
  if (words.trim() === '' || text.includes(words)) return words;
  const found = [...text.matchAll(looselyMatching(words))];
  return found.length === 1 ? (found[0]?.[0] as string) : words;
}
