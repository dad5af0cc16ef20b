import { pickOne, shuffled } from '../schemas/draw.ts';
import type { QueryWording, ScriptedWording } from '../shopping/draft.ts';
import { numberInWords } from './number-words.ts';
import type { Sample, Surroundings } from './operator.ts';
import { sharesWord } from './values.ts';

/** One way to write a good draft differently without harm. */
export interface Rewriting<Words extends QueryWording = QueryWording> {
  readonly name: string;
  rewrite(sample: Sample<Words>, around: Surroundings<Words>): Iterable<Words>;
}

const LEADS = [
  'Hi there!',
  'Hello everyone.',
  'Quick question for you.',
  'Good morning!',
  'Hey, I could do with a hand.',
  'Long story short.',
  "I've been putting this off for weeks.",
  'Okay, here goes.',
  'My neighbour said you are good at this.',
  "I'm new here, so bear with me.",
];
const ENDS = [
  'Thanks a lot!',
  'Any help is welcome.',
  'Thank you in advance.',
  "I'm in no hurry.",
  'Please let me know.',
  'That would make my week.',
  'Cheers!',
  "I'd be grateful.",
  'Looking forward to your answer.',
  'Sorry for the long message.',
];
/** Sentences that people tell besides: numbers, prices they paid, sizes of rooms, people and days. None is a wish. */
const CONTEXT = [
  'We moved here two years ago.',
  'My sister lives around the corner and drops by on Tuesdays.',
  'It rained all week.',
  'There are four of us at home, and a cat.',
  'I spent an hour looking last night.',
  'The old one broke after three summers.',
  'My train leaves at 7:45 every day.',
  'I turned 38 in May.',
  'The last shop I asked took 12 days to reply.',
  'Nobody in my family agrees on anything.',
  'My grandmother asked me to write this for her.',
  'We have a small kitchen and a long hallway.',
  'Half of my friends have moved away.',
  'I work from nine to five.',
  'The kids are asleep, so I finally have time for this.',
  'Our flat is on the third floor.',
  'I once returned a parcel three times.',
  'A friend told me about this site over dinner.',
  'The weekend is almost here.',
  'My brother swears he knows better.',
  'I have read so many pages that my eyes hurt.',
  'It is a long way to the next town.',
  "I don't know where to start.",
  'Last year I waited until December, which was a mistake.',
  'My flatmate thinks I worry too much.',
];
/** The query with every surface changed alike; none where a surface is no longer in it. */
function retold<Words extends QueryWording>(wording: Words, change: (text: string) => string): Words[] {
  const query = change(wording.query);
  const surfaces = Object.fromEntries(Object.entries(wording.surfaces).map(([id, words]) => [id, change(words)]));
  if (query === wording.query || Object.values(surfaces).some((words) => !query.includes(words))) return [];
  return [{ ...wording, query, surfaces }];
}
const around = <Words extends QueryWording>(wording: Words, before: string, behind: string): Words => ({
  ...wording,
  query: [before, wording.query, behind].filter((part) => part !== '').join(' '),
});
/** Every value the task scores, a number in words as well. */
const scored = ({ task }: Sample<QueryWording>) =>
  JSON.stringify(task.locked.rubrics.map(({ expected_value }) => expected_value)).replace(
    /"(\d{1,3})"/g,
    (number, digits) => `${number} ${numberInWords(Number(digits))}`,
  );
/** Sentences that share no word with what is scored. */
export const fitting = (sample: Sample<QueryWording>, sentences: readonly string[]) =>
  sentences.filter(
    (sentence) =>
      !scored(sample)
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.length > 1 && sharesWord(sentence, word)),
  );

const typography = (name: string, change: (text: string) => string): Rewriting => ({
  name,
  rewrite: ({ wording }) => retold(wording, change),
});

