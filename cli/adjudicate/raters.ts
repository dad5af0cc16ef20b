/** What two raters said of the tasks both of them judged. */
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

const Z = 1.959964;

/** Wilson's score interval of a share, 95 %: sound also near 0 and 1, and for few trials. */
export function intervalOf(hits: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const square = Z * Z;
  const centre = (share + square / (2 * trials)) / (1 + square / trials);
  const half = (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
