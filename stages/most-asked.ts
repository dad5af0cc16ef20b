import type { TaskSettings } from '../pipeline/settings.ts';
import type { Role } from '../schemas/model.ts';
import { MOST_ATTEMPTS } from './rewrite.ts';

/** The most questions about one task: each role writes as often as a text may be, and every text is judged. */
export function mostAskedOf(
  { models }: TaskSettings,
  writers: readonly Role[],
  mostClues: number,
): Partial<Record<Role, number>> {
  const votes = models?.votes ?? null;
  const judging: Partial<Record<Role, number>> =
    votes === null || models === undefined ? {} : { judge: models.roles.judge.tries, blind_solver: mostClues * votes };
  const perText = { ...Object.fromEntries(writers.map((role) => [role, 1])), ...judging };
  return Object.fromEntries(Object.entries(perText).map(([role, questions]) => [role, questions * MOST_ATTEMPTS]));
}
