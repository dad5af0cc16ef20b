import { POLICY, type Regime } from './policy/index.ts';

/** The rules of a regime, one a line, as agents read them: all, or those whose text or topic holds a word. */
export const rulesAbout =
  (regime: Regime) =>
  (about: string | undefined): readonly string[] => {
    const word = about?.toLowerCase() ?? '';
    return POLICY.filter(
      ({ id, regimes, text }) =>
        regimes.includes(regime) && [id, text.en, text.zh].some((part) => part.toLowerCase().includes(word)),
    ).map(({ id, text }) => `${id}: ${text.en} | ${text.zh}`);
  };
