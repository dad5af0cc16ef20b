import { onLexicon } from '../../lexicon/index.ts';
import { Recent, RecentFacts } from './recent.ts';

/**
 * Returns a pure function of a text that remembers its latest answers, between `most` and twice as many, until another
 * lexicon or language comes into force. An answer is never undefined.
 */
export function memoised<Answer>(most: number, find: (text: string) => Answer): (text: string) => Answer {
  let known = new Recent<string, Answer>(most);
  onLexicon(() => {
    known = new Recent(most);
  });
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) {
      answer = find(text);
      known.set(text, answer);
    }
    return answer;
  };
}

/** The same of a fact: a field, or whatever a value is looked at for, and the value. */
export function memoisedFacts<Answer, Field extends string | undefined>(
  most: number,
  find: (field: Field, value: string) => Answer,
): (field: Field, value: string) => Answer {
  let known = new RecentFacts<Answer>(most);
  onLexicon(() => {
    known = new RecentFacts(most);
  });
  return (field, value) => {
    let answer = known.get(field, value);
    if (answer === undefined) {
      answer = find(field, value);
      known.set(field, value, answer);
    }
    return answer;
  };
}
