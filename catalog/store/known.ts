import type { DatabaseSync } from 'node:sqlite';
import { namesIn } from './names.ts';
import { Numbering } from './numbering.ts';
import { productIdsIn } from './product-ids.ts';
import { TermIndex } from './term-index.ts';
import { FIELD_OF_KIND } from './terms.ts';
import { BucketWriter } from './text-buckets.ts';
import { type DigestKey, digestOf } from './text-digest.ts';

/** Products by id, numbered as their rows are. */
export function knownProducts(db: DatabaseSync, key: DigestKey): { numbering: Numbering; buckets: BucketWriter } {
  const numbering = new Numbering();
  const buckets = new BucketWriter();
  for (const id of productIdsIn(db)) {
    numbering.numberOf(digestOf(id, key), 0);
    buckets.add(id);
  }
  return { numbering, buckets };
}

interface KnownTerms {
  /** Names of fields, by id. */
  readonly fields: string[];
  readonly numbering: Numbering;
  readonly index: TermIndex;
}

/** The fields and terms of a catalog, numbered as they are there. */
export function knownTerms(db: DatabaseSync, key: DigestKey): KnownTerms {
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
