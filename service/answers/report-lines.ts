import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { type Draw, shuffled } from '../../schemas/draw.ts';
import type { Intent, LockedSupport } from '../task.ts';

/** The lines that reports are made of, and the draws by which one of several is taken. */

const Lines = z.array(z.string()).min(1);
const Said = z.strictObject({ en: Lines, zh: Lines });
export type Said = z.infer<typeof Said>;
const Table = z.record(z.string(), Said);

/** Ways to say details of products, by language and by what a detail is called. */
const Details = z.record(z.enum(['en', 'zh']), z.record(z.string(), Lines));

const Sentence = Said.extend({ says: Lines, when: z.array(z.string()), alone: z.literal(true).optional() });
export type Sentence = z.infer<typeof Sentence>;

export const MOODS = ['told', 'done', 'refused'] as const;

export const REPORT = z
  .strictObject({
    leads: z.record(z.enum([...MOODS, 'regret', 'calm', 'wait', 'trouble', 'worried']), Said),
    also: Said,
    besides: Said,
    topics: z.record(z.string(), z.strictObject({ en: z.string().min(1), zh: z.string().min(1) })),
    behind: z.array(Said.extend({ when: z.array(z.string()) })),
    is: Table,
    details: Details,
    lists: Details,
    greetings: Said,
    closings: z.record(z.enum(MOODS), Said),
    sure: Table,
    picture: Table,
    sentences: z.array(Sentence),
  })
  .parse(readTable(new URL('./report.yaml', import.meta.url)));

/** The draws of a conversation's wording: of who writes about what. */
export const drawOf = ({ user_id: user, intents }: LockedSupport): Draw =>
  drawFor(0, JSON.stringify([user, intents.map((one) => [one.demand, one.order_id, one.product_id])]), 'report');

export const placeOf = ({ id }: Intent) => Number(id.slice(1)) - 1;

/** One of the ways to say something: in a conversation each comes once before one comes again. */
export function waysOf(said: Said, name: string, locked: LockedSupport, intent: Intent): string[] {
  const ways = shuffled(drawOf(locked), name, said[locked.language]);
  const from = placeOf(intent) % ways.length;
  return [...ways.slice(from), ...ways.slice(0, from)];
}
export const oneOf = (...of: Parameters<typeof waysOf>): string => waysOf(...of)[0] as string;
