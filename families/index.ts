import type { Family, TaskSettings } from '../pipeline/family.ts';
import type { BuilderSource } from '../pipeline/run/pool.ts';
import { ConfigError } from '../schemas/errors.ts';
import { ecomagentbench } from './ecomagentbench/family.ts';
import { shoppingbench } from './shoppingbench/family.ts';

/** Every family the engine can build, by name. A new family is added here and nowhere else in `pipeline/`. */
export const FAMILIES: readonly Family[] = [ecomagentbench, shoppingbench];

const familyNames: readonly string[] = FAMILIES.map(({ name }) => name);

export function familyNamed(name: string): Family {
  const family = FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new ConfigError(`--family is "${name}", expected ${familyNames.join(' or ')}`);
  return family;
}

/** What builds the tasks of a run with these settings, in this thread and in others. */
export const buildersOf = (settings: TaskSettings): BuilderSource => ({
  settings,
  thread: new URL('./thread.ts', import.meta.url),
  builder: (parts) => familyNamed(settings.family).builder(settings, parts),
  shared: () => sharedOf(settings),
});

/** What builders of a run need not read of its world again. */
function sharedOf({ family, world: path }: TaskSettings): unknown {
  const { world } = familyNamed(family);
  const opened = world.open(path);
  try {
    return world.shared?.(opened);
  } finally {
    opened.close();
  }
}
