import { expect, test } from 'vitest';
import { coreOf, flagNameOf } from '../../../shopping/language/field-name.ts';

test.each([
  ['Lowest Frequency (Hz)', 'lowest frequency'],
  ['nozzle_width_[mm]', 'nozzle width'],
  ['(mm)', 'mm'],
  ['Pays de fabrication', 'pays de fabrication'],
])('a shopper who is asked about %s hears "%s"', (field, core) => {
  expect(coreOf(field)).toBe(core);
});

test('a flag is named without its values', () => {
  expect(flagNameOf('Has Tape Deck (Yes/No)')).toBe('tape deck');
});
