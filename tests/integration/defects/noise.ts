import { contentOf, stemsOf, timesIn, wordsOf } from './plain-text.ts';
import { comparable, fieldOf, optionsIn, type RawCatalog } from './raw-catalog.ts';
import { type Counter, entityOf, fieldNameOf, implicitOf, perSample, valuesOf } from './sample-parts.ts';

const PLACEHOLDERS = new Set([
  ...'n/a na n\\a none null nil unknown other others unspecified default generic various yes no true false tbd ?'.split(
    ' ',
  ),
  ...['see description', 'does not apply', 'not applicable', 'not available', 'no brand', 'as shown'],
  // Values that ask for nothing: the lack of a quality, and the single item that every listing is.
  ...['not water resistant', '1', '1 count', 'one'],
]);
const PAIRS = ['()', '[]', '{}', '""', '“”'] as const;

function complaintsAbout(value: string): string[] {
  const found: string[] = [];
  const lower = value.trim().toLowerCase();
  for (const [open = '', close = ''] of PAIRS) {
    const [opened, closed] = [value.split(open).length, value.split(close).length];
    if (open === close ? opened % 2 === 0 : opened !== closed) found.push(`unbalanced ${open}${close}`);
  }
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(value)) found.push('another script');
  if (/[àâäáãåçéèêëíìîïñóòôöõúùûüßœæ]/i.test(value)) found.push('another language');
  if (PLACEHOLDERS.has(lower)) found.push('a placeholder');
  if (
    /&[a-z]+;|<[^>]*>|https?:|www\.|\bB0[A-Z0-9]{8}\b|[›»|\\]|see (?:more|less)|(?:&|and) (?:others?|more)$/i.test(
      value,
    )
  )
    found.push('an artefact');
  if (
    /\b[A-Z]+-?\d{2,}[A-Z]*\b|\b[A-Za-z]+-\d+\b|^\d{5,}$|\d\+\w/.test(value) &&
    !/^(?:iPhone|Galaxy|Pixel|Windows|A\d|802|RJ\d|DDR\d)/.test(value)
  )
    found.push('a variant code');
  if (wordsOf(value).length > 6 || value.length > 40 || /[.!?]$/.test(value)) found.push('a sentence');
  if (/^[^\p{L}\p{N}]|[,;:(&/-]$/u.test(value.trim())) found.push('a fragment');
  return found;
}

/** S8: a scored value that nobody would ask for. */
export const noiseValues: Counter = perSample(({ rubrics }) =>
  rubrics.flatMap((rubric) =>
    valuesOf(rubric).flatMap((value) =>
      complaintsAbout(value).map((what) => `${fieldNameOf(rubric)} "${value}" is ${what}`),
    ),
  ),
);

/**
 * What the sample's maker spoiled of one detail: all of it, or the option it added to a list to contradict another
 * detail. Markup around a clean value spoils nothing once it is gone; what is left of it is judged as text.
 */
const spoiledOptions = ({ kind, value }: { kind: string; value: string }): string[] => {
  if (kind === 'html') return [];
  return kind === 'contradiction' ? optionsIn(value).slice(-1) : optionsIn(value);
};

/** S8: a scored value of the target that stands in the sample's list of planted noise, or in no detail of its row. */
export const plantedValues = (catalog: RawCatalog): Counter =>
  perSample(({ rubrics, target_product: { product_id: id } }) => {
    const target = catalog.product(id);
    return rubrics
      .filter(({ type }) => type === 'attribute_match')
      .flatMap((rubric) =>
        valuesOf(rubric).flatMap((value) => {
          const field = fieldNameOf(rubric);
          const found: string[] = [];
          for (const noise of catalog.planted.get(id) ?? []) {
            if (
              fieldOf(noise.key) === field &&
              spoiledOptions(noise).some((option) => comparable(option) === comparable(value))
            )
              found.push(`${field} "${value}" is planted noise (${noise.kind} "${noise.value}")`);
          }
          if (!target.options.get(field)?.has(comparable(value)))
            found.push(`${field} "${value}" stands in no detail of its row`);
          return found;
        }),
      );
  });

/** S8: excluded values are other products' values; one of those must be clean. */
export const plantedExclusions = (catalog: RawCatalog): Counter =>
  perSample((sample) => {
    const rivals = catalog.holding(entityOf(sample));
    return sample.rubrics
      .filter(({ type }) => type === 'negative_attribute')
      .flatMap((rubric) =>
        valuesOf(rubric)
          .filter(
            (value) =>
              !rivals.some(({ id, pairs }) =>
                [...pairs].some(
                  ([key, raw]) =>
                    fieldOf(key) === fieldNameOf(rubric) &&
                    optionsIn(raw).some((option) => comparable(option) === comparable(value)) &&
                    !(catalog.planted.get(id) ?? []).some((entry) => entry.key === key && entry.value === raw),
                ),
              ),
          )
          .map((value) => `${fieldNameOf(rubric)} not "${value}", which only planted noise states`),
      );
  });

/** Published noun phrases that name no product (reference-systems 7.2, S9), and words that fit any. */
const WEAK_NOUNS = new Set(
  `wire pen pens case cases charger chargers fan fans chair chairs light lights tray trays nvr tribute tube set sets kit
  pack bundle product item thing device accessory accessories tool unit cover holder stand mount cable bag box`.split(
    /\s+/,
  ),
);

/** S9: a noun phrase that is bare, branded or no noun of the title. */
export const weakEntities = (catalog: RawCatalog): Counter =>
  perSample((sample) => {
    const entity = entityOf(sample);
    const words = wordsOf(entity);
    const target = catalog.product(sample.target_product.product_id);
    const brands = [target.store, ...['Brand', 'Brand Name', 'Manufacturer'].map((key) => target.pairs.get(key) ?? '')];
    const found: string[] = [];
    if (words.length === 0 || (words.length === 1 && WEAK_NOUNS.has(words[0] ?? ''))) found.push('is too general');
    if (words.length > 4) found.push('is a whole title');
    if (words.some((word) => /\d/.test(word))) found.push('holds a number');
    for (const brand of brands.filter((name) => name !== '')) {
      if (timesIn(words, wordsOf(brand)) > 0) found.push(`holds the brand ${brand}`);
    }
    return found.map((what) => `"${entity}" of "${target.title}" ${what}`);
  });

/** S9: a clue that mentions its value: a telling word of it, or what its letters stand for. */
export const transparentClues: Counter = perSample((sample) =>
  implicitOf(sample).flatMap((rubric) => {
    const surface = rubric.query_surface ?? '';
    const stems = stemsOf(surface);
    const initials = wordsOf(surface).map((word) => word.slice(0, 1));
    return valuesOf(rubric).flatMap((value) => {
      const said = contentOf(value).filter((stem) => stems.includes(stem));
      const letters = value.split(/[^A-Za-z]+/).filter((word) => /^[A-Z]{3,}$/.test(word));
      const spelt = letters.filter((word) => timesIn(initials, [...word.toLowerCase()]) > 0);
      return [...said, ...spelt].map((what) => `${fieldNameOf(rubric)} "${value}": "${surface}" says ${what}`);
    });
  }),
);
