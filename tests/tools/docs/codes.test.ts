import { expect, test } from 'vitest';
import { everyFamily } from '../../../families/index.ts';
import { readPage } from '../../../tools/docs/blocks.ts';

const codes = readPage('docs/codes.md');

test('the page of codes says of every code what it means', () => {
  const meanings = everyFamily()
    .flatMap(({ stages, gates }) => [...stages.map(({ rejections }) => rejections), ...gates.map((gate) => gate.codes)])
    .flatMap((said) => Object.entries(said));
  expect(new Set(meanings.map(([code]) => code)).size).toBeGreaterThan(40);
  for (const [code, meaning] of meanings) expect(codes).toContain(`| \`${code}\` | ${meaning} |`);
});

test('something helps against a code only where a stage may reject for it', () => {
  for (const { rejections, remedies = {} } of everyFamily().flatMap(({ stages }) => stages))
    expect(Object.keys(remedies).filter((code) => !Object.hasOwn(rejections, code))).toEqual([]);
});

test.each(everyFamily())('the page of gates names every gate of $name', ({ name, gates }) => {
  const [, own = ''] = readPage('docs/gates.md').split(`### ${name}\n`);
  for (const gate of gates) expect(own).toContain(`| ${gate.name} | `);
});
