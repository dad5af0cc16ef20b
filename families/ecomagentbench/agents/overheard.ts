import { givesAway } from '../../../shopping/agents/plain-words.ts';
import type { InfoSource, Rubric } from '../../../shopping/kinds/index.ts';
import type { Wording } from '../wording.ts';

/** A text that agents read, and its path in the sample. */
interface ReadText {
  readonly path: string;
  readonly text: string;
}

/** A hidden requirement, and a text of another source that gives it away. */
export interface Overheard extends ReadText {
  readonly rubric: Rubric;
}

/** Every string below a part of a record. */
export function textsIn(part: unknown, path: string): ReadText[] {
  if (typeof part === 'string') return [{ path, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

/** The texts of a sample by their source; the number of a user is read by no agent. */
const textsBySource = ({
  query,
  persona: { demographics, lifestyle, shopping_habits, product_requirements },
  script,
}: Pick<Wording, 'query' | 'persona' | 'script'>): Readonly<Record<InfoSource, readonly ReadText[]>> => ({
  query: [{ path: 'user_query', text: query }],
  persona: textsIn({ demographics, lifestyle, shopping_habits, product_requirements }, 'user_persona'),
  clarification: [
    ...script.clarification_slots.flatMap(({ slot_id, user_response }) =>
      textsIn({ user_response }, `clarification_slots.${slot_id}`),
    ),
    { path: 'default_response', text: script.default_response },
  ],
});

/**
 * Finds the hidden requirements that an agent learns though it never looks at the source they are hidden in. The gates turn
 * down every text with one, so that no agent of `verify` can win by one.
 */
export function overheardIn(wording: Parameters<typeof textsBySource>[0], rubrics: readonly Rubric[]): Overheard[] {
  const sources = Object.entries(textsBySource(wording));
  return rubrics
    .filter(({ info_source }) => info_source !== 'query')
    .flatMap((rubric) =>
      sources
        .filter(([source]) => source !== rubric.info_source)
        .flatMap(([, texts]) =>
          texts.filter(({ text }) => givesAway(text, rubric)).map((text) => ({ rubric, ...text })),
        ),
    );
}
