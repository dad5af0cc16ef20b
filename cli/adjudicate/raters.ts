/** Agreement of two raters on the tasks both of them judged. */
export interface PairAgreement {
  readonly raters: readonly [string, string];
  /** Tasks both said fit or unfit of. */
  readonly both: number;
  readonly agreed: number;
  /** Cohen's kappa; null where chance alone would have them agree, because each said the same of every task. */
  readonly kappa: number | null;
}

type Said = ReadonlyMap<string, boolean>;

/** Cohen's kappa (1960): the agreement of two raters beyond what their own shares of fit and unfit would give by chance. */
export function agreementOf(
  [one, ones]: readonly [string, Said],
  [other, others]: readonly [string, Said],
): PairAgreement {
  const pairs = [...ones].flatMap(([task, said]) => {
    const answer = others.get(task);
    return answer === undefined ? [] : [[said, answer] as const];
  });
  const both = pairs.length;
  const agreed = pairs.filter(([said, answer]) => said === answer).length;
  const share = (place: 0 | 1) => pairs.filter((pair) => pair[place]).length / both;
  const chance = share(0) * share(1) + (1 - share(0)) * (1 - share(1));
  const kappa = both === 0 || chance === 1 ? null : (agreed / both - chance) / (1 - chance);
  return { raters: [one, other], both, agreed, kappa };
}

/**
 * Krippendorff's alpha for ordered values (2011, "Computing Krippendorff's Alpha-Reliability"): the agreement of any number
 * of raters, of whom each rated some of the units. Null where no unit has two ratings, or all of them are equal.
 */
export function ordinalAlpha(units: readonly (readonly number[])[]): number | null {
  const rated = units.filter(({ length }) => length > 1);
  const values = [...new Set(rated.flat())].sort((a, b) => a - b);
  const counts = values.map((value) => rated.flat().filter((one) => one === value).length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  /** Measures the distance of two values by the number of ratings that lie between them. */
  const apart = (one: number, other: number) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const between = counts.slice(low, high + 1).reduce((sum, count) => sum + count, 0);
    return (between - ((counts[low] as number) + (counts[high] as number)) / 2) ** 2;
  };
  const places = new Map(values.map((value, place) => [value, place]));
  let observed = 0;
  for (const unit of rated) {
    const at = unit.map((value) => places.get(value) as number);
    const sum = at.flatMap((one) => at.map((other) => apart(one, other))).reduce((a, b) => a + b, 0);
    observed += sum / (unit.length - 1);
  }
  let expected = 0;
  for (const [one, count] of counts.entries())
    for (const [other, others] of counts.entries()) expected += count * others * apart(one, other);
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected;
}
