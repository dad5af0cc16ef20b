import { existsSync } from 'node:fs';
import { REPLY_STORE, ReplyStore, roleName } from '../../models/index.ts';
import type { RunInFolder } from '../../pipeline/folder/run-files.ts';

/** A question that was put to a model for a task, and its answer. */
export interface ExplainedReply {
  /** "query writer (gpt-4.1-mini), request 0123456789ab". */
  readonly name: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly reply: string;
}

/**
 * Finds the replies of models that were asked for a task, in the order they were asked for, and notes what could not be
 * found.
 */
export function repliesFor(
  { manifest }: RunInFolder,
  taskId: string,
  digests: readonly string[],
  path: string = REPLY_STORE,
): { readonly replies: readonly ExplainedReply[]; readonly note: string | null } {
  if (manifest.config.writer === 'offline') return { replies: [], note: null };
  if (!existsSync(path))
    return {
      replies: [],
      note: `what models were asked is not known, because ${path} is missing; name the store of the run's replies with --replies <file.db>`,
    };
  const store = ReplyStore.open(path, { create: false });
  try {
    const wanted = new Set([...digests, ...store.digestsOf(taskId)]);
    const found = [...wanted].flatMap((digest) => store.read(digest) ?? []);
    const missing = digests.filter((digest) => !found.some((reply) => reply.digest === digest)).length;
    const replies = found
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
      .map(({ digest, request: { role, model, attempt, messages }, reply: { text } }) => ({
        name: `${roleName(role)} (${model}), try ${attempt + 1}, request ${digest.slice(0, 12)}`,
        messages,
        reply: text,
      }));
    const note = missing === 0 ? null : `${path} does not hold ${missing} of the replies it was made from`;
    return { replies, note };
  } finally {
    store.close();
  }
}
