import { asClause, fillNames, fillNumbers, withoutStop } from './grammar.ts';
import type { Line } from './lines.ts';
import { type Dice, diceFor } from './random.ts';
import { ASPECTS, WORDS } from './tables.ts';

interface Opinion {
  readonly title: string;
  readonly text: string;
}

type Mood = 'good' | 'mixed' | 'bad';

/**
 * Opinions that reviewers of a line agree on: things that speak for it, one that speaks against it, and a telling part.
 */
interface Reputation {
  readonly strong: readonly string[];
  readonly weak: string;
  readonly goodPart: string;
  readonly badPart: string;
}

/** Aspects whose names make no headline. */
const UNTITLED = new Set([
  'new-smell',
  'laptop-protect',
  'size-run',
  'size-weight',
  'baby-safe',
  'room-inside',
  'kids-love',
]);

const PEOPLE = ['wife', 'husband', 'daughter', 'son', 'mom', 'dad', 'sister', 'brother', 'roommate', 'niece', 'boss'];

function reputationOf(line: Line): Reputation {
  const dice = diceFor('reputation', line.id);
  const [first, second, weak] = dice.shuffled(line.shelf.aspects) as [string, string, string];
  const [goodPart, badPart] = dice.shuffled(line.shelf.parts) as [string, string];
  return { strong: [first, second], weak, goodPart, badPart };
}

function misspell(text: string, dice: Dice): string {
  const words = text.split(' ');
  const long = [...words.keys()].filter((index) => /^[a-z]{5,}$/.test(words[index]!));
  if (long.length === 0) return text;
  const place = dice.pick(long);
  const word = words[place]!;
  const at = dice.between(1, word.length - 3);
  const swapped = word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  const dropped = word.slice(0, at) + word.slice(at + 1);
  words[place] = dice.chance(50) ? swapped : dropped;
  return words.join(' ');
}

/** One sentence for or against the product, drawn so that reviews of a line come back to the same points. */
function drawStatement(line: Line, positive: boolean, used: Map<string, boolean>, dice: Dice): string {
  const { strong, weak, goodPart, badPart } = reputationOf(line);
  const names = (part: string) => (name: string) => (name === 'part' ? part : name === 'Line' ? line.name : undefined);
  if (dice.chance(9) && !used.has('part')) {
    used.set('part', positive);
    const templates = positive ? WORDS.part_praise : WORDS.part_complaints;
    return fillNames(dice.pick(templates), names(positive ? goodPart : badPart)) ?? '';
  }
  const open = line.shelf.aspects.filter((aspect) => !used.has(aspect));
  const weights = open.map((aspect) => {
    if (positive) return strong.includes(aspect) ? 5 : aspect === weak ? 0 : 1;
    return aspect === weak ? 6 : strong.includes(aspect) ? 0 : 1;
  });
  const aspect = weights.some((weight) => weight > 0) ? open[dice.byWeight(weights)]! : dice.pick(line.shelf.aspects);
  used.set(aspect, positive);
  const { good, bad } = ASPECTS.get(aspect)!;
  return fillNumbers(dice.pick(positive ? good : bad), dice.between);
}

/**
 * Decides of each statement of a review whether it praises; five stars may name one flaw, one star rarely anything
 * good.
 */
function polarities(stars: number, count: number, dice: Dice): boolean[] {
  const praise = [4, 12, 50, 82, 97][stars - 1]!;
  const all = Array.from({ length: count }, () => dice.chance(praise));
  if (stars === 3 && count >= 2) all.splice(0, 2, true, false);
  if (stars >= 4) all[0] = true;
  if (stars <= 2) all[0] = count > 1 && stars === 2 ? dice.chance(40) : false;
  if (stars <= 2 && !all.includes(false)) all[all.length - 1] = false;
  return all;
}

function joinStatements(statements: readonly string[], signs: readonly boolean[], dice: Dice): string[] {
  const sentences: string[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const next = statements[at + 1];
    const turns = next !== undefined && signs[at] !== signs[at + 1];
    if (turns && dice.chance(62)) {
      const link = dice.pick([', but ', ', but ', ', however ', ' but ', '. That said, ']);
      sentences.push(`${withoutStop(statements[at]!)}${link}${asClause(next)}`);
      at += 1;
    } else if (next !== undefined && !turns && dice.chance(16)) {
      sentences.push(`${withoutStop(statements[at]!)} and ${asClause(next)}`);
      at += 1;
    } else {
      const lead = at > 0 && dice.chance(14) ? dice.pick(['Also, ', 'Plus, ', 'And ']) : '';
      sentences.push(lead === '' ? statements[at]! : lead + asClause(statements[at]!));
    }
  }
  return sentences;
}

export function writeOpinion(line: Line, stars: number, dice: Dice): Opinion {
  const mood: Mood = stars >= 4 ? 'good' : stars === 3 ? 'mixed' : 'bad';
  const count = 1 + dice.byWeight([26, 34, 24, 11, 5]);
  const signs = polarities(stars, count, dice);
  const used = new Map<string, boolean>();
  const statements = signs.map((positive) => drawStatement(line, positive, used, dice));
  const sentences = joinStatements(statements, signs, dice);
  if (dice.chance(28)) {
    const opener = fillNumbers(dice.pick(WORDS.review_openers[mood]), dice.between);
    sentences.unshift(opener.replace('{who}', dice.pick(PEOPLE)));
  }
  if (dice.chance(20)) sentences.push(dice.pick(WORDS.review_closers[mood]));
  let text = sentences.slice(0, 5).join(dice.chance(2) ? '<br /><br />' : ' ');
  if (dice.chance(5)) text = misspell(text, dice);
  if (dice.chance(3)) text = text.toLowerCase();
  if (dice.chance(2)) text = text.toUpperCase();
  if (dice.chance(4)) text = withoutStop(text);

  const fits = ([name, positive]: [string, boolean]) =>
    ASPECTS.has(name) && !UNTITLED.has(name) && (mood === 'mixed' || positive === (mood === 'good'));
  const spoken = [...used].find(fits)?.[0].replaceAll('-', ' ');
  const titles = WORDS.review_titles[(['one', 'two', 'three', 'four', 'five'] as const)[stars - 1]!];
  const own =
    mood === 'good' ? ['Great', 'Love the', 'Good'] : mood === 'bad' ? ['Disappointing', 'Bad', 'Poor'] : ['Ok'];
  const title = spoken !== undefined && dice.chance(14) ? `${dice.pick(own)} ${spoken}` : dice.pick(titles);
  return { title, text };
}
