import { lexiconInForce } from '../../lexicon/index.ts';
import { isEmptyLexicon, type Lexicon } from '../../schemas/lexicon.ts';
import { digestOf } from '../../text/digest.ts';

/** The address of a lexicon: equal for equal words, whatever the file they stand in. */
export const digestOfLexicon = ({ fields, types }: Lexicon): string => digestOf('lexicon', { fields, types });

/**
 * Note in a sample of the lexicon it is built with, which its grading needs; nothing where the tables alone are meant.
 */
export function lexiconNoted(): { readonly lexicon_digest?: string } {
  const said = lexiconInForce();
  return isEmptyLexicon(said) ? {} : { lexicon_digest: digestOfLexicon(said) };
}
