import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../../text/numbers.ts';
import { endOf, startNode } from './children/child.ts';
import { madeCatalog } from './made-catalogs.ts';
import { say, type Workspace } from './part.ts';

/** The catalog files of one start of the benchmark, each ingested once: the code that reads them may have changed since. */
export class BuiltCatalogs {
  readonly #workspace: Workspace;
  readonly #known = new Map<number, Promise<string>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** The catalog file of that many products, reviews and all. */
  ofSize(products: number): Promise<string> {
    const known = this.#known.get(products) ?? this.#build(products);
    this.#known.set(products, known);
    return known;
  }

  async #build(products: number): Promise<string> {
    const { catalogs, scratch } = this.#workspace;
    const { meta, reviews } = await madeCatalog(catalogs, products);
    const path = join(scratch, 'catalogs', `${products}.db`);
    mkdirSync(join(scratch, 'catalogs'), { recursive: true });
    rmSync(path, { force: true });
    say(`ingesting ${formatCount(products)} products and their reviews`);
    const files = reviews === null ? [meta] : [meta, reviews];
    await endOf('build:catalog', startNode('cli/main.ts', ['build:catalog', ...files, '--out', path]));
    return path;
  }
}
