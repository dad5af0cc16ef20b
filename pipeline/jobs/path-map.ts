import { sep } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';

/** Finds paths of another machine here: by `/data=/mnt/data`, what is below /data there is below /mnt/data here. */
export function pathMap(roots: readonly string[]): (path: string) => string {
  const pairs = roots.map((root) => {
    const [there = '', here = '', ...more] = root.split('=');
    if (!there.startsWith('/') || here === '' || more.length > 0)
      throw new ConfigError(`--root is "${root}", expected two folders such as /data=/mnt/data: there, and here`);
    return [withoutEnd(there), withoutEnd(here)] as const;
  });
  return (path) => {
    const pair = pairs.find(([there]) => path === there || path.startsWith(`${there}/`));
    return pair === undefined ? path : pair[1] + path.slice(pair[0].length);
  };
}

const withoutEnd = (folder: string) => (folder.endsWith('/') || folder.endsWith(sep) ? folder.slice(0, -1) : folder);
