import { type Rubric, wordsOf } from '../../shopping/kinds/index.ts';
import { findMentions } from '../../text/mentions.ts';
import type { Profile } from './profile.ts';

/** A place of a profile that tells what the shopper always holds to. */
interface Held {
  readonly path: string;
  /** The field it is about; null where only its words tell. */
  readonly field: string | null;
  readonly text: string;
}

/** Everything a profile says the shopper always holds to. */
export const heldTo = ({ preferences: { brands, lasting } }: Profile): Held[] => [
  ...brands.flatMap(({ brand, level }, at) =>
    level === 'high' ? [{ path: `preferences.brands.${at}`, field: 'Brand', text: brand }] : [],
  ),
  ...lasting.flatMap(({ wish, level }, at) =>
    level === 'high' ? [{ path: `preferences.lasting.${at}`, field: null, text: wish }] : [],
  ),
];

/** Tells whether the words of a place say all that a requirement asks. */
export const tellsOf = ({ field, text }: Held, rubric: Rubric): boolean => {
  const asked = rubric.field.replace(/^details\./, '');
  if ((field ?? (asked === 'Brand' ? null : asked)) !== asked) return false;
  const words = wordsOf(rubric);
  return words.length > 0 && words.every((value) => findMentions(text, value, asked).length > 0);
};

/** Finds the places where a profile tells each long-term need. */
export const impliedNeeds = (
  profile: Profile,
  rubrics: readonly Rubric[],
): { rubric_id: string; path: string; text: string }[] =>
  rubrics
    .filter(({ info_source: source }) => source === 'persona')
    .flatMap((rubric) =>
      heldTo(profile)
        .filter((held) => tellsOf(held, rubric))
        .map(({ path, text }) => ({ rubric_id: rubric.id, path, text })),
    );
