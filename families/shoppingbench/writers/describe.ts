import { englishExpression } from '../../../lexicon/index.ts';
import type { Draw } from '../../../schemas/draw.ts';
import { Layout, PARTICIPLE, type Phrase, type Request, type Worded } from '../../../shopping/language/request.ts';
import { agree, listed } from '../../../shopping/language/speech.ts';

/**
 * Describes one product in one phrase: adjectives, up to two phrases behind the noun, and the rest in a clause ("a black
 * yoga mat from Kestrelane, which folds flat and costs at most ₱500").
 */
export function describeProduct({ entity, plural, items, avoid }: Request, draw: Draw): Worded {
  const layout = new Layout();
  layout.place(items, avoid, draw, plural);
  // One clause, not two: what was to stand behind "that" joins the others.
  const clause = layout.that.splice(0);
  const behind = layout.after.splice(0);
  for (const phrase of behind) {
    const { rubricId, text } = phrase;
    if (behind.length === 1 || !PARTICIPLE.test(text)) layout.after.push(phrase);
    else clause.push({ rubricId, text: agree(`be ${text}`, plural) });
  }
  clause.push(...layout.verbs.map(({ rubricId, text }) => ({ rubricId, text: agree(text, plural) })));
  const nounPhrase = layout.nounPhrase(entity, plural);
  if (clause.length === 0) return { text: nounPhrase, surfaces: layout.surfaces };
  const { text, surfaces } = clauseOf(clause);
  if (layout.after.length === 0)
    return { text: `${nounPhrase} that ${text}`, surfaces: { ...layout.surfaces, ...surfaces } };
  const said = apposed(text, clause, nounPhrase);
  // Whatever the clause began with lost its verb.
  const carried = Object.entries(surfaces).map(([id, words]) => [
    id,
    said.text.includes(words) ? words : said.bare(words),
  ]);
  return {
    text: `${nounPhrase}, ${said.text}`,
    surfaces: { ...layout.surfaces, ...Object.fromEntries(carried) },
  };
}

/**
 * A clause behind another phrase, "which folds flat"; one of qualities or things alone as people add it: "a hoodie with long sleeves,
 * safe to wash", "a bag in red, with two pockets".
 */
function apposed(
  clause: string,
  phrases: readonly Phrase[],
  nounPhrase: string,
): { text: string; bare(words: string): string } {
  const bare = (words: string) => words.slice(ADDED.exec(words)?.[0].length ?? 0);
  const rest = bare(clause);
  const isOf = (start: RegExp) =>
    phrases.every(({ text }) => start.test(text)) && (phrases.length === 1 || !OTHER_VERB.test(rest));
  if (isOf(BEING) && rest.includes(' ')) return { text: rest, bare };
  if (isOf(HAVING) && !WITH.test(nounPhrase)) return { text: `with ${rest}`, bare };
  return { text: `which ${clause}`, bare };
}

/** The verb of a clause of qualities or of things. */
const ADDED = englishExpression('describe: added', '');
const BEING = englishExpression('describe: being', '');
const HAVING = englishExpression('describe: having', '');
/** Another verb of a clause, behind its first. */
const OTHER_VERB = englishExpression('describe: other verb', '');
const WITH = englishExpression('describe: with', '');

/** The verb that phrases can share: "has" before things, "is" before qualities, "comes" before "in". */
const SHARED = englishExpression('describe: shared', '');

const isJoined = (text: string) => /,| and /.test(text);
const wordsIn = (text: string) => text.split(' ').length;

/**
 * Verb phrases as one clause. The largest group that begins alike comes last and says its beginning once, shortest phrase
 * first: "folds flat, is vegan and has a zipper, a striped pattern and a soft lining".
 */
function clauseOf(phrases: readonly Phrase[]): Worded {
  const startOf = ({ text }: Phrase) => (isJoined(text) ? undefined : SHARED.exec(text)?.[0]);
  const groups = Map.groupBy(phrases, startOf);
  groups.delete(undefined);
  const hasJoined = phrases.some(({ text }) => isJoined(text));
  // "costs between ₱5 and ₱9, and is red and round" takes two readings; things owned do not.
  const [largest = []] = [...groups]
    .filter(([start, { length }]) => length > (hasJoined && !start?.startsWith('ha') ? 2 : 1))
    .map(([, group]) => group)
    .sort((a, b) => b.length - a.length);
  const others = phrases.filter((phrase) => !largest.includes(phrase));
  const whole = others.toSorted((a, b) => Number(isJoined(a.text)) - Number(isJoined(b.text)));
  const surfaces = Object.fromEntries(whole.map(({ rubricId, text }) => [rubricId, text]));
  const shared = largest.toSorted((a, b) => wordsIn(a.text) - wordsIn(b.text));
  const said = shared.map((phrase, place) => {
    const words = place === 0 ? phrase.text : phrase.text.slice((startOf(phrase) as string).length + 1);
    surfaces[phrase.rubricId] = words;
    return words;
  });
  const parts = [...whole.map(({ text }) => text), ...(said.length === 0 ? [] : [listed(said)])];
  // A list whose parts are lists themselves needs the comma before its last "and".
  const serial = parts.length > 1 && parts.slice(0, -1).some(isJoined);
  const text = serial ? `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}` : listed(parts);
  return { text, surfaces };
}
