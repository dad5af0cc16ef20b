import type { Catalog } from '../../catalog/index.ts';
import { asksAbout } from '../../shopping/learned/field-uses.ts';
import { type FineCatalog, type FineSettings, fineCatalog } from './fine/fine-catalog.ts';

/** The fine catalog of a run. */
export const shelvesOf = (catalog: Catalog, settings: FineSettings): FineCatalog =>
  fineCatalog(catalog, settings, (field) => asksAbout(catalog, field));
