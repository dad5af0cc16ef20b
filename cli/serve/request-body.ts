import type { z } from 'zod';
import { issueText } from '../../shopping/episode/issue-text.ts';
import { nestsDeeper } from '../../text/nesting.ts';

/** A request that does not say what it has to; the message says what was expected. */
export class BadRequest extends Error {}

/** Largest body of a request, in bytes: a call stays in its episode's journal; the longest argument has 10,000 characters. */
export const MOST_BODY_BYTES = 256 << 10;
/** A whole rollout, with the tokens of every turn. */
export const MOST_ROLLOUT_BYTES = 64 << 20;
const DEEPEST_BODY = 100;

/** A request's body as text, as far as it may be long. */
async function textOf({ body }: Request, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new BadRequest(`the body is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A request's body by a schema; nothing at all is an empty object. */
export async function bodyOf<T>(request: Request, schema: z.ZodType<T>, most = MOST_BODY_BYTES): Promise<T> {
  const text = await textOf(request, most);
  let given: unknown;
  try {
    given = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new BadRequest('the body is not JSON');
  }
  // What is handed back, or kept in a journal, has to be written down again.
  if (nestsDeeper(given, DEEPEST_BODY))
    throw new BadRequest(`the body nests more than ${DEEPEST_BODY} levels deep; send plain values`);
  const read = schema.safeParse(given);
  if (!read.success) throw new BadRequest(issueText(read.error));
  return read.data;
}
