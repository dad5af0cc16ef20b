import { type Catalog, notesOn, openCatalog } from '../catalog/index.ts';
import type { World, WorldKind } from '../pipeline/world.ts';
import { catalogWorld, keptCatalogs } from '../shopping/catalog-world.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { Recent } from '../text/cache/recent.ts';
import { digestOf } from '../text/digest.ts';
import type { Regime } from './policy/index.ts';
import type { Language, Store } from './store/schema.ts';
import { simulateStore } from './store/simulate/index.ts';

/** Settings every store of a catalog is made with. A change makes other stores, and so another world. */
const STORE = { version: 5, seed: 42, products: 400, users: 1500, weeks: 9 } as const;

/** One shop that sells its own goods, many of them devices as ECom-Bench's does, or a marketplace of merchants. */
const SHOPS: Readonly<Record<Regime, { readonly merchants: number; readonly devices: number }>> = {
  'own-shop': { merchants: 1, devices: 0.6 },
  marketplace: { merchants: 12, devices: 0 },
};

/** Stores made from one catalog: the same weeks of business in each language, told apart by their words alone. */
export interface StoreWorld extends World {
  readonly catalog: Catalog;
  readonly regime: Regime;
  /** Made when it is first asked for. */
  storeIn(language: Language): Store;
}

const worldDigest = (catalog: Catalog, regime: Regime) =>
  digestOf('store', STORE, SHOPS[regime], regime, catalog.digest);

function* productsOf(catalog: Catalog) {
  for (const { product } of catalog.products()) yield product;
}

/** Stores made lately in this thread: planning, locking and the report open the same world, each for itself. */
const made = new Recent<string, Store>(2);

export function openStores(catalog: Catalog, regime: Regime): StoreWorld {
  const { version: _, ...settings } = STORE;
  const digest = worldDigest(catalog, regime);
  return {
    path: catalog.path,
    digest,
    regime,
    size: STORE.users,
    catalog,
    storeIn(language) {
      const key = `${digest} ${language}`;
      return foundOrMade(made, key, () =>
        simulateStore(productsOf(catalog), { ...settings, ...SHOPS[regime], language }),
      );
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

  notes: ({ catalog }, isNew) => notesOn(catalog, isNew),
  manifestOf: (world) => {
    const { digest, products, ingest, files } = catalogWorld.manifestOf(world.catalog) as Record<string, unknown>;
    return {
      digest: world.digest,
      users: world.size,
      regime: world.regime,
      settings: { ...STORE, ...SHOPS[regime] },
      catalog: { digest, products },
      ingest,
      files,
    };
  },
  quarantined: ({ catalog }) => catalog.quarantined(),
});
