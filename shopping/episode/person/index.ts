/** An episode as a person plays it: acts in place of calls, what was seen in place of results, and what came of it. */
export { Act, type Counter, faceAt } from './acts.ts';
export { Notebook, type Visit } from './notebook.ts';
export {
  BEST_RATING,
  type JudgedRequirement,
  type Outcome,
  outcomeOf,
  RATED,
  type Rated,
  Rating,
  RatingRecord,
  ratedIn,
} from './outcome.ts';
export { Sitting } from './sitting.ts';
