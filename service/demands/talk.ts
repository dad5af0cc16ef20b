import { pickOne } from '../../schemas/draw.ts';
import { demand } from './demand.ts';

/** Matters that no tool can settle for a customer: they go on to a person. */
const BEYOND = {
  en: [
    'a partnership with your shop',
    'a job application I sent you',
    'a complaint about one of your drivers',
    'logging in to my account',
  ],
  zh: ['和你们店铺的合作', '应聘的事', '对配送员的投诉', '账号登录不上的事'],
} as const;

export const TALK = [
  demand({
    name: 'beyond_tools',
    kind: 'hand_over',
    about: 'comes with something that only a person can settle',
    group: 'after-sales',
    dialogue: 'task',
    regimes: ['own-shop', 'marketplace'],
    wishes: ({ draw, store }) => {
      const matter = pickOne(draw, 'beyond', BEYOND[store.facts.language]);
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
    wishes: () => [{ request: {} }],
  }),
];
