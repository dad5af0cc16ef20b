import { type Planted, plantNoise } from './detail-noise.ts';
import type { Listing } from './listings.ts';
import { diceFor } from './random.ts';
import { WORDS } from './tables.ts';

export const META_FILE = 'amazon-meta.jsonl.gz';

const MOST_KEYS = 15;

/** The variants of a line that carry noise: never more than two in five, so the line's grid stays usable. */
function noisyOnes(listings: readonly Listing[]): Listing[] {
  const dice = diceFor('noisy', listings[0]!.line.id);
  if (listings.length === 1) return dice.chance(62) ? [...listings] : [];
  return dice.some(listings, Math.floor(listings.length * 0.4));
}

function spoil({ line, row, keyOf }: Listing): Planted[] {
  const dice = diceFor('spoil', row.parent_asin);
  const facts = line.variants.length === 1 ? line.shared : undefined;
  const fields = new Map<string, { key: string; options: readonly string[] }>();
  for (const [field, key] of keyOf) {
    const written = String(row.details[key]);
    const options =
      field === 'Brand' ? [line.brand] : (facts?.get(field) ?? written.split(',').map((part) => part.trim()));
    fields.set(field, { key, options });
  }
  // A key that must make room for a planted one is never a field of the shelf or planted itself.
  const stated = new Set(keyOf.values());
  const count = 1 + dice.byWeight([58, 31, 11]);
  return plantNoise(
    {
      file: META_FILE,
      id: row.parent_asin,
      group: line.shelf.group,
      fields,
      rivals: (field) => line.shelf.fields.get(field)?.common ?? [],
      spellKey: (field) => (WORDS.key_spellings[field] ?? field).split(',')[0]!,
      set: (key, value) => {
        const { details } = row;
        const crowded = !(key in details) && Object.keys(details).length >= MOST_KEYS;
        const spare = Object.keys(details).findLast((other) => !stated.has(other));
        if (crowded && spare !== undefined) delete details[spare];
        details[key] = value;
        stated.add(key);
      },
      title: {
        value: row.title,
        set: (title) => {
          row.title = title;
        },
      },
    },
    count,
    line.axes,
  );
}

/** Spoils details of some listings in place and says which. */
export function plantDetailNoise(lines: readonly (readonly Listing[])[]): Planted[] {
  return lines.flatMap((listings) => noisyOnes(listings).flatMap(spoil));
}
