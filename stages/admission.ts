import type { Finding } from '../schemas/finding.ts';
import type { Claim } from '../schemas/task.ts';
import { tokensOf } from '../text/normalise.ts';
import type { DescribedGate } from './gate.ts';

const CODE = 'near_duplicate';

/** The gate at admission, where a sample is held against those accepted before it. */
export const ADMISSION: DescribedGate = {
  name: 'admission',
  codes: { [CODE]: 'a sample like it, or about the same product, was accepted before' },
  final: true,
};

/** Three-word runs; a text of fewer words is one run. */
function shinglesOf(text: string): Set<string> {
  const tokens = tokensOf(text);
  if (tokens.length < 3) return new Set([tokens.join(' ')]);
  return new Set(tokens.slice(2).map((_, index) => tokens.slice(index, index + 3).join(' ')));
}

/** Jaccard similarity of three-word runs from which two queries count as nearly the same. */
const LIMIT = 0.5;

interface Admitted {
  readonly id: string;
  /** Its runs by their numbers, ascending. */
  readonly runs: Uint32Array;
}

/**
 * Finds a sample that takes up what is taken, such as a target or a question, or has nearly the text of one accepted before. Samples must be
 * offered in order of admission; only accepted ones are remembered. Exact: no earlier query that is near enough is
 * overlooked.
 */
export class NearDuplicates {
  /** By what it took up, the samples that did. */
  readonly #claims = new Map<string, string[]>();
  readonly #numbers = new Map<string, number>();
  /** By the number of a run the sample that has it, or the samples in order of admission: most runs are in one alone. */
  readonly #holders: (Admitted | Admitted[])[] = [];

  findings({ id, claims, query }: { id: string; claims: readonly Claim[]; query: string }): Finding[] {
    for (const { what, most, path } of claims) {
      const holders = this.#claims.get(what) ?? [];
      if (holders.length >= most)
        return [{ code: CODE, path, detail: `"${what}" is already taken by ${holders.join(' and ')}` }];
    }
    const { runs, unheard } = this.#numbered(shinglesOf(query));
    for (const other of this.#candidates(runs)) {
      const similarity = similarityOf(runs, other.runs);
      if (similarity >= LIMIT)
        return [
          {
            code: CODE,
            path: 'user_query',
            detail: `${similarity.toFixed(2)} of its three-word runs are those of ${other.id}, the limit is ${LIMIT}`,
          },
        ];
    }
    for (const { what } of claims) this.#claims.set(what, [...(this.#claims.get(what) ?? []), id]);
    for (const shingle of unheard) this.#numbers.set(shingle, this.#numbers.size);
    const admitted = { id, runs };
    for (const run of runs) {
      const holders = this.#holders[run];
      if (Array.isArray(holders)) holders.push(admitted);
      else this.#holders[run] = holders === undefined ? admitted : [holders, admitted];
    }
    return [];
  }

  /** The numbers of runs, ascending; those that no sample has, in order, get numbers they will have when it is admitted. */
  #numbered(shingles: ReadonlySet<string>): { readonly runs: Uint32Array; readonly unheard: readonly string[] } {
    const runs = new Uint32Array(shingles.size);
    const unheard: string[] = [];
    let place = 0;
    for (const shingle of shingles) {
      const number = this.#numbers.get(shingle);
      runs[place++] = number ?? this.#numbers.size + unheard.length;
      if (number === undefined) unheard.push(shingle);
    }
    return { runs: runs.sort(), unheard };
  }

  /**
   * All samples that may be near enough. Runs are gone through from the rarest on, since phrases all queries have in
   * common say little: whoever has none of the first `passed` shares no more than the others, and to be near enough with
   * those it must not have too many runs itself.
   */
  #candidates(runs: Uint32Array): ReadonlySet<Admitted> {
    const found = new Set<Admitted>();
    const mostRuns = (passed: number) => ((1 + LIMIT) / LIMIT) * (runs.length - passed) - runs.length;
    const least = LIMIT * runs.length;
    const held: (Admitted | Admitted[])[] = [];
    for (const run of runs) {
      const holders = this.#holders[run];
      if (holders !== undefined) held.push(holders);
    }
    let passed = runs.length - held.length;
    if (mostRuns(passed) < least) return found;
    held.sort((a, b) => countOf(a) - countOf(b));
    for (const holders of held) {
      const most = mostRuns(passed++);
      if (most < least) break;
      for (const one of Array.isArray(holders) ? holders : [holders]) if (one.runs.length <= most) found.add(one);
    }
    return found;
  }
}

const countOf = (holders: Admitted | Admitted[]) => (Array.isArray(holders) ? holders.length : 1);

/** Jaccard similarity of two sets, each ascending. */
function similarityOf(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const one = a[i] as number;
    const other = b[j] as number;
    if (one === other) common += 1;
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  return common / (a.length + b.length - common);
}
