import { mentions } from './grammar.ts';
import type { Line } from './lines.ts';
import { diceFor } from './random.ts';

/** In most lines no title gives away what tells the variants apart; in some it names one axis, in a few all. */
type Openness = 'nothing' | 'one axis' | 'everything';

interface LineTitles {
  readonly titles: readonly string[];
  readonly models: readonly string[];
  readonly openness: Openness;
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWX';

export function titlesOf(line: Line): LineTitles {
  const dice = diceFor('titles', line.id);
  const { shelf, brand, name, noun, axes, variants } = line;
  const openness = (['nothing', 'one axis', 'everything'] as const)[dice.byWeight([68, 15, 17])]!;
  const named = openness === 'nothing' ? [] : openness === 'one axis' ? [dice.pick(axes)] : axes;

  const hidden = [
    ...axes.flatMap((axis) => variants.flatMap((facts) => facts.get(axis) ?? [])),
    ...[...line.shared].flatMap(([field, options]) => (field === 'Compatible Phone Models' ? [] : options)),
  ];
  const fitting = shelf.extras.filter((extra) => !hidden.some((value) => mentions(extra, value)));
  const extras = dice.some(fitting, dice.between(0, 3));
  const [feature] = line.shared.get('Special Feature') ?? [];
  const [use] = line.shared.get('Recommended Uses For Product') ?? [];
  const spoken = dice.chance(30) && feature !== undefined && !extras.some((extra) => mentions(extra, feature));
  const purpose = dice.chance(18) && use !== undefined ? ` for ${use}` : '';

  const modelStem = `${LETTERS[dice.below(21)]}${LETTERS[dice.below(21)]}-${dice.between(11, 98)}0`;
  const suffixed = axes.length > 0 && dice.chance(45);
  const pattern = dice.byWeight([34, 26, 18, 22]);
  const models = variants.map((_, index) => `${modelStem}${LETTERS[index]}`);

  const titles = variants.map((facts, index) => {
    const model = suffixed ? ` ${models[index]}` : '';
    const own = named.map((axis) => facts.get(axis)?.[0] ?? '').filter((value) => value !== '');
    const tail = [...(spoken ? [feature] : []), ...extras];
    if (pattern === 0) {
      const list = [...tail, ...own].join(', ');
      return `${brand} ${name}${model} ${noun}${purpose}${list === '' ? '' : `, ${list}`}`;
    }
    if (pattern === 1) {
      const list = tail.length === 0 ? '' : ` - ${tail.join(' ')}`;
      return `${brand} ${name} ${noun}${purpose}${model}${list}${own.length === 0 ? '' : ` (${own.join(', ')})`}`;
    }
    if (pattern === 2) {
      const list = [...own, ...tail].join(' | ');
      return `${name} ${noun}${model} by ${brand}${list === '' ? '' : ` | ${list}`}`;
    }
    return `${brand} ${noun} ${name}${model}${[...tail, ...own].map((text) => `, ${text}`).join('')}${purpose}`;
  });
  return { titles, models, openness: axes.length === 0 ? 'nothing' : openness };
}
