import { POLICY, type Regime } from './policy/index.ts';
import type { Language } from './store/schema.ts';

/**
 * The rules of a regime in the language of the conversation, one a line, as agents read them: all, or those whose topic or
 * text in either language holds a word.
 */
export const rulesAbout =
  (regime: Regime) =>
  (about: string | undefined, language: Language): readonly string[] => {
    const word = about?.toLowerCase() ?? '';
    return POLICY.filter(
      ({ id, regimes, text }) =>
        regimes.includes(regime) && [id, text.en, text.zh].some((part) => part.toLowerCase().includes(word)),
    ).map(({ id, text }) => `${id}: ${text[language]}`);
  };
