import { formIn } from '../../../catalog/index.ts';
import { satisfies } from '../../../shopping/kinds/index.ts';
import { chosenFor, type Goal, type Purchase } from './goal.ts';
import { tokenSetRatio } from './token-set-ratio.ts';

/** Tests by which it is decided what of a goal a purchase has. */
export interface Matching {
  attribute(purchase: Purchase, attribute: Goal['attributes'][number]): boolean;
  option(purchase: Purchase, field: string, option: string): boolean;
}

/** As everything is decided that is locked: whole values, units converted. A subset of a value is not the value. */
export const LOCKED: Matching = {
  attribute: ({ product }, { rubric }) => satisfies(product, rubric) === 'yes',
  option({ options }, field, option) {
    const chosen = chosenFor(field, options);
    return chosen !== undefined && formIn(field, chosen) === formIn(field, option);
  },
};

const ALIKE = 85;
const isAlike = (a: string, b: string) => tokenSetRatio(a, b) > ALIKE;

/** Texts in which an attribute may stand that no field lists. */
export const textsOf = ({ title, features, description }: Purchase['product']): string[] =>
  [title, features.join(' '), description.join(' ')].map((text) => text.toLowerCase());

/** Values of the detail fields: the attribute list of a product. */
const valuesOf = ({ details }: Purchase['product']): string[] =>
  Object.values(details).flatMap(({ options }) => options);

/**
 * As appendix C.3 describes it: fuzzy matching against the attribute list, then a look into title and description; options
 * by fuzzy matching.
 */
export const PUBLISHED: Matching = {
  attribute: ({ product }, { words }) =>
    words.length > 0 &&
    words.every(
      (word) =>
        valuesOf(product).some((value) => isAlike(value, word)) ||
        textsOf(product).some((text) => text.includes(word.toLowerCase())),
    ),
  option: ({ options }, _field, option) => Object.values(options).some((chosen) => isAlike(chosen, option)),
};
