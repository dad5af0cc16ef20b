import type { FinishedRun } from '../pipeline/folder/run-files.ts';
import { ConfigError } from '../schemas/errors.ts';
import type { RecordFamily } from '../shopping/published/record.ts';
import { ecomagentbench } from './ecomagentbench/published.ts';
import { shoppingbench } from './shoppingbench/published.ts';

/** Every family whose record is known here. A new one is added here and nowhere else in `pipeline/commands/`. */
const FAMILIES: readonly RecordFamily[] = [ecomagentbench, shoppingbench];

/** The family a run is of; a ConfigError where its record is not known. */
export function recordFamilyOf({ path, manifest }: FinishedRun, command: string): RecordFamily {
  const { family } = manifest.config;
  const found = FAMILIES.find(({ name }) => name === family);
  if (found !== undefined) return found;
  const known = FAMILIES.map(({ name }) => name).join(' and ');
  throw new ConfigError(`${path} is of the family "${family}", and ${command} knows ${known} only`);
}
