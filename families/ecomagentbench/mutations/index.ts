import { fitting, OF_QUERIES, OF_SCRIPTS, type Rewriting } from '../../../mutations/harmless.ts';
import type { Operator } from '../../../mutations/operator.ts';
import { OF_ANY } from '../../../mutations/operators/index.ts';
import { OF_SLOTS } from '../../../mutations/operators/slots/index.ts';
import { UNSEEN_HEDGES } from '../../../mutations/operators/unseen.ts';
import { defineSuite } from '../../../mutations/suite.ts';
import { drawing } from '../../../mutations/world.ts';
import { pickOne } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import { family as ecomagentbench } from '../family.ts';
import { judgesOf } from '../judges.ts';
import type { Wording } from '../wording.ts';
import { OfflineWriter } from '../writers/offline-writer.ts';
import { INTENTS } from './contracts.ts';
import { LEAKS } from './leaks.ts';
import { PROFILE } from './profile.ts';

/** The rest of the profile, as another has it. */
const OF_PROFILES: Rewriting<Wording> = {
  name: 'the context of another profile',
  rewrite: (sample, { draw, samples }) =>
    [0, 1].flatMap((at) => {
      const { demographics, lifestyle, shopping_habits } = pickOne(draw, `profile ${at}`, samples).wording.persona;
      const context = { demographics, lifestyle, shopping_habits };
      return fitting(sample, [
        Object.values(demographics).join(' '),
        JSON.stringify(lifestyle),
        JSON.stringify(shopping_habits),
      ]).length === 3
        ? [{ ...sample.wording, persona: { ...sample.wording.persona, ...context } }]
        : [];
    }),
};

export const suite = defineSuite<Wording>({
  family: ecomagentbench,
  gatesOn: (view) => judgesOf(view, 1).gates,
  writerOn: (view) =>
    new OfflineWriter({ ...drawing, targetOf: ({ targetIds }) => view.productsOf(targetIds)[0] as Product }),
  perIntent: 25,
  operators: [
    ...(OF_ANY as unknown as Operator<Wording>[]),
    ...LEAKS,
    ...PROFILE,
    ...(OF_SLOTS as unknown as Operator<Wording>[]),
    ...(INTENTS as unknown as Operator<Wording>[]),
  ],
  rewritings: [...([...OF_QUERIES, ...OF_SCRIPTS] as unknown as Rewriting<Wording>[]), OF_PROFILES],
  unseen: [UNSEEN_HEDGES as unknown as Operator<Wording>],
});
