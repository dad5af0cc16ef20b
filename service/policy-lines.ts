import type { ReadsRules } from './episode/play.ts';
import { POLICY, type Regime } from './policy/index.ts';

/**
 * The rules of a regime in the language of the conversation, one a line, as agents read them: all, those whose topic or
 * text in either language holds a word, or those of some ids.
 */
export const rulesAbout =
  (regime: Regime): ReadsRules =>
  ({ about, ids }, language) => {
    const word = about?.toLowerCase() ?? '';
    return POLICY.filter(
      ({ id, regimes, text }) =>
        regimes.includes(regime) &&
        (ids === undefined || ids.includes(id)) &&
        [id, text.en, text.zh].some((part) => part.toLowerCase().includes(word)),
    ).map(({ id, text }) => `${id}: ${text[language]}`);
  };
