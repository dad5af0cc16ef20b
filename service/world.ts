import { type Catalog, openCatalog } from '../catalog/index.ts';
import type { World, WorldKind } from '../pipeline/world.ts';
import { catalogWorld, keptCatalogs } from '../shopping/catalog-world.ts';
import { digestOf } from '../text/digest.ts';
import type { Language, Store } from './store/schema.ts';
import { simulateStore } from './store/simulate/index.ts';

/** What every store of a catalog is made with. A change makes other stores, and so another world. */
const STORE = { version: 1, seed: 42, merchants: 12, products: 400, users: 1500, weeks: 9 } as const;

/** Stores made from one catalog: the same weeks of business in each language, told apart by their words alone. */
export interface StoreWorld extends World {
  readonly catalog: Catalog;
  /** Made when it is first asked for. */
  storeIn(language: Language): Store;
}

const worldDigest = (catalog: Catalog) => digestOf('store', STORE, catalog.digest);

function* productsOf(catalog: Catalog) {
  for (const { product } of catalog.products()) yield product;
}

export function openStores(catalog: Catalog): StoreWorld {
  const made = new Map<Language, Store>();
  const { version: _, ...settings } = STORE;
  return {
    path: catalog.path,
    digest: worldDigest(catalog),
    size: STORE.users,
    catalog,
    storeIn(language) {
      const known = made.get(language);
      if (known !== undefined) return known;
      const store = simulateStore(productsOf(catalog), { ...settings, language });
      made.set(language, store);
      return store;
    },
    close: () => catalog.close(),
  };
}

/** The world of customer-service benchmarks: a store, simulated from a product catalog. Its file is that of the catalog. */
export const storeWorld: WorldKind<StoreWorld> = {
  noun: 'store',
  things: 'users',
  kept: catalogWorld.kept,
  prepare: (request) => catalogWorld.prepare(request),
  open: (path) => openStores(openCatalog(path)),

  find(digest, folder = catalogWorld.kept.folder) {
    for (const catalog of keptCatalogs(folder)) {
      if (worldDigest(catalog) === digest) return openStores(catalog);
      catalog.close();
    }
    return null;
  },

  notes: ({ catalog }) => catalog.notes,
  manifestOf: (world) => {
    const { digest, products, ingest, files } = catalogWorld.manifestOf(world.catalog) as Record<string, unknown>;
    return { digest: world.digest, users: world.size, settings: STORE, catalog: { digest, products }, ingest, files };
  },
  quarantined: ({ catalog }) => catalog.quarantined(),
};
