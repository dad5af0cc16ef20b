import type { z } from 'zod';
import { SETTINGS as HELP, share, wholeNumber } from '../../schemas/setting.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({
  shelfSize: wholeNumber(2, 2000).default(120).register(HELP, {
    takes: '<n>',
    help: 'near-identical products that stand on a shelf of the fine catalog at most',
    more: '[The fine catalog](families/shopsimulator.md#the-fine-catalog)',
  }),
  leastShelf: wholeNumber(2, 2000)
    .default(20)
    .register(HELP, { takes: '<n>', help: 'fewest products of a shelf of the fine catalog' }),
  similarity: share().default(0.3).register(HELP, {
    fileOnly: true,
    help: 'how alike products of a shelf are to its most typical one: fields, values and title words both have, of those either has',
  }),
  minDiversity: share().default(0.5).register(HELP, {
    fileOnly: true,
    help: 'the share of a shelf that has to state something of its own; others are thinned to one product of each kind',
  }),
  minComplexity: wholeNumber(0, 50).default(3).register(HELP, {
    takes: '<n>',
    help: 'fields that products of a shelf differ in, on average by product; shelves with fewer are dropped',
  }),
  leastFitting: wholeNumber(0).default(20).register(HELP, {
    takes: '<n>',
    help: 'other products of the catalog that a profile has to fit, so that it is not made for the target',
  }),
  leastWithoutProfile: wholeNumber(2).default(15).register(HELP, {
    takes: '<n>',
    help: 'products that have to be left of a personalised task without its profile, so that guessing hardly helps',
    more: '[Profiles](families/shopsimulator.md#profiles)',
  }),
  leastWithoutClues: wholeNumber(0).default(15).register(HELP, {
    takes: '<n>',
    help: 'products that have to be left by what a request says outright where it says everything at once, so that matching its words hardly helps; 0 where the lexicon has no clues',
    more: '[Scenarios](families/shopsimulator.md#scenarios)',
  }),
});
export type Settings = z.output<typeof SETTINGS>;
