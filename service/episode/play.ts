import { z } from 'zod';
import type { Awaited, EpisodeEvent, Outcome, Scene, ShopperTurn, Tool } from '../../pipeline/episode.ts';
import { defineTool } from '../../shopping/episode/tool.ts';
import { BEGUN, type CustomerMemory, customerGate, decideTurn } from '../customer/script.ts';
import type { Desk, DeskTool, Session } from '../desk.ts';
import { picturesIn, pictureText } from '../pictures/index.ts';
import type { Circumstances } from '../policy/rule.ts';
import type { Spoken } from '../scores.ts';
import type { Language, Picture, Store } from '../store/schema.ts';
import type { Call } from '../task.ts';
import type { Staged } from './staged.ts';

/** Place that tools read: the store as it is when a conversation begins, and how it is served. */
export interface Place {
  readonly desk: Desk;
  storeFor(language: 'en' | 'zh'): Store;
}

/** State that changes in a conversation. */
export interface Memory {
  /** Null before the first call of a tool. */
  readonly session: Session | null;
  readonly customer: CustomerMemory;
  readonly calls: readonly Call[];
  readonly messages: readonly Spoken[];
  readonly violations: readonly string[];
  /** Ids of the rules that were asked for by them; null where none ever were. */
  readonly picked: readonly string[] | null;
}

export const UNSERVED: Memory = {
  session: null,
  customer: BEGUN,
  calls: [],
  messages: [],
  violations: [],
  picked: null,
};

type Served = Scene<Place, Staged, Memory>;

/** The pictures that have come with some matters up to now. */
const picturesOf = (
  ids: readonly string[],
  { pictures, askedPictures }: Staged,
  { customer: { told } }: Memory,
): Picture[] =>
  ids.flatMap((id) => (askedPictures.includes(id) && !told.has(`${id}.picture`) ? [] : (pictures[id] ?? [])));

/** The session with what the customer's words make true up to now. */
export function sessionNow({
  place: { desk, storeFor },
  staged,
  memory,
}: Pick<Served, 'place' | 'staged' | 'memory'>): Session {
  const { customer, userId, lenient, circumstances } = staged;
  const store = storeFor(customer.language);
  const session = memory.session ?? desk.begin(store, userId);
  const { at, changed } = memory.customer;
  const current = customer.messages[at];
  // A picture belongs to the matter it was sent with.
  const evidence = picturesOf(current?.intents ?? [], staged, memory);
  const said = Object.assign({}, ...(current?.intents ?? []).map((id) => circumstances[id])) as Partial<Circumstances>;
  return {
    ...session,
    lenient,
    talk: {
      ...session.talk,
      used: null,
      sentBack: false,
      compensation: null,
      explicit: true,
      mood: 'calm',
      ...said,
      evidence,
      // What is about to be taken back was never confirmed.
      confirmed: current === undefined || current.instead === null || changed,
    },
  };
}

/** A tool over the store, as an agent calls it. */
function storeTool({ name, description, input, output, readOnly }: DeskTool): Tool<Place, Staged, Memory> {
  return {
    name,
    description,
    input,
    output,
    readOnly,
    run(args, scene): Outcome<Memory> {
      const { desk } = scene.place;
      const call: Call = { name, arguments: JSON.parse(JSON.stringify(args)) };
      const { session, result, isError, refusedBy } = desk.run(sessionNow(scene as Served), call);
      const { memory } = scene as Served;
      return {
        result,
        isError,
        memory: {
          ...memory,
          session,
          calls: [...memory.calls, call],
          violations: [...memory.violations, ...refusedBy],
        },
      };
    },
  };
}

/** Tools by which a family's agents speak with the customer. */
export interface Talking {
  /** The tool that says something, and the argument that takes it. */
  readonly say: string;
  readonly text: string;
  /** The tool that ends the conversation; null where the customer ends it. */
  readonly end: string | null;
}

const SAYING = 'Says something to the customer, and gives what the customer answers.';

/** Writes what every agent at a desk is told of its place, in the language of its customer. */
export const deskBrief = (language: Language, { say, end }: Pick<Talking, 'say' | 'end'>): string =>
  language === 'zh'
    ? `您是网店的客服。客户只能看到您用工具 ${say} 说的话。更改任何记录之前，请先用工具 read_policy 查看店铺规则并遵守。${end === null ? '对话由客户结束。' : `处理完毕后请调用 ${end}。`}`
    : `You serve the customers of an online shop. They read only what you say with the tool ${say}. Before you change any record, read the rules of the shop with the tool read_policy, and keep to them. ${end === null ? 'The customer ends the conversation.' : `When everything is settled, call ${end}.`}`;

