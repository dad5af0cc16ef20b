import { existsSync } from 'node:fs';
import { FAMILIES, familyNamed } from '../families/index.ts';
import type { Family } from '../pipeline/family.ts';
import { checkManifest, type RunInFolder, worldIn } from '../pipeline/folder/run-files.ts';
import { worldPathOf } from '../pipeline/folder/run-records.ts';
import type { World, WorldKind } from '../pipeline/world.ts';
import { ConfigError } from '../schemas/errors.ts';
import { pathSettings } from '../schemas/setting.ts';

/** The family a run is of; a ConfigError where it is not known, or its manifest is none of that family. */
export function familyOf(run: RunInFolder, command: string): Family {
  const { family: name } = run.manifest.config;
  const known = FAMILIES.map((candidate) => candidate.name);
  if (!known.includes(name))
    throw new ConfigError(`${run.path} is of the family "${name}", and ${command} knows ${known.join(' and ')} only`);
  const family = familyNamed(name);
  const paths = pathSettings(family.settings);
  const stated = Object.entries(family.settings.shape).filter(([setting]) => !paths.includes(setting));
  checkManifest(run, family.world.noun, Object.fromEntries(stated));
  return family;
}

/** The world a run was built from, among those kept in a folder or where the build found it; null where it is not there any more. */
export function keptWorld<W extends World>(run: RunInFolder, kind: WorldKind<W>, folder?: string): W | null {
  const { digest } = worldIn(run.manifest, kind.noun);
  const found = kind.find?.(digest, folder) ?? null;
  const path = worldPathOf(run);
  if (found !== null || path === null || !existsSync(path)) return found;
  const world = kind.open(path);
  if (world.digest === digest) return world;
  world.close();
  return null;
}

/** The world a run was built from: the one named, or a kept one; a ConfigError where it is another or not there. */
export function worldOf<W extends World>(
  run: RunInFolder,
  kind: WorldKind<W>,
  path: string | undefined,
  folder: string = kind.kept.folder,
): W {
  const { noun, kept } = kind;
  const { digest } = worldIn(run.manifest, noun);
  if (path === undefined) {
    const found = keptWorld(run, kind, folder);
    if (found !== null) return found;
    throw new ConfigError(
      `no ${noun} in ${folder} has the digest ${digest.slice(0, 16)} that ${run.path} was built from; the command that built it makes it anew, or name it with --catalog <${noun}${kept.ending}>`,
    );
  }
  if (!path.endsWith(kept.ending))
    throw new ConfigError(
      `--catalog is ${path}, expected a ${noun} file ending in ${kept.ending}; build one with ${kept.madeBy}`,
    );
  const world = kind.open(path);
  if (world.digest === digest) return world;
  world.close();
  throw new ConfigError(
    `--catalog is ${path} with digest ${world.digest.slice(0, 16)}, expected the one ${run.path} was built from, ${digest.slice(0, 16)}`,
  );
}
