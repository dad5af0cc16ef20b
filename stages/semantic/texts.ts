import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import type { JudgedSource } from '../../shopping/semantic.ts';

/** A text the judge reads, with its place in the draft. */
export interface JudgedText {
  /** Name the judge knows it by: its source, and the slot of an answer. */
  readonly name: string;
  readonly source: JudgedSource;
  /** Null for every text but an answer. */
  readonly slotId: string | null;
  readonly path: string;
  /** The text that a quote has to stand in. */
  readonly text: string;
  /** The topic an answer is about, where the text alone would not say; no quote counts from it. */
  readonly askedAbout: string | null;
  /** False where the text is made of several parts of the draft: places in it are no places of the draft. */
  readonly isWhole: boolean;
  /** Tells whether it is the one text in which a rubric's requirement is to be found. */
  tells(rubric: Rubric): boolean;
}

/** The one text of families that say everything at once. */
export const queryText = ({ query }: QueryWording): readonly JudgedText[] => [
  {
    name: 'query',
    source: 'query',
    slotId: null,
    path: 'user_query',
    text: query,
    askedAbout: null,
    isWhole: true,
    tells: ({ info_source }) => info_source === 'query',
  },
];
