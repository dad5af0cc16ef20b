import { ConfigError } from '../schemas/errors.ts';
import { ecomagentbench } from './compose-ecomagentbench.ts';
import { shoppingbench } from './compose-shoppingbench.ts';
import type { Family } from './family.ts';

/** Every family the engine can build, by name. A new family is added here and nowhere else in `pipeline/`. */
const FAMILIES: readonly Family[] = [ecomagentbench, shoppingbench];

const familyNames: readonly string[] = FAMILIES.map(({ name }) => name);

export function familyNamed(name: string): Family {
  const family = FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new ConfigError(`--family is "${name}", expected ${familyNames.join(' or ')}`);
  return family;
}
