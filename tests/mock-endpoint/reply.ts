import type { ChatBody } from './chat-body.ts';
import { type Said, saying, spoil } from './content-faults.ts';
import { draw } from './draw.ts';
import { type ContentFault, type Fault, isContentFault } from './fault-kinds.ts';
import type { RequestFacts } from './request-facts.ts';

export type Content = string | object;
export type Respond = (body: ChatBody, request: RequestFacts) => Content | Promise<Content>;
/** Is given the good reply as well; null where the request offers nothing to spoil. */
export type Misbehave = (
  body: ChatBody,
  request: RequestFacts,
  good: string,
) => Content | null | Promise<Content | null>;

export interface Callbacks {
  readonly respond: Respond;
  readonly leak?: Misbehave;
  readonly tamper?: Misbehave;
  readonly obey?: Misbehave;
}

const textOfContent = (content: Content) => (typeof content === 'string' ? content : JSON.stringify(content));

/** What the model says, and the content fault in it: null where the one that was due could not be done to this reply. */
export async function reply(
  callbacks: Callbacks,
  body: ChatBody,
  request: RequestFacts,
  fault: Fault | null,
): Promise<{ said: Said; fault: ContentFault | null }> {
  const good = textOfContent(await callbacks.respond(body, request));
  if (fault === null || !isContentFault(fault.kind)) return { said: saying(good), fault: null };
  const said = await spoiled(callbacks, body, request, good, fault, fault.kind);
  return said === null ? { said: saying(good), fault: null } : { said, fault: fault.kind };
}

async function spoiled(
  callbacks: Callbacks,
  body: ChatBody,
  request: RequestFacts,
  good: string,
  { contentBytes }: Fault,
  kind: ContentFault,
): Promise<Said | null> {
  if (kind !== 'leak' && kind !== 'tamper' && kind !== 'obey') {
    return spoil(kind, good, draw('place', request.digest), contentBytes);
  }
  const content = await callbacks[kind]!(body, request, good);
  return content === null ? null : saying(textOfContent(content));
}
