import type { DatabaseSync } from 'node:sqlite';
import { Recent } from '../../text/cache/recent.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from '../memory/lane-digest.ts';
import { Numbering } from '../memory/numbering.ts';
import { Numbers } from '../memory/numbers.ts';
import { readerOf } from '../memory/texts.ts';
import { asBytes, Names, namesIn, RowsInsert } from '../store/sqlite.ts';
import { NO_ROW, type Postings } from './postings.ts';
import { rowsByGroup } from './row-set.ts';
import { PostingChanges, readFirstProducts, writeFirstProducts } from './stored-postings.ts';
import { FIELD_OF_KIND, NOT_REMEMBERED, type Terms } from './terms.ts';
import { BucketWriter } from './text-buckets.ts';

/** Terms and the rows of the products at their places; `place` stands for all of them where they are of one product. */
export interface PlacedTerms {
  readonly terms: Terms;
  readonly rowOf: Uint32Array;
  /** Some rows are NO_ROW. */
  readonly hasGaps: boolean;
  readonly place?: number;
}

/** A term nobody had before the products at hand. */
interface FreshTerm {
  readonly field: string;
  readonly norm: string;
  spelling: string;
  /** The place of the first product that has it. */
  first: number;
}

const NO_TERM = -1;
/** Each thread has one at a time, and another for each file. */
const MOST_MEMORIES = 16;
const FEWEST_REMEMBERED = 1 << 8;

interface KnownTerms {
  /** Names of fields, by id. */
  readonly fields: string[];
  readonly numbering: Numbering;
  readonly index: TermIndex;
}

/** The fields and terms of a catalog, numbered as they are there. */
function knownTerms(db: DatabaseSync, key: DigestKey): KnownTerms {
  const fields = namesIn(db, 'fields', 'name');
  const starts = new Map([...fields.entries()].map(([id, name]) => [id, digestOf(name, key)]));
  for (const [kind, id] of FIELD_OF_KIND) starts.set(id, digestOf(kind, key));
  const numbering = new Numbering();
  const index = new TermIndex();
  for (const { field, norm } of db.prepare('SELECT field, norm FROM terms ORDER BY id').iterate()) {
    numbering.numberOf(digestOf(norm as string, starts.get(field as number) as DigestKey), 0);
    index.add(field as number, norm as string);
  }
  return { fields, numbering, index };
}

/** Fills the tables of terms: which products state an option, have a word in their title, come with a service. */
export class TermWriter {
  readonly #db: DatabaseSync;
  readonly #fields: Names;
  readonly #numbering: Numbering;
  readonly #index: TermIndex;
  /** The number of terms that were there before. */
  readonly #known: number;
  /** Terms that were remembered, by memory and number there, plus one: finding them so is quicker than by their digests. */
  readonly #remembered = new Recent<string, Uint32Array>(MOST_MEMORIES);
  readonly #postings: Postings;
  readonly #insertTerm: RowsInsert;
  readonly #insertPosting: RowsInsert;

  /** Goes on from the terms that are in the tables. */
  constructor(db: DatabaseSync, postings: Postings, key: DigestKey) {
    const known = knownTerms(db, key);
    this.#db = db;
    this.#index = known.index;
    this.#fields = new Names(db.prepare('INSERT INTO fields (id, name) VALUES (?, ?)'), known.fields);
    this.#numbering = known.numbering;
    this.#known = known.numbering.size;
    this.#postings = postings;
    this.#insertTerm = new RowsInsert(db, 'terms', ['id', 'field', 'norm', 'display']);
    this.#insertPosting = new RowsInsert(db, 'postings', ['term', 'products']);
  }

  /** Takes in the terms of a batch of products. An option is shown as the first product of all has spelled it. */
  add(batch: readonly PlacedTerms[]): void {
    const known = this.#numbering.size;
    const fresh: FreshTerm[] = [];
    for (const placed of batch) this.#addPlaced(placed, known, fresh);
    this.#insert(known, fresh);
  }

