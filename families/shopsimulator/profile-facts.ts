import type { Draw } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';
import type { FineShelf } from './fine/fine-catalog.ts';
import { statedAgainst } from './history.ts';
import { shelvesOf } from './planning.ts';
import { rowsStating, sellingIn } from './prover.ts';
import type { Settings } from './settings.ts';
import type { ProfileFacts } from './writers/profile.ts';

/** Products of the target's own kind that are drawn in vain at most. */
const MOST_MISSED = 200;

/** Products that are drawn one after another, the same one perhaps twice. */
function* drawnOf<T>(items: ArrayLike<T>, draw: Draw, label: string): Generator<T, void, void> {
  for (let place = 0; items.length > 0; place++) yield items[draw(`${label} ${place}`, items.length)] as T;
}

/** Collects what profiles take from a catalog: its shelves, and what of a product may be a long-term need. */
export function profileFacts(view: CatalogView, settings: Settings): ProfileFacts {
  const { catalog, answerSets } = view;
  const fine = () => shelvesOf(catalog, settings);
  const shelfOf = ({ targetIds: [id = ''] }: LockedTask): FineShelf | null => {
    const row = catalog.rowOf(id);
    return row === null ? null : fine().shelfOf(row);
  };
  const sellingOf = sellingIn(catalog, answerSets);
  return {
    *shelfMates(task, draw) {
      const target = catalog.rowOf(task.targetIds[0] ?? '');
      const rows = (shelfOf(task)?.rows ?? []).filter((row) => row !== target);
      for (const row of drawnOf(rows, draw, 'mate')) yield catalog.productByRow(row);
    },
    *elsewhere(task, draw) {
      const own = shelfOf(task);
      const called = new Set(answerSets.holding(entityAt(task).phrase));
      const others = fine().shelves.filter(({ path }) => path !== own?.path);
      for (const [place, { rows }] of entriesOf(drawnOf(others, draw, 'shelf'))) {
        const row = rows[draw(`product ${place}`, rows.length)] as number;
        if (!called.has(row)) yield catalog.productByRow(row);
      }
    },
    *meeting(task, draw) {
      const needs = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
      const path = shelfOf(task)?.path;
      const called = new Set(answerSets.holding(entityAt(task).phrase));
      const need = needs[draw('need', needs.length)];
      const rows = need === undefined ? [] : rowsStating(answerSets, [need]);
      let missed = 0;
      for (const row of drawnOf(rows, draw, 'meeting')) {
        if (missed > MOST_MISSED) return;
        if (called.has(row) || catalog.shelfOf(row).path === path) missed++;
        else yield catalog.productByRow(row);
      }
    },
    lastingOf: (product: Product) =>
      view.judged(product).kept.filter(({ field }) => view.fieldUse(field)?.persona === true),
    isAgainst: (product, need) => statedAgainst(product, need, sellingOf) !== null,
    cheaperShare(task) {
      const target = catalog.rowOf(task.targetIds[0] ?? '');
      const price = target === null ? null : catalog.priceMinor(target);
      const prices = (shelfOf(task)?.rows ?? []).flatMap((row) => catalog.priceMinor(row) ?? []);
      return price === null || prices.length === 0 ? 0 : prices.filter((other) => other < price).length / prices.length;
    },
  };
}

function* entriesOf<T>(items: Iterable<T>): Generator<readonly [number, T], void, void> {
  let place = 0;
  for (const item of items) yield [place++, item];
}
