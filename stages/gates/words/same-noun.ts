import { otherLanguage } from '../../../lexicon/index.ts';
import { stemOf } from '../../../text/stem.ts';

/** Plurals that spelling does not tell, by their singulars. */
const PLURALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mice: 'mouse',
    geese: 'goose',
    feet: 'foot',
    teeth: 'tooth',
    men: 'man',
    women: 'woman',
    children: 'child',
  }),
);

/** Forms a word is allowed to take between title, phrase and query: "batteries" and "battery", "scarves" and "scarf". */
function numberForms(word: string): string[] {
  const ending = (plural: RegExp, singular: string) => word.replace(plural, singular);
  return [
    ...[word, PLURALS.get(word) ?? word, ending(/ies$/, 'y'), ending(/ves$/, 'f'), ending(/ves$/, 'fe')],
    ...[ending(/es$/, ''), ending(/(?<!s)s$/, '')],
  ];
}

/** Tells whether two words are one noun, in the singular or the plural. */
export const sameNoun = (a: string, b: string): boolean =>
  a === b ||
  (otherLanguage() !== null && stemOf(a) === stemOf(b)) ||
  numberForms(a).some((form) => form.length > 1 && numberForms(b).includes(form));
