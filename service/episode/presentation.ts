import { z } from 'zod';
import type { Played, SentImage } from '../../pipeline/episode.ts';
import type { Lesson, Presentation } from '../../pipeline/presentation.ts';
import { openPainter, pictureLink, pictureSvg, pictureText } from '../pictures/index.ts';
import type { Language, Picture } from '../store/schema.ts';
import type { Answer } from './agents.ts';
import type { Memory, Talking } from './play.ts';
import type { Staged } from './staged.ts';

const Reply = z.strictObject({ customer: z.string() });

/** Finds the places where the answers of each matter are found: in what the look-ups of it show. */
function lessons(_staged: Staged, { locked: { calls, intents, key_answers } }: Answer): Map<string, Lesson> {
  const readBy = new Map<string, string[]>();
  for (const { intent, role, name } of calls)
    if (role !== 'write') readBy.set(intent, [...(readBy.get(intent) ?? []), name]);
  return new Map(
    key_answers.map(({ id, intent }): [string, Lesson] => {
      const demand = intents.find((one) => one.id === intent)?.demand.replaceAll('_', ' ') ?? intent;
      const tools = [...new Set(readBy.get(intent) ?? ['what was looked up before'])].join(', ');
      return [id, { where: `for "${demand}": ${tools}`, words: null, learned: null }];
    }),
  );
}

/** Presents customer service to people who play it: they are the agent. */
export const supportPresentation = ({ say, text, end }: Talking): Presentation<Staged, Played<Memory>, Answer> => ({
  aim: [
    'You are the agent of the shop. Look up what you need with its tools, keep to its rules (read_policy), change what they allow and nothing else, and say every answer to the customer.',
    'What the session tells, such as your customer, need not be given to a tool.',
    end === null
      ? 'It is over when the customer has nothing more to ask.'
      : 'End the conversation when the customer has nothing more to ask.',
  ].join(' '),
  faces: [
    {
      tool: say,
      place: 'chat',
      command: 'say',
      label: 'Say',
      heading: 'The customer',
      hint: 'an answer to the customer',
      words: text,
    },
    ...(end === null ? [] : [{ tool: end, place: 'look-up' as const, command: 'end', label: 'End the conversation' }]),
  ],
  unseen: [],
  show({ content }) {
    const reply = Reply.safeParse(content);
    return reply.success ? { shown: { kind: 'reply', text: reply.data.customer, left: null }, products: [] } : null;
  },
  known(instruction) {
    const [, session = ''] = /^\[([^\]]*)\]/.exec(instruction) ?? [];
    return Object.fromEntries(
      session.split('; ').flatMap((entry) => {
        const [, name, value] = /^(\w+): (.*)$/.exec(entry) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    );
  },
  pictures: ({ pictures, customer: { language } }) =>
    Object.values(pictures).map((picture) => ({
      link: pictureLink(picture),
      svg: pictureSvg(picture, language),
      text: pictureText(picture, language),
    })),
  lessons,
});

const MOST_KEPT = 256;
/** Pictures drawn last: one stands in several results of its episode, and in every trial of its task. */
const kept = new Map<string, SentImage>();

/** A picture as an image; null where it is described and not drawn, or nothing that draws is installed. */
async function drawn(picture: Picture, language: Language): Promise<SentImage | null> {
  const key = `${language} ${picture.id}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const svg = pictureSvg(picture, language);
  const painter = svg === null ? null : await openPainter();
  if (svg === null || painter === null) return null;
  const data = painter.png(svg).toString('base64');
  const image: SentImage = { link: pictureLink(picture), mimeType: 'image/png', data };
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, image);
  return image;
}

/** The pictures of a conversation whose links stand in a text, as images. */
export async function imagesIn({ pictures, customer }: Staged, text: string): Promise<readonly SentImage[]> {
  const told = Object.values(pictures).filter((picture) => text.includes(pictureLink(picture)));
  const images = await Promise.all(told.map((picture) => drawn(picture, customer.language)));
  return images.filter((image) => image !== null);
}
