import { pickOne } from '../../schemas/draw.ts';
import { demand } from './demand.ts';
import { THINGS } from './speech.ts';

/** Topics of small talk. */
const TOPICS = ['busy', 'rest', 'week', 'rain', 'cat', 'slow'] as const;

export const TALK = [
  demand({
    name: 'beyond_tools',
    kind: 'hand_over',
    about: 'comes with something that only a person can settle',
    group: 'after-sales',
    dialogue: 'task',
    regimes: ['own-shop', 'marketplace'],
    wishes: ({ draw, store }) => {
      const matter = pickOne(draw, 'beyond', THINGS[store.facts.language].matters);
      return [{ request: { wish: matter }, blanks: { matter } }];
    },
  }),
  demand({
    name: 'small_talk',
    kind: 'chat',
    about: 'says something that asks for nothing',
    group: 'pre-sales',
    dialogue: 'chitchat',
    regimes: ['own-shop', 'marketplace'],
    wishes: ({ draw }) => [{ request: {}, variant: pickOne(draw, 'talk', TOPICS) }],
  }),
];