/** Rewritings of the query, which serve every family. */
export const OF_QUERIES: readonly Rewriting[] = [
  {
    name: 'a greeting before it',
    rewrite: (sample, { draw }) =>
      fitting(sample, LEADS)
        .slice(draw('from', 4), 10)
        .slice(0, 3)
        .map((lead) => around(sample.wording, lead, '')),
  },
  {
    name: 'thanks behind it',
    rewrite: (sample, { draw }) =>
      fitting(sample, ENDS)
        .slice(draw('from', 4), 10)
        .slice(0, 3)
        .map((end) => around(sample.wording, '', end)),
  },
  {
    name: 'a story before it',
    rewrite: (sample, { draw }) =>
      shuffled(draw, 'story', fitting(sample, CONTEXT))
        .slice(0, 4)
        .map((story) => around(sample.wording, story, '')),
  },
  {
    name: 'a story behind it',
    rewrite: (sample, { draw }) =>
      shuffled(draw, 'end', fitting(sample, CONTEXT))
        .slice(0, 4)
        .map((story) => around(sample.wording, '', story)),
  },
  {
    name: 'its sentences in another order',
    rewrite: ({ task, wording }) => {
      const sentences = wording.query.split(/(?<=[.!?]) /);
      // Vouchers, conditions and questions are told in sentences that lean on each other.
      if (
        sentences.length < 2 ||
        task.locked.voucher !== null ||
        task.locked.rubrics.some(({ type }) => type === 'knowledge_match' || type === 'same_shop')
      )
        return [];
      const query = sentences.toReversed().join(' ');
      return Object.values(wording.surfaces).every((words) => query.includes(words)) ? [{ ...wording, query }] : [];
    },
  },
  typography('curly apostrophes', (text) => text.replaceAll("'", '’')),
  typography('small letters', (text) => text.toLowerCase()),
  typography('line breaks between sentences', (text) => text.replace(/(?<=[.!?]) /g, '\n')),
  typography('two spaces between sentences', (text) => text.replace(/(?<=[.!?]) /g, '  ')),
  typography('semicolons for full stops', (text) => text.replace(/\. (?=[A-Z])/g, '; ')),
  typography('no contractions', (text) =>
    text
      .replaceAll("I'm", 'I am')
      .replaceAll("I'd", 'I would')
      .replaceAll("I've", 'I have')
      .replaceAll("it's", 'it is')
      .replaceAll("that's", 'that is')
      .replaceAll("don't", 'do not'),
  ),
  typography('British spelling', (text) =>
    text
      .replace(/\bcolor\b/g, 'colour')
      .replace(/\bgray\b/g, 'grey')
      .replace(/\bcenter\b/g, 'centre')
      .replace(/\bfavorite\b/g, 'favourite'),
  ),
];

const DEFAULTS = [
  "I haven't thought about that.",
  'Hmm, could you put that differently?',
  'That is not something I can say.',
  "I'm not sure what you mean.",
  'Let me think. What exactly would you like to know?',
  'No opinion on that one.',
  "Sorry, I can't help you there.",
  'Ask me about something in particular.',
  'You decide that.',
  'That has no bearing on it.',
];
const BEFORE_ANSWER = [
  'Good question.',
  'Sure.',
  'Well,',
  'Right,',
  'Glad you ask.',
  'Let me see.',
  'Of course.',
  'That one is easy.',
  'Oh yes.',
  'Thanks for asking.',
];
const AFTER_ANSWER = [
  'I am sure about that.',
  'That is fixed.',
  'I will not change my mind.',
  'No question about it.',
  'Anything else?',
  'I have thought about it for a while.',
];
/** The wording with a part of its script changed. */
const rescripted = (
  { wording }: Sample,
  change: (script: ScriptedWording['script']) => Partial<ScriptedWording['script']>,
): ScriptedWording => ({ ...wording, script: { ...wording.script, ...change(wording.script) } });

/** Rewritings of scripts. */
export const OF_SCRIPTS: readonly Rewriting<ScriptedWording>[] = [
  {
    name: 'another default response',
    rewrite: (sample, { draw }) =>
      [0, 1].map((at) =>
        rescripted(sample, () => ({
          default_response: pickOne(draw, `default ${at}`, fitting(sample, DEFAULTS)),
        })),
      ),
  },
  {
    name: 'words around the answers',
    rewrite: (sample, { draw }) =>
      [0, 1, 2].map((at) =>
        rescripted(sample, ({ clarification_slots: slots }) => ({
          clarification_slots: slots.map((slot) => {
            const lead = pickOne(draw, `${slot.slot_id} before ${at}`, fitting(sample, BEFORE_ANSWER));
            const end = pickOne(draw, `${slot.slot_id} after ${at}`, fitting(sample, AFTER_ANSWER));
            const said = [...(at === 1 ? [] : [lead]), slot.user_response, ...(at === 0 ? [] : [end])];
            return { ...slot, user_response: said.join(' ') };
          }),
        })),
      ),
  },
  {
    name: 'keywords in another order',
    rewrite: (sample) => [
      rescripted(sample, ({ clarification_slots: slots }) => ({
        clarification_slots: slots.map((slot) => ({ ...slot, trigger_keywords: slot.trigger_keywords.toReversed() })),
      })),
    ],
  },
];
