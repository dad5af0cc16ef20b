import { shoppingbench } from '../../../../families/shoppingbench/family.ts';
import { judgesOf } from '../../../../families/shoppingbench/judges.ts';
import { OfflineWriter } from '../../../../families/shoppingbench/writers/offline-writer.ts';
import type { QueryWording } from '../../../../shopping/draft.ts';
import { OF_QUERIES } from '../../harmless.ts';
import { defineSuite } from '../../suite.ts';
import { drawing } from '../../world.ts';
import { OF_ANY } from '../index.ts';
import { UNSEEN_ORDERS } from '../unseen.ts';
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
