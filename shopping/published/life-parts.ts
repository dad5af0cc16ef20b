// Read by the report's page too, which runs in browsers: it imports nothing that reads catalogs.
import type { Origin } from '../../schemas/product.ts';
import type { InfoSource } from '../info-source.ts';

/** A name and what is said about it. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

/** A product the task is about; null for what its record does not say. */
export interface LifeTarget {
  readonly id: string;
  readonly title: string | null;
  readonly category: string | null;
  /** Its noun phrase. */
  readonly entity: string | null;
  readonly raw: Origin | null;
}

/** A requirement of the task: where it was hidden, and the words of the query that carry it. */
export interface PlacedRubric {
  readonly id: string;
  readonly source: InfoSource;
  /** Place of the target it is about; null where there is one, or where it is about all of them. */
  readonly target: number | null;
  readonly says: string;
  readonly surface: string | null;
  readonly isImplicit: boolean;
}

/** How many products a task's requirements leave, with sources withheld. */
export interface LifeNecessity {
  readonly all: number;
  readonly withoutPersona: number;
  readonly withoutClarification: number;
  readonly queryAlone: number;
}
