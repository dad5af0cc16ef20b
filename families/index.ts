import { createRequire } from 'node:module';
import type { Family, FamilyDescription } from '../pipeline/family.ts';
import { ConfigError } from '../schemas/errors.ts';
import { DESCRIPTION as ecomagentbench } from './ecomagentbench/description.ts';
import { DESCRIPTION as ecombench } from './ecombench/description.ts';
import { DESCRIPTION as mixecom } from './mixecom/description.ts';
import { DESCRIPTION as shoppingbench } from './shoppingbench/description.ts';
import { DESCRIPTION as shopsimulator } from './shopsimulator/description.ts';

const load = createRequire(import.meta.url);

/** Every benchmark family, by what it says of itself, and how the rest of it is loaded. A new one is its folder and its two lines here. */
const LISTED: readonly (readonly [FamilyDescription, () => { readonly family: unknown }])[] = [
  [ecomagentbench, () => load('./ecomagentbench/family.ts') as typeof import('./ecomagentbench/family.ts')],
  [shoppingbench, () => load('./shoppingbench/family.ts') as typeof import('./shoppingbench/family.ts')],
  [shopsimulator, () => load('./shopsimulator/family.ts') as typeof import('./shopsimulator/family.ts')],
  [ecombench, () => load('./ecombench/family.ts') as typeof import('./ecombench/family.ts')],
  [mixecom, () => load('./mixecom/family.ts') as typeof import('./mixecom/family.ts')],
];

/** Descriptions of all families, in the order people are told of them. */
export const FAMILIES: readonly FamilyDescription[] = LISTED.map(([description]) => description);

/** Returns a family by its name, which is loaded now: a run takes a third less to start than with all of them. */
export function familyNamed(name: string): Family {
  const listed = LISTED.find(([description]) => description.name === name);
  if (listed === undefined)
    throw new ConfigError(`--family is "${name}", expected one of ${FAMILIES.map((known) => known.name).join(', ')}`);
  return listed[1]().family as Family;
}

/** Returns all families, whole, for what is asked of each of them; or those whose tasks are about a kind of world. */
export const everyFamily = (about?: FamilyDescription['subject']): readonly Family[] =>
  FAMILIES.filter(({ subject }) => about === undefined || subject === about).map(({ name }) => familyNamed(name));
