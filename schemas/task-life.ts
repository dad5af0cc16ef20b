import type { Finding, Span } from './finding.ts';
import type { Origin } from './product.ts';

/** A name and what is said about it. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

/** A text of a task as it is shown, with the places a gate found fault with. */
export interface ExplainedText {
  readonly name: string;
  readonly text: string;
  readonly marks: readonly Span[];
}

/** A fact about a target that was found and not kept, and why. */
export interface DroppedFact {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** A product the task is about; null for what its record does not say. */
export interface LifeTarget {
  readonly id: string;
  readonly title: string | null;
  readonly category: string | null;
  /** Its noun phrase. */
  readonly entity: string | null;
  readonly raw: Origin | null;
  /** Facts the world states of it, name by name; left out where nobody looked it up. */
  readonly stated?: readonly Entry[];
}

/** A requirement of the task: where it was hidden, and the words of the query that carry it. */
export interface PlacedRubric {
  readonly id: string;
  readonly source: string;
  /** Place of the target it is about; null where there is one, or where it is about all of them. */
  readonly target: number | null;
  readonly says: string;
  readonly surface: string | null;
  readonly isImplicit: boolean;
}

/** One try at the task's texts and what the gates found in them. */
export interface LifeAttempt {
  readonly texts: readonly ExplainedText[];
  /** Rubric id to the words of the query that carry it. */
  readonly surfaces: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** Numbers of products that a task's requirements leave, with sources withheld. */
export interface AnswersLeft {
  readonly all: number;
  readonly withoutPersona: number;
  readonly withoutClarification: number;
  readonly queryAlone: number;
}

/**
 * Life of one task as far as its record tells it; null or empty for what it never got to, `unknown` for what was not
 * kept.
 */
export interface TaskLife {
  readonly targets: readonly LifeTarget[];
  /** Subject it is about besides its targets, and where that comes from. */
  readonly subject: string | null;
  readonly rubrics: readonly PlacedRubric[];
  /** Facts that were kept and are no rubric, in words. */
  readonly unplaced: readonly string[];
  readonly dropped: readonly DroppedFact[] | 'unknown' | null;
  readonly necessity: AnswersLeft | null;
  readonly attempts: readonly LifeAttempt[];
  /** Tries before the first of `attempts` whose text was not kept. */
  readonly forgottenAttempts: number;
  readonly proof: readonly Entry[];
  readonly findings: readonly Finding[];
  /** Digests of the model requests whose replies it was made from. */
  readonly replyDigests: readonly string[];
}

/** A task of which only its ledger line is left. */
export const NOTHING: TaskLife = {
  targets: [],
  subject: null,
  rubrics: [],
  unplaced: [],
  dropped: null,
  necessity: null,
  attempts: [],
  forgottenAttempts: 0,
  proof: [],
  findings: [],
  replyDigests: [],
};
