import type { World, WorldKind } from '../pipeline/family.ts';
import { type FinishedRun, worldIn } from '../pipeline/folder/run-files.ts';
import { ConfigError } from '../schemas/errors.ts';

/** The world a run was built from, among those kept in a folder; null where it is not there any more. */
export const keptWorld = <W extends World>({ manifest }: FinishedRun, kind: WorldKind<W>, folder?: string): W | null =>
  kind.find?.(worldIn(manifest, kind.noun).digest, folder) ?? null;

/** The world a run was built from: the one named, or a kept one; a ConfigError where it is another or not there. */
export function worldOf<W extends World>(
  run: FinishedRun,
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
      `no ${noun} in ${folder} has the digest ${digest.slice(0, 16)} that ${run.path} was built from; name it with --catalog <${noun}${kept.ending}>`,
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
