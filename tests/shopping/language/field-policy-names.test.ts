import { expect, test } from 'vitest';
import { wordsFor } from '../../../shopping/language/field-policy.ts';

const said = (field: string, value: string) => wordsFor(field).phrases(value).verb.join(' ');

test.each([
  ['LCD', 'AMOLED', 'LCD'],
  ['pwm', 'Yes', 'PWM'],
  ['Band 1', '5G', 'band'],
  ['GLOW DEPTH', 'Deep', 'glow depth'],
  ['TOP GLOW', 'Deep', ' top glow'],
  ['USB GLOW', 'Deep', ' USB glow'],
  ['Hz glow', 'Deep', ' hz glow'],
  ['Glow Depth (GD)', 'Deep', 'glow depth'],
])('a name of "%s" is written in capitals where it is spelt out', (field, value, name) =>
  expect(said(field, value)).toContain(name),
);
