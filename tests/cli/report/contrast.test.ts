import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../cli/look.css'), 'utf8');
const coloursIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]));
const [light = {}, dark = {}] = css.split('@media (prefers-color-scheme: dark)').map(coloursIn);

/** As WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const ON_CARDS = ['ink', 'muted', 'link', 'good', 'bad', 'warn', 'query', 'persona', 'clarification', 'fault'];
const PAIRS = [
  ...ON_CARDS.flatMap((text) => [[text, 'card'] as const, [text, 'ground'] as const]),
  ...['ink', 'muted', 'good', 'bad'].map((text) => [text, 'chosen'] as const),
  ...['query-ground', 'fault-ground', 'new-ground'].map((ground) => ['ink', ground] as const),
  ['fault', 'fault-ground'] as const,
];

test.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('every text of the page can be read on its ground, in %s', (_, colours) => {
  const faint = PAIRS.filter(([text, ground]) => contrast(colours[text] ?? '', colours[ground] ?? '') < 4.5);
  expect(Object.keys(colours).length).toBeGreaterThan(20);
  expect(faint).toEqual([]);
});
