import { drawLine, type Line } from '../../sample-maker/lines.ts';
import { type Dice, diceFor } from '../../sample-maker/random.ts';
import { LINE_NAMES, SHELVES, type Shelf } from '../../sample-maker/tables.ts';

/** One end of the scale is a listing somebody filled in with care, the other what was left of one. */
export type Wordiness = 'bare' | 'thin' | 'usual' | 'rich';

/** A product line as the bundled sample's maker draws it, with what a large catalog adds: many more brands and names. */
export interface BenchLine {
  readonly line: Line;
  readonly wordiness: Wordiness;
  /** Drawn from next by whoever writes the line's listings down. */
  readonly dice: Dice;
}

const WORDINESS: readonly Wordiness[] = ['bare', 'thin', 'usual', 'rich'];
const WORDINESS_WEIGHTS = [10, 28, 44, 18];

/** A few shelves hold much of a catalog, and every shelf something. */
const SHELF_WEIGHTS = SHELVES.map((_, place) => Math.floor(1000 / (place + 12)));

const SYLLABLES =
  'ba be bo da de do fi fu ga go ha hi jo ka ki ko la le li lo lu ma mi mo na ne no pa pi ra re ri ro sa se si so ta te ti to va ve vi wa xi ya yo za zen'.split(
    ' ',
  );

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A brand nobody has heard of: most of a marketplace's brands have a handful of products. */
function unknownBrand(dice: Dice): string {
  const word = Array.from({ length: dice.between(2, 4) }, () => dice.pick(SYLLABLES)).join('');
  return dice.chance(55) ? word.toUpperCase() : capital(word);
}

function drawShelf(dice: Dice): Shelf {
  return SHELVES[dice.byWeight(SHELF_WEIGHTS)]!;
}

/** The lines of a catalog, without end; the same seed gives the same lines. */
export function* benchLines(seed: string): Generator<BenchLine> {
  for (let place = 0; ; place++) {
    const id = `${seed}-${place}`;
    const dice = diceFor('bench line', id);
    const name = dice.chance(60) ? `${dice.pick(LINE_NAMES)} ${dice.pick(LINE_NAMES)}` : dice.pick(LINE_NAMES);
    const line = drawLine(drawShelf(dice), id, name);
    const brand = dice.chance(45) ? unknownBrand(dice) : line.brand;
    yield { line: { ...line, brand }, wordiness: WORDINESS[dice.byWeight(WORDINESS_WEIGHTS)]!, dice };
  }
}
