import type { EpisodeEvent, Observation } from '../../pipeline/episode.ts';
import { agentView, type EpisodeState, replayed } from './core.ts';
import { BLIND, imageParts, type Look } from './images.ts';
import { requestMessages } from './request.ts';
import { functionsOf } from './tool.ts';

/** A message of a chat with tool calls, as chat completions and trainers of language models take it. */
type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string | ReturnType<typeof imageParts> }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly type: 'function';
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly name: string; readonly content: string };

/** An episode as a chat: its messages, and how many of them each turn of the agent leaves behind it. */
interface Chat {
  readonly messages: readonly ChatMessage[];
  /** The functions the agent could call. */
  readonly tools: ReturnType<typeof functionsOf>;
  /** For each turn, the number of messages up to the agent's own; what came of it follows. */
  readonly turns: readonly number[];
}

/** The call ids of a turn: the agent's own, or by turn and place. */
const idOf = (turn: number, at: number, id: string | undefined) => id ?? `call_${turn}_${at + 1}`;

/** The messages of what an agent saw after its turn. */
function seenMessages(
  { results, note }: Observation,
  turn: number,
  calls: Extract<EpisodeEvent, { type: 'turn' }>['calls'],
): ChatMessage[] {
  return [
    ...results.map(({ tool: name, content }, at): ChatMessage => {
      return { role: 'tool', tool_call_id: idOf(turn, at, calls[at]?.id), name, content: JSON.stringify(content) };
    }),
    ...(note === null ? [] : [{ role: 'user' as const, content: note }]),
  ];
}

/**
 * A journal as a chat; what was not carried out of a turn is left out of it, so that every call has its result. Pictures
 * that are looked at stand in a message behind what tells their links.
 */
export async function chatOf(start: EpisodeState, journal: readonly EpisodeEvent[], look: Look = BLIND): Promise<Chat> {
  const { brief, instruction, tools } = agentView(start);
  const messages: ChatMessage[] = requestMessages({ brief, instruction });
  const turns: number[] = [];
  const show = async (told: unknown) => {
    const images = await look(told);
    if (images.length > 0) messages.push({ role: 'user', content: imageParts(images) });
  };
  await show(instruction);
  let open: Extract<EpisodeEvent, { type: 'turn' }> | null = null;
  for (const { event, observation } of replayed(start, journal)) {
    if (event.type === 'turn') open = event;
    if (open === null || observation === null) continue;
    const turn = turns.length + 1;
    const calls = open.calls.slice(0, observation.results.length);
    messages.push({
      role: 'assistant',
      content: open.text ?? '',
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, tool, arguments: args }, at) => ({
              id: idOf(turn, at, id),
              type: 'function' as const,
              function: { name: tool, arguments: JSON.stringify(args ?? {}) },
            })),
          }),
    });
    turns.push(messages.length);
    messages.push(...seenMessages(observation, turn, calls));
    await show(observation);
    open = null;
  }
  return { messages, tools: functionsOf(tools), turns };
}