  #addPlaced({ terms, rowOf, hasGaps, place }: PlacedTerms, before: number, fresh: FreshTerm[]): void {
    const { digests, fieldOf, places, ends, remembered } = terms;
    const numbers = this.#numbersIn(terms);
    const [normAt, spellingAt] = [readerOf(terms.norms), readerOf(terms.spellings)];
    for (let index = 0, end = 0; index < ends.length; index++) {
      let start = end;
      end = ends[index] as number;
      while (hasGaps && start < end && rowOf[places[start] as number] === NO_ROW) start++;
      if (start === end) continue;
      const known = remembered[index] as number;
      let term = known === NOT_REMEMBERED ? NO_TERM : (numbers[known] as number) - 1;
      if (term === NO_TERM) term = this.#numbering.numberOf(digests, index * DIGEST_WORDS);
      if (known !== NOT_REMEMBERED) numbers[known] = term + 1;
      this.#postings.add(term, places, start, end, rowOf);
      if (term < before) continue;
      const first = place ?? (places[start] as number);
      const same = fresh[term - before];
      if (same === undefined) {
        const field = terms.fields[fieldOf[index] as number] as string;
        fresh[term - before] = { field, norm: normAt(index), spelling: spellingAt(index), first };
      } else if (first < same.first) {
        same.spelling = spellingAt(index);
        same.first = first;
      }
    }
  }

  #numbersIn({ memory, remembered }: Terms): Uint32Array {
    let highest = 0;
    for (let index = 0; index < remembered.length; index++) {
      const known = remembered[index] as number;
      if (known !== NOT_REMEMBERED && known > highest) highest = known;
    }
    const numbers = this.#remembered.get(memory) ?? new Uint32Array(FEWEST_REMEMBERED);
    if (highest < numbers.length) {
      this.#remembered.set(memory, numbers);
      return numbers;
    }
    const grown = new Uint32Array(highest * 2);
    grown.set(numbers);
    this.#remembered.set(memory, grown);
    return grown;
  }

  #insert(known: number, fresh: readonly FreshTerm[]): void {
    const isNew = ({ field }: FreshTerm) => !FIELD_OF_KIND.has(field) && !this.#fields.has(field);
    // Fields are numbered in the order in which products state them.
    for (const { field } of fresh.filter(isNew).sort((a, b) => a.first - b.first)) this.#fields.idOf(field);
    for (const [index, { field, norm, spelling }] of fresh.entries()) {
      const id = FIELD_OF_KIND.get(field) ?? this.#fields.idOf(field);
      this.#insertTerm.add(known + index, id, norm, spelling);
      this.#index.add(id, norm);
    }
  }

  /** Writes down where every term is found. */
  finish(): void {
    this.#insertTerm.flush();
    const first = readFirstProducts(this.#db, new Uint32Array(this.#numbering.size));
    const changes = new PostingChanges(this.#db, first);
    this.#postings.inTermOrder(
      (term, rows) => {
        if (term < this.#known) return changes.add(term, rows);
        first[term] = rows[0] as number;
        if (rows.length > 1) this.#insertPosting.add(term, asBytes(rows));
      },
      () => this.#insertPosting.flush(),
    );
    writeFirstProducts(this.#db, first);
    this.#index.write(this.#db, this.#fields.size);
    this.#numbering.forget();
    this.close();
  }

  /** Lets go of what lies outside the catalog. */
  close(): void {
    this.#postings.close();
  }
}

/** Notes terms in the order of their numbers, to find them by their texts and by their fields. */
class TermIndex {
  readonly #buckets = new BucketWriter();
  /** The field that each term is an option of, plus one; 0 for a term that is no option. */
  readonly #fields = new Numbers();

  add(field: number, norm: string): void {
    this.#buckets.add(norm, field);
    this.#fields.add(Math.max(field + 1, 0));
  }

  /** `fields` is how many there are. */
  write(db: DatabaseSync, fields: number): void {
    this.#buckets.write(db, 'term_buckets');
    const termsOf = rowsByGroup(this.#fields.take(), fields + 1);
    const update = db.prepare('UPDATE fields SET terms = ? WHERE id = ?');
    for (let field = 0; field < fields; field++) update.run(`[${termsOf(field + 1).join(',')}]`, field);
  }
}
