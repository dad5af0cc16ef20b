import { ecomagentbench } from '../../../../families/ecomagentbench/family.ts';
import { judgesOf } from '../../../../families/ecomagentbench/judges.ts';
import type { Wording } from '../../../../families/ecomagentbench/wording.ts';
import { OfflineWriter } from '../../../../families/ecomagentbench/writers/offline-writer.ts';
import type { Product } from '../../../../schemas/product.ts';
import { OF_QUERIES, OF_SOURCES, type Rewriting } from '../../harmless.ts';
import type { Operator } from '../../operator.ts';
import { defineSuite } from '../../suite.ts';
import { drawing } from '../../world.ts';
import { OF_ANY } from '../index.ts';
import { UNSEEN_HEDGES } from '../unseen.ts';
import { ANSWERS } from './answers.ts';
import { INTENTS } from './contracts.ts';
import { KEYWORD_OPERATORS } from './keywords.ts';
import { LEAKS } from './leaks.ts';
import { PROFILE } from './profile.ts';
import { SLOTS } from './slots.ts';

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
    ...SLOTS,
    ...ANSWERS,
    ...KEYWORD_OPERATORS,
    ...INTENTS,
  ],
  rewritings: [...(OF_QUERIES as unknown as Rewriting<Wording>[]), ...OF_SOURCES],
  unseen: [UNSEEN_HEDGES],
});