function sayTool({ say, text, end }: Talking): Tool<Place, Staged, Memory> {
  const input = z.object({ [text]: z.string().min(1).max(4000).describe('what the customer reads') });
  const finished = (message: string, turn: ShopperTurn, memory: Memory, customer: CustomerMemory): Outcome<Memory> => ({
    result: { customer: turn.text },
    memory: { ...memory, customer, messages: [...memory.messages, { text: message, at: memory.customer.at }] },
    said: turn,
    ...(customer.isOver && end === null ? { end: 'done' as const } : {}),
  });
  return defineTool<Place, Staged, Memory>({
    name: say,
    description: SAYING,
    input,
    output: z.object({ customer: z.string() }),
    readOnly: false,
    run(args, { staged, memory, user }) {
      const message = (args as Record<string, string>)[text] as string;
      const { turn, memory: next } = decideTurn(message, staged.customer, memory.customer);
      if (user === 'model' && turn.act !== 'exhausted') return { kind: 'wording', turn, tone: staged.customer.tone };
      return finished(message, { ...turn, text: turn.script, source: 'script', gate: null }, memory, next);
    },
    resume(args, { staged, memory }, awaited: Awaited, came: Extract<EpisodeEvent, { type: 'worded' | 'ran' }>) {
      const message = (args as Record<string, string>)[text] as string;
      const { turn, memory: next } = decideTurn(message, staged.customer, memory.customer);
      const words = came.type === 'worded' ? came.text : null;
      const gate = words === null ? 'no reply' : customerGate(words, turn, staged.customer);
      void awaited;
      const said: ShopperTurn =
        words !== null && gate === null
          ? { ...turn, text: words.trim(), source: 'model', gate }
          : { ...turn, text: turn.script, source: 'script', gate };
      return finished(message, said, memory, next);
    },
  });
}

function endTool(name: string): Tool<Place, Staged, Memory> {
  return defineTool<Place, Staged, Memory>({
    name,
    description: 'Ends the conversation, once every request of the customer is settled.',
    input: z.object({}),
    output: z.object({ message: z.string() }),
    readOnly: false,
    run: (_args, { memory }) => ({ result: { message: 'The conversation is over.' }, memory, end: 'done' }),
  });
}

/** The rules an agent may read, in the language of its conversation: all, those about something, or those of some ids. */
export type ReadsRules = (
  wanted: { readonly about?: string | undefined; readonly ids?: readonly string[] | undefined },
  language: Language,
) => readonly string[];

/** The tool that gives rules, and the argument by which it gives some of them. */
export const READS_RULES = { tool: 'read_policy', ids: 'ids' } as const;

const policyTool = (rules: ReadsRules): Tool<Place, Staged, Memory> =>
  defineTool<Place, Staged, Memory>({
    name: READS_RULES.tool,
    description:
      'Gives the rules of the shop that hold for every conversation, all of them, those that name a word, or some by their ids.',
    input: z.object({
      about: z.string().max(60).optional().describe('a word that the rules have to hold'),
      [READS_RULES.ids]: z.string().max(8000).optional().describe('ids of rules, parted by commas'),
    }),
    output: z.object({ rules: z.array(z.string()) }),
    readOnly: true,
    run(args, { staged, memory }) {
      const { about, ids } = args as { readonly about?: string; readonly ids?: string };
      const named = ids?.split(/[\s,]+/).filter((id) => id !== '');
      return {
        result: { rules: rules({ about, ids: named }, staged.customer.language) },
        memory:
          named === undefined ? memory : { ...memory, picked: [...new Set([...(memory.picked ?? []), ...named])] },
      };
    },
  });

const IMAGE_INFO = 'get_image_info';

/** Tells agents that cannot see what pictures show, where a family has no tool of its own that does. */
const imageTool = defineTool<Place, Staged, Memory>({
  name: IMAGE_INFO,
  description: 'Tells what pictures of the conversation show, for agents that cannot see them.',
  input: z.object({ pictures: z.string().max(2000).describe('links of pictures, or marks such as [Image 1]') }),
  output: z.object({ pictures: z.array(z.object({ link: z.string(), description: z.string() })) }),
  readOnly: true,
  run(args, { staged, memory }) {
    const { customer } = staged;
    const raised = customer.messages.slice(0, memory.customer.at + 1).flatMap(({ intents }) => intents);
    const found = picturesIn((args as { pictures: string }).pictures, picturesOf(raised, staged, memory));
    if (found.length === 0)
      return {
        result: { error: 'no picture of this conversation is named; give the whole link as the customer sent it' },
        isError: true,
      };
    return {
      result: {
        pictures: found.map(({ link, picture }) => ({ link, description: pictureText(picture, customer.language) })),
      },
    };
  },
});

/** The tools of a family's agents: those over the store, the policy, and the talk with the customer. */
export const toolsOf = (desk: Desk, talking: Talking, rules: ReadsRules): readonly Tool<Place, Staged, Memory>[] => [
  ...desk.tools.filter(({ name }) => name !== talking.say && name !== talking.end).map(storeTool),
  policyTool(rules),
  ...(desk.tools.some(({ name }) => name === IMAGE_INFO) ? [] : [imageTool]),
  sayTool(talking),
  ...(talking.end === null ? [] : [endTool(talking.end)]),
];
