import { sep } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';

/** Map of folders on the coordinator's machine to those on this one. */
export class PathMap {
  readonly #roots: readonly (readonly [there: string, here: string])[];

  /** `/data=/mnt/data`: what is below /data there is below /mnt/data here. */
  constructor(roots: readonly string[]) {
    this.#roots = roots.map((root) => {
      const [there = '', here = '', ...more] = root.split('=');
      if (!there.startsWith('/') || here === '' || more.length > 0)
        throw new ConfigError(`--root is "${root}", expected two folders such as /data=/mnt/data: there, and here`);
      return [withoutEnd(there), withoutEnd(here)];
    });
  }

  here(path: string): string {
    const root = this.#roots.find(([there]) => path === there || path.startsWith(`${there}/`));
    return root === undefined ? path : root[1] + path.slice(root[0].length);
  }
}

const withoutEnd = (folder: string) => (folder.endsWith('/') || folder.endsWith(sep) ? folder.slice(0, -1) : folder);
