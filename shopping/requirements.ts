import { canonicalJson } from '../schemas/canonical-json.ts';
import { digestOf } from '../text/digest.ts';
import type { Locked } from './task.ts';

/**
 * A digest of what is asked of each target itself, in their order: types, fields and values, whatever source reveals them.
 * What several targets are judged by together is no part of it.
 */
export function requirementsOf({ rubrics }: Locked): readonly string[] {
  const targets = 1 + rubrics.reduce((most, { target }) => Math.max(most, target ?? 0), 0);
  return Array.from({ length: targets }, (_, place) => {
    const own = rubrics.filter(({ target }) => (targets === 1 ? true : target === place));
    const asked = own.map(({ type, field, expected_value: value }) => canonicalJson([type, field, value]));
    return digestOf('requirements', [...new Set(asked)].sort());
  });
}
