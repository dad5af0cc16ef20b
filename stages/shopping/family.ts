import type { Catalog } from '../../catalog/index.ts';
import type { Family } from '../../pipeline/family.ts';
import type { DescribedStep } from '../../pipeline/stage.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { asksAboutValues } from '../../shopping/shop-lexicon/field-overview.ts';
import { untranslatedNotes } from '../../shopping/shop-lexicon/untranslated.ts';
import { ADMISSION } from '../admission.ts';
import { EXTRACT } from '../extract/index.ts';
import type { DescribedGate } from '../gate.ts';
import { ADJUDICATION } from '../overruling.ts';
import { statedDetails } from '../sample/stated-details.ts';
import { SEMANTIC } from '../semantic/index.ts';
import { VERBALISE } from '../verbalise.ts';

type Shared = 'intents' | 'world' | 'stages' | 'gates' | 'asksAbout' | 'notes';

/** Description that a shopping family gives of itself; everything else they share. */
interface ShoppingFamily<Settings extends object> extends Omit<Family<Catalog, Settings>, Shared> {
  readonly intents: readonly { readonly name: string }[];
  readonly detailNeeds: Parameters<typeof statedDetails>[2];
  /** Stages that choose what is asked of a task's products, after its facts were found. */
  readonly choosing: readonly DescribedStep[];
  /** Its gates in code, in the order they are asked. */
  readonly gates: readonly DescribedGate[];
  /** Sentences on a catalog beside those of every shopping family. */
  readonly notesOn?: (catalog: Catalog) => readonly string[];
}

/** A family of tasks about products of a catalog. */
export const shoppingFamily = <Settings extends object>({
  intents,
  detailNeeds,
  choosing,
  gates,
  notesOn = () => [],
  ...own
}: ShoppingFamily<Settings>): Family<Catalog, Settings> => ({
  ...own,
  intents: intents.map(({ name }) => name),
  world: catalogWorld,
  stages: [EXTRACT, ...choosing, VERBALISE, ADJUDICATION],
  gates: [...gates, SEMANTIC, ADMISSION],
  asksAbout: asksAboutValues,
  notes: (catalog) => [
    ...unaskedFields(catalog, asksAboutValues),
    ...untranslatedNotes(catalog, (field) => asksAboutValues(catalog, field)),
    statedDetails(catalog, asksAboutValues, detailNeeds),
    ...notesOn(catalog),
  ],
});

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
