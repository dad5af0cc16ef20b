import { expect, test } from 'vitest';
import { wordsFor } from '../../../shopping/language/field-policy.ts';
import { fill } from '../../../shopping/language/speech.ts';

const said = (field: string, value: string) => wordsFor(field).phrases(value).verb.join(' ');

test.each([
  ['LCD', 'AMOLED', 'LCD'],
  ['pwm', 'Yes', 'PWM'],
  ['cpu', '8265U', 'CPU'],
  ['Band 1', '5G', 'band'],
  ['GLOW DEPTH', 'Deep', 'glow depth'],
  ['TOP GLOW', 'Deep', ' top glow'],
  ['USB GLOW', 'Deep', ' USB glow'],
  ['Hz glow', 'Deep', ' hz glow'],
  ['Glow Depth (GD)', 'Deep', 'glow depth'],
])('a name of "%s" is written in capitals where it is spelt out', (field, value, name) =>
  expect(said(field, value)).toContain(name),
);

test.each([
  ['Collection', 'Seamaster', 'Seamaster'],
  ['watch_series', 'Aqua Terra', 'Aqua Terra'],
  ['Weave', 'Herringbone', 'herringbone'],
])('a value of %s that is a proper name keeps its capitals: %s', (field, value, written) => {
  const { say, phrases } = wordsFor(field);
  const texts = phrases(value).verb.map((pattern) => fill(pattern, value, say));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.includes(written))).toEqual([]);
});
