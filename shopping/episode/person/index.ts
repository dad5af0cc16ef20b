/** An episode as a person plays it: acts in place of calls, what was seen in place of results, and what came of it. */
export { Act, type Counter, faceAt } from './acts.ts';
export { Notebook, type Visit } from './notebook.ts';
export { type JudgedRequirement, type Outcome, outcomeOf } from './outcome.ts';
export { BEST_RATING, RATED, type Rated, Rating, RatingRecord, ratedIn } from './rating.ts';
export { type Acted, Sitting } from './sitting.ts';
