import type { DescribedStep } from '../pipeline/stage.ts';
import { ACCEPTED, type Overrides } from '../schemas/override.ts';
import type { Draft, QueryWording } from '../shopping/draft.ts';
import { textDigest } from '../text/digest.ts';
import { lockChanged } from './gates/lock-changed.ts';
import { targetFails } from './gates/target-fails.ts';
import { unknownProduct } from './gates/unknown-product.ts';
import type { Overruling } from './rewrite.ts';
import { namesPassed, type ValidateDependencies, type ValidDraft } from './validate.ts';

/** Codes that nobody can overrule: the task is not the one that was locked, or its answer is none. */
const NEVER: ReadonlySet<string> = new Set(
  [lockChanged, unknownProduct, targetFails].flatMap(({ codes }) => Object.keys(codes)),
);

/** The step's name and code, for samples that people turned down. */
export const ADJUDICATION = {
  name: 'adjudication',
  rejections: { judged_unfit: 'people who read the sample judged it unfit, with --adjudications' },
} satisfies DescribedStep;

/**
 * Puts people's verdicts in the place of the gates': a text they read and found fit passes where nothing is against it
 * but the code they overruled, and is not read by a judge. Undefined where nobody overruled anything.
 */
export function overrulingOf<Words extends QueryWording, Proof>(
  overrides: Overrides | undefined,
  { gates, prove }: Pick<ValidateDependencies<Words, Proof>, 'gates' | 'prove'>,
): Overruling<Draft<Words>, ValidDraft<Words, Proof>> | undefined {
  if (overrides === undefined) return undefined;
  /** Finds people's decision on this very text; one that notes no text counts for any. */
  const overrideOf = ({ task: { id }, wording }: Draft<Words>) => {
    const override = Object.hasOwn(overrides, id) ? overrides[id] : undefined;
    const isRead = override?.text === null || override?.text === textDigest(wording.query);
    return isRead ? override : undefined;
  };
  return {
    rejections: ADJUDICATION.rejections,

    passed(draft, findings) {
      const override = overrideOf(draft);
      if (override === undefined) return null;
      const { verdict: code, reason, raters } = override;
      if (NEVER.has(code) || findings.some((finding) => finding.code !== code)) return null;
      const proof = prove(draft, namesPassed(gates, { overruled: code }), undefined);
      return { draft, proof, overruled: { code, reason, raters } };
    },

    against(draft) {
      const override = overrideOf(draft);
      if (override?.verdict !== ACCEPTED) return null;
      const { raters, reason } = override;
      const detail = `judged unfit by ${raters.join(' and ')}${reason === '' ? '' : `: ${reason}`}`;
      return { code: 'judged_unfit', path: 'task', detail };
    },
  };
}
