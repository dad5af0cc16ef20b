import type { BuilderSource } from '../pipeline/run/pool.ts';
import type { TaskSettings } from '../pipeline/settings.ts';
import { familyNamed } from './index.ts';

/** The source of builders for the tasks of a run with these settings, in this thread and in others. */
export const buildersOf = (settings: TaskSettings): BuilderSource => ({
  settings,
  thread: new URL('./thread.ts', import.meta.url),
  builder: (parts) => familyNamed(settings.family).builder(settings, parts),
  shared: () => sharedOf(settings),
});

/** Opens the world of a run and returns the part of it that its builders share, which they need not read again. */
function sharedOf({ family, world: path }: TaskSettings): unknown {
  const { world } = familyNamed(family);
  const opened = world.open(path);
  try {
    return world.shared?.(opened);
  } finally {
    opened.close();
  }
}
