import type { Catalog } from '../catalog/index.ts';

const SHOWN = 12;

/**
 * A sentence that names the detail fields of a mapped catalog that no requirement can be about; none where there are none. Of other formats the fields are known, and nobody chose them.
 */
export function unaskedFields(catalog: Catalog, asksAbout: (catalog: Catalog, field: string) => boolean): string[] {
  if (!catalog.formats.includes('mapping-product')) return [];
  const unasked = catalog
    .fieldNames()
    .filter((field) => !asksAbout(catalog, field))
    .sort();
  if (unasked.length === 0) return [];
  const shown = unasked.slice(0, SHOWN).map((field) => `"${field}"`);
  const more = unasked.length > SHOWN ? ` and ${unasked.length - SHOWN} more` : '';
  return [
    `no requirement can be about the detail fields ${shown.join(', ')}${more}; npm run build:lexicon -- --catalog ${catalog.path} says why, and what a line of yours would change`,
  ];
}
