import type { ToolDescription } from '../../pipeline/episode.ts';
import type { SeenProduct, SentPicture, ToolFace } from '../../pipeline/presentation.ts';
import {
  BEST_RATING,
  type Outcome,
  RATED,
  type Rating,
  ratedIn,
  type Sitting,
  type Visit,
} from '../../shopping/episode/person/index.ts';

/** All that the page shows of an episode; before its end nothing of it comes from the answer. */
export interface PlayScreen {
  /** The id agents know the task by. */
  readonly id: string;
  readonly person: string;
  readonly instruction: string;
  readonly aim: string;
  readonly stepsLeft: number;
  readonly faces: readonly ToolFace[];
  readonly forms: readonly Pick<ToolDescription, 'name' | 'description' | 'input'>[];
  readonly filters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly known: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pictures: readonly SentPicture[];
  readonly visits: readonly Visit[];
  readonly products: readonly SeenProduct[];
  readonly outcome: Outcome | null;
  /** Questions about an episode that is over; `rating` has the answers. */
  readonly rated: readonly {
    readonly name: string;
    readonly asks: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly best: number;
  readonly rating: Rating | null;
  /** Tasks the person has not played yet, this one among them until it is over. */
  readonly tasksLeft: number;
}

/** Composes the screen that is sent to the page. */
export function screenOf(
  sitting: Sitting,
  { person, left, rating }: { readonly person: string; readonly left: number; readonly rating: Rating | null },
): PlayScreen {
  const { view, presentation, stepsLeft, counter, notebook, outcome } = sitting;
  return {
    id: view.id,
    person,
    instruction: view.instruction,
    aim: presentation.aim,
    stepsLeft,
    faces: counter.faces,
    forms: counter.forms.map(({ name, description, input }) => ({ name, description, input })),
    filters: counter.filters,
    known: counter.known,
    pictures: sitting.pictures,
    visits: notebook.visits,
    products: notebook.products,
    outcome,
    rated: outcome === null ? [] : ratedIn(counter).map((name) => ({ name, ...RATED[name] })),
    best: BEST_RATING,
    rating,
    tasksLeft: left,
  };
}
