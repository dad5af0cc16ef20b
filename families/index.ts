import type { Family } from '../pipeline/family.ts';
import { ConfigError } from '../schemas/errors.ts';
import { ecomagentbench } from './ecomagentbench/family.ts';
import { ecombench } from './ecombench/family.ts';
import { mixecom } from './mixecom/family.ts';
import { shoppingbench } from './shoppingbench/family.ts';
import { shopsimulator } from './shopsimulator/family.ts';

/** Every benchmark family. A new one is its folder and its line here. */
export const FAMILIES: readonly Family[] = [
  ecomagentbench,
  shoppingbench,
  shopsimulator,
  ecombench as Family,
  mixecom as Family,
];

const familyNames: readonly string[] = FAMILIES.map(({ name }) => name);

export function familyNamed(name: string): Family {
  const family = FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new ConfigError(`--family is "${name}", expected one of ${familyNames.join(', ')}`);
  return family;
}
