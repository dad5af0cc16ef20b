import type { Catalog } from '../../catalog/index.ts';
import type { Family } from '../../pipeline/family.ts';

const SHOWN = 12;

/**
 * Names the detail fields of a mapped catalog that no requirement can be about, for there are no words for them; null
 * where there are none. Of other formats the fields are known, and nobody chose them.
 */
export function unaskedFields(catalog: Catalog, family: Pick<Family, 'name' | 'asksAbout'>): string | null {
  if (!catalog.formats.includes('mapping-product')) return null;
  const unasked = catalog
    .fieldNames()
    .filter((field) => !family.asksAbout(field))
    .sort();
  if (unasked.length === 0) return null;
  const shown = unasked.slice(0, SHOWN).map((field) => `"${field}"`);
  const more = unasked.length > SHOWN ? ` and ${unasked.length - SHOWN} more` : '';
  return `no requirement can be about the detail fields ${shown.join(', ')}${more}; where one means a field of families/${family.name}/fields.yaml, map it to that name`;
}
