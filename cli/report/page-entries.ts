import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TaskLife } from '../../schemas/task-life.ts';
import { textDigest } from '../../text/digest.ts';
import { entryOf, lastQuery, type NamedEntry } from './entries.ts';
import type { PageEntry, PageIndex } from './page-data.ts';

const PER_BLOCK = 200;
/** More than a browser can hold at ease; what is over is counted. */
const MOST_ENTRIES = 100_000;

/** Blocks that wait to be compressed, which is done in other threads while more are made: all of them are held in memory. */
const MOST_UNDER_WAY = 8;

const compressed = promisify(gzip);
const packed = async (value: unknown) => (await compressed(JSON.stringify(value))).toString('base64');

/** Names that recur, each given by the place at which it first came up. */
class Names {
  readonly #places = new Map<string, number>();

  placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#places.size);
    return this.#places.size - 1;
  }

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }
}

/** Facts that an entry is found by. */
interface Head {
  readonly intent: string;
  readonly code: string | null;
  readonly stage: string | null;
  readonly category: string;
}

/** The entries of a page: a line of the index for each, and what is shown of it in blocks. */
export class Entries {
  readonly #intents = new Names();
  readonly #codes = new Names();
  readonly #stages = new Names();
  readonly #categories = new Names();
  readonly #columns = {
    ids: [] as string[],
    intent: [] as number[],
    code: [] as number[],
    stage: [] as number[],
    category: [] as number[],
    query: [] as string[],
    text: [] as string[],
    noun: [] as string[],
    target: [] as string[],
    reason: [] as string[],
  };
  readonly #blocks: Promise<string>[] = [];
  #waiting: PageEntry[] = [];
  #leftOut = 0;

  async add({ intent, code, stage, category }: Head, named: NamedEntry, life: TaskLife): Promise<void> {
    const columns = this.#columns;
    if (columns.ids.length >= MOST_ENTRIES) {
      this.#leftOut += 1;
      return;
    }
    const place = (names: Names, name: string | null) => (name === null ? -1 : names.placeOf(name));
    columns.ids.push(named.id);
    columns.intent.push(place(this.#intents, intent));
    columns.code.push(place(this.#codes, code));
    columns.stage.push(place(this.#stages, stage));
    columns.category.push(place(this.#categories, category));
    const query = lastQuery(life);
    columns.query.push(query);
    columns.text.push(textDigest(query));
    columns.noun.push(life.targets.flatMap(({ title, entity }) => entity ?? title ?? []).join(' + '));
    columns.target.push(
      life.targets.map(({ id, title, entity }) => [id, title ?? entity ?? ''].join(' ').trim()).join('; '),
    );
    columns.reason.push(named.reason ?? '');
    this.#waiting.push(entryOf(named, life));
    if (this.#waiting.length < PER_BLOCK) return;
    this.#pack();
    await this.#blocks.at(-MOST_UNDER_WAY);
  }

  /** The index, compressed. */
  index(dataset: string, family: string): Promise<string> {
    const index: PageIndex = {
      dataset,
      family,
      intents: this.#intents.all,
      codes: this.#codes.all,
      stages: this.#stages.all,
      categories: this.#categories.all,
      ...this.#columns,
      perBlock: PER_BLOCK,
      leftOut: this.#leftOut,
    };
    return packed(index);
  }

  blocks(): Promise<readonly string[]> {
    if (this.#waiting.length > 0) this.#pack();
    return Promise.all(this.#blocks);
  }

  #pack(): void {
    const block = packed(this.#waiting);
    // Whoever waits for it is told, which may be later.
    block.catch(() => {});
    this.#blocks.push(block);
    this.#waiting = [];
  }
}
