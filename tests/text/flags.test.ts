import { expect, test } from 'vitest';
import { flagOf } from '../../text/flags.ts';

test.each(['Yes', 'true', 'Oui', 'Ja', 'Sí', 'Tidak', 'Nein', 'не', 'Si', 'SIM', 'No brand', ''])(
  '"%s" is read as a flag or as none',
  (value) => {
    const expected: Readonly<Record<string, boolean>> = {
      Yes: true,
      true: true,
      Oui: true,
      Ja: true,
      Sí: true,
      Tidak: false,
      Nein: false,
    };
    expect(flagOf(value)).toBe(expected[value] ?? null);
  },
);
