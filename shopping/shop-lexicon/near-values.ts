import { formIn } from '../../catalog/index.ts';
import { FIELDS, ofLexicon } from '../../lexicon/index.ts';

/** The groups of near-equal values that a comparison form is in, by field. */
const GROUPS: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { near }]) => {
        if (near.length === 0) return [];
        const groups = new Map<string, number[]>();
        for (const [place, group] of near.entries())
          for (const value of group.split(' | ').map((name) => formIn(field, name)))
            groups.set(value, [...(groups.get(value) ?? []), place]);
        return [[field, groups] as const];
      }),
    ),
);

/** Tells whether nobody could tell two values of a field apart: neither is a rival of the other. */
export function areNear(field: string, one: string, other: string): boolean {
  const [own, others] = [formIn(field, one), formIn(field, other)];
  if (own === others) return true;
  const groups = GROUPS.get(field);
  const of = groups?.get(own) ?? [];
  return groups?.get(others)?.some((place) => of.includes(place)) === true;
}
