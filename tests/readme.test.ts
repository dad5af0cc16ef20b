import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ecomagentbenchGates } from '../pipeline/compose-gates.ts';
import { extract } from '../stages/extract.ts';
import { partition } from '../stages/partition.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
// What a stage or gate may find does not depend on what it is given.
const nothing = { prover: {} } as never;
const gates = ecomagentbenchGates(nothing);

test('the README says of every code what it means', () => {
  const meanings = Object.entries(
    Object.assign({}, extract(nothing).rejections, partition(nothing).rejections, ...gates.map(({ codes }) => codes)),
  );
  expect(meanings.length).toBeGreaterThan(30);
  for (const [code, meaning] of meanings) expect(readme).toContain(`| \`${code}\` | ${meaning} |`);
});

test('the README counts the gates right', () => {
  expect(readme).toContain(`${gates.length} gates over lock`);
});
