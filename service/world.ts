import { type Catalog, openCatalog } from '../catalog/index.ts';
import type { World, WorldKind } from '../pipeline/world.ts';
import { catalogWorld, keptCatalogs } from '../shopping/catalog-world.ts';
import { digestOf } from '../text/digest.ts';
import type { Regime } from './policy/index.ts';
import type { Language, Store } from './store/schema.ts';
import { simulateStore } from './store/simulate/index.ts';

/** Settings every store of a catalog is made with. A change makes other stores, and so another world. */
const STORE = { version: 4, seed: 42, products: 400, users: 1500, weeks: 9 } as const;

/** One shop that sells its own goods, or a marketplace of merchants. */
const MERCHANTS: Readonly<Record<Regime, number>> = { 'own-shop': 1, marketplace: 12 };

/** Stores made from one catalog: the same weeks of business in each language, told apart by their words alone. */
export interface StoreWorld extends World {
  readonly catalog: Catalog;
  readonly regime: Regime;
  /** Made when it is first asked for. */
  storeIn(language: Language): Store;
}

const worldDigest = (catalog: Catalog, regime: Regime) => digestOf('store', STORE, regime, catalog.digest);

function* productsOf(catalog: Catalog) {
  for (const { product } of catalog.products()) yield product;
}

export function openStores(catalog: Catalog, regime: Regime): StoreWorld {
  const made = new Map<Language, Store>();
  const { version: _, ...settings } = STORE;
  return {
    path: catalog.path,
    digest: worldDigest(catalog, regime),
    regime,
    size: STORE.users,
    catalog,
    storeIn(language) {
      const known = made.get(language);
      if (known !== undefined) return known;
      const store = simulateStore(productsOf(catalog), { ...settings, merchants: MERCHANTS[regime], language });
      made.set(language, store);
      return store;
    },
    close: () => catalog.close(),
  };
}

export const openStoresAt = (path: string, regime: Regime): StoreWorld => openStores(openCatalog(path), regime);

/** The world of customer-service benchmarks: a store, simulated from a product catalog. Its file is that of the catalog. */
export const storeWorldOf = (regime: Regime): WorldKind<StoreWorld> => ({
  noun: 'store',
  things: 'users',
  kept: catalogWorld.kept,
  prepare: (request) => catalogWorld.prepare(request),
  open: (path) => openStoresAt(path, regime),

  find(digest, folder = catalogWorld.kept.folder) {
    for (const catalog of keptCatalogs(folder)) {
      if (worldDigest(catalog, regime) === digest) return openStores(catalog, regime);
      catalog.close();
    }
    return null;
  },

  notes: ({ catalog }) => catalog.notes,
  manifestOf: (world) => {
    const { digest, products, ingest, files } = catalogWorld.manifestOf(world.catalog) as Record<string, unknown>;
    return {
      digest: world.digest,
      users: world.size,
      regime: world.regime,
      settings: STORE,
      catalog: { digest, products },
      ingest,
      files,
    };
  },
  quarantined: ({ catalog }) => catalog.quarantined(),
});
