import { z } from 'zod';
import type { Needed } from '../pipeline/necessity.ts';
import { SETTINGS } from '../schemas/setting.ts';
import type { AnswersLeft } from '../schemas/task-life.ts';

/** Number of its hidden sources that a task needs: one, too, where either will do. */
export function neededOf({ all, withoutPersona, withoutClarification, queryAlone }: AnswersLeft): Needed {
  if (withoutPersona > all && withoutClarification > all) return 'both';
  return queryAlone > all ? 'one' : 'none';
}

/**
 * Levels of what may be required of every task: nothing, that anything hidden is needed, or that both hidden sources
 * are.
 */
const LEVELS = ['off', 'any', 'both'] as const;
export type RequiredNecessity = (typeof LEVELS)[number];

/** The setting of a family that hides requirements. Before it had levels it was a choice, whose true asked for both. */
export const requiredNecessity = () =>
  z
    .preprocess(
      (value) => (typeof value === 'boolean' ? (value ? 'both' : 'off') : value),
      z.enum(LEVELS, 'expected off, any or both'),
    )
    .default('any')
    .register(SETTINGS, {
      takes: '<level>',
      help: 'reject tasks that need nothing they hide (any), or not each of it (both); off keeps all',
      more: '[Hidden parts needed](verify.md#hidden-parts-needed)',
    });

/** Codes that a task may be rejected with that needs less than is required. */
export const NECESSITY_CODES = {
  nothing_hidden_needed: 'the query alone leaves no more products than everything does (--require-necessity any, both)',
  persona_not_needed: 'without the persona no more products are left (--require-necessity both)',
  clarification_not_needed: 'without the clarification no more products are left (--require-necessity both)',
  either_source_suffices: 'one hidden source is needed, and either will do (--require-necessity both)',
} as const;

/** The code of what is missing of the necessity that is required; null where nothing is. */
export function missingNecessity(left: AnswersLeft, required: RequiredNecessity): keyof typeof NECESSITY_CODES | null {
  const needed = neededOf(left);
  if (required === 'off' || needed === 'both') return null;
  if (needed === 'none') return 'nothing_hidden_needed';
  if (required === 'any') return null;
  if (left.withoutClarification > left.all) return 'persona_not_needed';
  return left.withoutPersona > left.all ? 'clarification_not_needed' : 'either_source_suffices';
}
