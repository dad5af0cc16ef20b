import type { CounterHead, Looked, Place } from '../../../shopping/lint-format.ts';
import { NearDuplicates } from '../../../stages/near-duplicate.ts';

/** The one counter every format has: it needs a query and nothing else. */
export const NEAR_DUPLICATE: CounterHead = {
  code: 'near_duplicate',
  meaning: 'the query nearly repeats that of an earlier task',
  unit: 'queries',
  isDefect: true,
};

/** Compares every query with all before it, over any number of files, by the gate our own samples pass. */
export class DuplicateQueries {
  readonly #seen = new NearDuplicates();

  look(query: string, { file, line }: Place): Looked {
    // Targets are counted by each format's own counters.
    const findings = this.#seen.findings({ id: `${file}:${line}`, claims: [], query });
    return { code: NEAR_DUPLICATE.code, of: 1, found: findings.map(({ detail }) => detail) };
  }
}
