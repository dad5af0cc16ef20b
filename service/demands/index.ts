import { pickOne } from '../../schemas/draw.ts';
import { BOTH, type Regime } from '../policy/rule.ts';
import { CHOICES } from './choices.ts';
import { type Demand, demandsIn } from './demand.ts';
import { MONEY } from './money.ts';
import { ORDERS } from './orders.ts';
import { PARCELS } from './parcels.ts';
import { RETURNS } from './returns.ts';
import { THINGS } from './speech.ts';
import { TECHNICIANS } from './technicians.ts';

/** Topics of small talk. */
const TOPICS = ['busy', 'rest', 'week', 'rain', 'cat', 'slow'] as const;

const task = demandsIn('after-sales', 'task', BOTH);
const chitchat = demandsIn('pre-sales', 'chitchat', BOTH);

const TALK = [
  task({
    name: 'beyond_tools',
    kind: 'hand_over',
    wishes: ({ draw, store }) => {
      const matter = pickOne(draw, 'beyond', THINGS[store.facts.language].matters);
      return [{ request: { wish: matter }, blanks: { matter } }];
    },
  }),
  chitchat({
    name: 'small_talk',
    kind: 'chat',
    wishes: ({ draw }) => [{ request: {}, variant: pickOne(draw, 'talk', TOPICS) }],
  }),
];

/** Every atomic demand. A new one is its entry in a file here and its words in words/en.yaml and words/zh.yaml. */
export const DEMANDS: readonly Demand[] = [
  ...ORDERS,
  ...PARCELS,
  ...RETURNS,
  ...MONEY,
  ...TECHNICIANS,
  ...CHOICES,
  ...TALK,
];

export const demandsOf = (regime: Regime): readonly Demand[] =>
  DEMANDS.filter(({ regimes }) => regimes.includes(regime));
