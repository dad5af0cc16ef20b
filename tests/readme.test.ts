import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ecomagentbenchGates, semanticGate } from '../pipeline/compose-gates.ts';
import { orderGates } from '../pipeline/compose-order-gates.ts';
import { hiddenNeeds } from '../stages/extract/hidden-needs.ts';
import { statedNeeds } from '../stages/extract/stated-needs.ts';
import { extract } from '../stages/extract.ts';
import { partition } from '../stages/partition.ts';
import { select } from '../stages/select.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
// What a stage or gate may find does not depend on what it is given.
const nothing = { prover: {} } as never;
const gates = ecomagentbenchGates(nothing);
const gatesOfOrders = orderGates(nothing);

test('the README says of every code what it means', () => {
  const meanings = [
    extract(nothing, hiddenNeeds(nothing)).rejections,
    extract(nothing, statedNeeds(nothing)).rejections,
    partition(nothing).rejections,
    select(nothing).rejections,
    ...[...gates, ...gatesOfOrders, semanticGate(nothing)].map(({ codes }) => codes),
  ].flatMap((codes) => Object.entries(codes));
  expect(new Set(meanings.map(([code]) => code)).size).toBeGreaterThan(40);
  for (const [code, meaning] of meanings) expect(readme).toContain(`| \`${code}\` | ${meaning} |`);
});

test('the README counts the gates right', () => {
  expect(readme).toContain(`${gates.length} gates over lock`);
  expect(readme).toContain(`${gatesOfOrders.length} gates`);
});
