/** Part of a value that is shown: all of it, so many of its elements and of each so much, or some of its keys. */
export type Shown = true | readonly [most: number, each: Shown] | { readonly [key: string]: Shown };

/** A part of a published sample, as the page that explains one shows it. */
export interface SamplePart {
  readonly key: string;
  /** Note on who sees it, and what it is. */
  readonly note: string;
  readonly shown: Shown;
}

/** Parts of pages about a family that are made from its code and measurements, besides what they ask of its object. */
export interface FamilyPages {
  /** Details a task needs of its product, in words, where it needs any. */
  readonly detailsNeeded?: string;
  /** Number of its gates that are asked of every text: those that need no model. */
  readonly gates?: number;
  /** The parts of a sample that is explained. */
  readonly sample?: readonly SamplePart[];
  /** True if its page shows what a build prints. */
  readonly showsBuild?: boolean;
  /** Parts of pages by what follows the family's name in their marker. */
  readonly blocks?: Readonly<Record<string, () => string>>;
}
