import type { Overruled } from '../../schemas/override.ts';
import type { Entry } from '../../schemas/task-life.ts';
import { counted } from '../../text/numbers.ts';
import type { Proof } from '../proof.ts';
import type { SemanticProof } from '../semantic.ts';

/** The answers a proof lists; `one` is what each of them is. */
export function answersEntry(
  { size, product_ids }: { readonly size: number; readonly product_ids: readonly string[] },
  one: string,
): Entry {
  const more = size > product_ids.length ? ', ...' : '';
  return { name: 'answer set', text: `${counted(size, one)}: ${product_ids.join(', ')}${more}` };
}

/** Lists the evidence each rubric rests on, and the number it removes; `oneOf` names what a rubric removes one of. */
export function evidenceEntries(rubrics: Proof['rubrics'], oneOf: (rubricId: string) => string): Entry[] {
  return rubrics.map(({ rubric_id: name, target_states: states, removes, quotes = [] }) => {
    const said = [
      removes === null ? 'not counted' : `without it, ${counted(removes, `more ${oneOf(name)}`)} would fit`,
    ];
    if (states.length > 0) said.push(`the target states ${states.map((state) => `"${state}"`).join(', ')}`);
    for (const { quote, review_id } of quotes) said.push(`review ${review_id.slice(0, 10)} says "${quote}"`);
    return { name, text: said.join('; ') };
  });
}

/** Lists the findings of models on the texts; nothing where none read them. */
export function semanticEntries(semantic: SemanticProof | undefined): Entry[] {
  if (semantic === undefined) return [];
  const { models, clues, sources } = semantic;
  const votes = clues.map(({ rubric_id, candidates, votes, recovered }): Entry => {
    const said =
      votes === null
        ? 'not tested, the catalog has no other value it could stand for'
        : `${recovered} of ${votes.length} votes of ${models.blind_solver ?? 'a model'} picked it among ${candidates.length} values`;
    return { name: 'clue', text: `${rubric_id}: ${said}` };
  });
  const found = sources.map(({ rubric_id, named }): Entry => {
    const places = named.map(({ source, slot_id, quote }) => `${slot_id ?? source.replaceAll('_', ' ')} "${quote}"`);
    return { name: 'judge', text: `${models.judge} finds ${rubric_id} in ${places.join(' and ') || 'no text'}` };
  });
  return [...votes, ...found];
}

export const gatesEntry = (passed: readonly string[]): Entry => ({
  name: 'gates',
  text: `${counted(passed.length, 'gate')} passed: ${passed.join(', ')}`,
});

/** Tells in words which code of a gate people overruled. */
export const overruledText = ({ code, raters, reason }: Overruled): string =>
  `${code}, by ${raters.join(' and ')}${reason === '' ? '' : `: ${reason}`}`;

export const overruledEntries = (overruled: Overruled | undefined): Entry[] =>
  overruled === undefined ? [] : [{ name: 'overruled', text: overruledText(overruled) }];
