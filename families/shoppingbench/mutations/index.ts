import { OF_QUERIES } from '../../../mutations/harmless.ts';
import { OF_ANY } from '../../../mutations/operators/index.ts';
import { UNSEEN_ORDERS } from '../../../mutations/operators/unseen.ts';
import { defineSuite } from '../../../mutations/suite.ts';
import { drawing } from '../../../mutations/world.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import { family as shoppingbench } from '../family.ts';
import { judgesOf } from '../judges.ts';
import { OfflineWriter } from '../writers/offline-writer.ts';
import { ORDER_OPERATORS } from './orders.ts';

export const suite = defineSuite<QueryWording>({
  family: shoppingbench,
  gatesOn: (view) => judgesOf(view, 1).gates,
  writerOn: (view) => new OfflineWriter({ ...drawing, targetsOf: ({ targetIds }) => view.productsOf(targetIds) }),
  perIntent: 50,
  operators: [...OF_ANY, ...ORDER_OPERATORS],
  rewritings: OF_QUERIES,
  unseen: [UNSEEN_ORDERS],
});
