/** Words by which sentences are compared: those that stand in every sentence, and those that deny. */
interface Common {
  readonly common: readonly string[];
  readonly denying: readonly string[];
}

const HAN = /\p{Script=Han}/u;

/** A word without the ends that inflect it. */
const stem = (word: string): string => word.replace(/(?:ies|ied|y)$/, 'i').replace(/(?:ing|ed|es|s|e|d)$/, '');

/** Words of a text in lower case, "can't" as "can not". */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\bcannot\b/g, 'can not')
    .replace(/\bcan't\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const sentencesOf = (text: string): string[] => text.match(/(?:[^.!?;。；\n]|\.(?=\d))+/gu) ?? [];
/** Clauses of a rule, each of which is a statement: what it has said stands behind "say that". */
const clausesOf = (text: string): string[] =>
  text
    .split(/[.;:。；：]\s*|\bsay (?:politely )?that\b|答复/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

const SHARE = 0.75;
const LEAST_WORDS = 2;

/** Pairs of neighbouring characters, which Chinese is compared by. */
const pairsOf = (text: string): string[] => {
  const bare = [...text.replace(/[^\p{Script=Han}\p{N}]/gu, '')];
  return bare.slice(1).map((letter, at) => `${bare[at]}${letter}`);
};

function repeatsHan(sentence: string, clause: string): boolean {
  const wanted = pairsOf(clause);
  const said = new Set(pairsOf(sentence));
  return wanted.length > 1 && wanted.filter((pair) => said.has(pair)).length >= SHARE * wanted.length;
}

/** A statement of ours, by the words it is recognised by. */
interface Clause {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly denies: boolean;
}

/** Makes the comparison of texts with sentences of ours, by what words stand in every sentence and what words deny. */
export function ownWords({ common, denying }: Common) {
  const [usual, no] = [new Set(common), new Set(denying)];
  const content = (sentence: string) => wordsOf(sentence).filter((word) => !usual.has(word));
  const stems = (words: readonly string[]) => new Set(words.filter((word) => !no.has(word)).map(stem));
  const denies = (words: readonly string[]) => words.some((word) => no.has(word));
  const clause = (text: string): Clause => {
    const words = content(text);
    return { text, words: stems(words), denies: denies(words) };
  };
  return {
    /** The statements of a sentence of ours. */
    clausesOf: (own: string): readonly Clause[] => clausesOf(own.normalize('NFKC').replace(/[’‘]/g, "'")).map(clause),
    /**
     * Tells whether a text says in one sentence what a statement of ours does: most of its words, whatever their endings
     * and order, and a denial where it denies.
     */
    repeats: (text: string, own: readonly Clause[]): boolean =>
      sentencesOf(text)
        .map(clause)
        .some((said) =>
          own.some(({ text: whole, words, denies: denied }) => {
            if (HAN.test(whole)) return repeatsHan(said.text, whole);
            if (words.size + Number(denied) < LEAST_WORDS || (denied && !said.denies)) return false;
            return [...words].filter((word) => said.words.has(word)).length >= SHARE * words.size;
          }),
        ),
  };
}
