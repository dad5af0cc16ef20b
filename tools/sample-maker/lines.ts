import { clashIn, type Facts } from './facts.ts';
import { mentions } from './grammar.ts';
import { type Dice, diceFor } from './random.ts';
import { CLARIFICATION_FIELDS, LINE_NAMES, PERSONA_FIELDS, SEVERAL_OPTIONS, type Shelf } from './tables.ts';

/** Products that share everything but the fields of `axes`; a standalone product is a line of one without axes. */
export interface Line {
  readonly id: string;
  readonly shelf: Shelf;
  readonly brand: string;
  readonly name: string;
  readonly noun: string;
  readonly axes: readonly string[];
  readonly shared: Facts;
  readonly variants: readonly Facts[];
}

/** Numbers of values on each axis, with the weight at which such a grid comes. */
const GRIDS: readonly { readonly sizes: readonly number[]; readonly weight: number }[] = [
  { sizes: [2, 2], weight: 14 },
  { sizes: [3, 2], weight: 14 },
  { sizes: [2, 3], weight: 16 },
  { sizes: [4, 2], weight: 7 },
  { sizes: [2, 4], weight: 7 },
  { sizes: [3, 3], weight: 14 },
  { sizes: [2, 2, 2], weight: 31 },
];

/** Fields nearly every shelf has; what is special to a shelf comes first when axes are drawn. */
const EVERYWHERE = new Set([
  'Color',
  'Material',
  'Style',
  'Size',
  'Shape',
  'Finish Type',
  'Recommended Uses For Product',
]);

const isAxisField = (shelf: Shelf, field: string) => (shelf.fields.get(field)?.common.length ?? 0) >= 2;

function drawOptions(shelf: Shelf, field: string, dice: Dice): readonly string[] {
  const { common, odd } = shelf.fields.get(field)!;
  if (odd.length > 0 && dice.chance(9)) return [dice.pick(odd)];
  if (!SEVERAL_OPTIONS.has(field) || common.length < 3) return [dice.favour(common)];
  const first = dice.favour(common);
  const count = [1, 2, 3][dice.byWeight([55, 28, 17])]! - 1;
  return [
    first,
    ...dice.some(
      common.filter((value) => value !== first),
      count,
    ),
  ];
}

function distinctValues(shelf: Shelf, field: string, count: number, named: string, dice: Dice): string[] | undefined {
  const { common, odd } = shelf.fields.get(field)!;
  // Nobody asks for a thing not to have something, so such a value tells no variants apart.
  let open = common.filter((value) => !mentions(named, value) && !value.startsWith('Not '));
  if (open.length < count) return undefined;
  const chosen: string[] = [];
  while (chosen.length < count) {
    const value = dice.favour(open);
    open = open.filter((other) => other !== value);
    chosen.push(value);
  }
  if (odd.length > 0 && dice.chance(6)) chosen[count - 1] = dice.pick(odd);
  return chosen;
}

function chooseAxes(shelf: Shelf, axisCount: number, dice: Dice): string[] | undefined {
  const fields = [...shelf.fields.keys()].filter((field) => isAxisField(shelf, field));
  const drawTwo = (kind: ReadonlySet<string>) => {
    const open = fields.filter((field) => kind.has(field));
    const first = open[dice.byWeight(open.map((field) => (EVERYWHERE.has(field) ? 2 : 5)))];
    const rest = open.filter((field) => field !== first);
    return [first, rest.length === 0 ? undefined : rest[dice.byWeight(rest.map(() => 1))]];
  };
  const persona = drawTwo(PERSONA_FIELDS);
  const clarification = drawTwo(CLARIFICATION_FIELDS);
  const twoOf = dice.chance(50) ? 'persona' : 'clarification';
  const axes =
    axisCount === 2
      ? [persona[0], clarification[0]]
      : twoOf === 'persona'
        ? [persona[0], persona[1], clarification[0]]
        : [persona[0], clarification[0], clarification[1]];
  return axes.every((axis) => axis !== undefined) ? axes : undefined;
}

/** Leaves out fields until `target` remain, keeping enough that a profile and a clarification could reveal. */
function trim(shared: Map<string, readonly string[]>, axes: readonly string[], target: number, dice: Dice) {
  const kept = () => [...shared.keys(), ...axes];
  for (const field of dice.shuffled([...shared.keys()])) {
    if (kept().length <= target) return;
    const enough = [PERSONA_FIELDS, CLARIFICATION_FIELDS].every(
      (kind) => !kind.has(field) || kept().filter((other) => kind.has(other)).length > 3,
    );
    if (enough) shared.delete(field);
  }
}

/** All cells of the grid, one fewer now and then: a variant that is sold out for good. */
function cellsOf(axes: readonly string[], values: readonly (readonly string[])[], dice: Dice) {
  let cells: [string, string][][] = [[]];
  for (const [index, axis] of axes.entries()) {
    cells = cells.flatMap((cell) => values[index]!.map((value): [string, string][] => [...cell, [axis, value]]));
  }
  if (cells.length >= 6 && dice.chance(22)) cells.splice(dice.below(cells.length), 1);
  return cells;
}

/** Draws a line; `model` is an earlier line of the shelf that this one imitates but for a few fields. */
export function drawLine(shelf: Shelf, id: string, name: string, model?: Line): Line {
  for (let attempt = 0; ; attempt += 1) {
    const dice = diceFor('line', id, attempt);
    const noun = dice.pick(shelf.nouns);
    const brand = model !== undefined && dice.chance(55) ? model.brand : dice.favour(shelf.brands);
    const { sizes } = GRIDS[dice.byWeight(GRIDS.map(({ weight }) => weight))]!;
    const axes = chooseAxes(shelf, sizes.length, dice);
    if (axes === undefined || axes.some((axis) => noun.includes(`{${axis}}`))) continue;
    const values = axes.map((axis, index) =>
      distinctValues(shelf, axis, sizes[index]!, `${brand} ${name} ${noun}`, dice),
    );
    if (values.some((list) => list === undefined)) continue;

    const redrawn = new Set(dice.some([...shelf.fields.keys()], 4));
    const shared = new Map<string, readonly string[]>();
    for (const field of shelf.fields.keys()) {
      if (axes.includes(field)) continue;
      const copied = redrawn.has(field) ? undefined : model?.shared.get(field);
      shared.set(field, copied ?? drawOptions(shelf, field, dice));
    }

    // Some listings name an option that all variants have next to the one that tells them apart.
    const companions = new Map<string, string>();
    for (const [index, axis] of axes.entries()) {
      if (!SEVERAL_OPTIONS.has(axis) || !dice.chance(25)) continue;
      const open = shelf.fields.get(axis)!.common.filter((value) => !values[index]!.includes(value));
      if (open.length > 0) companions.set(axis, dice.favour(open));
    }

    const cells = cellsOf(axes, values as string[][], dice);
    const build = (cell: [string, string][]): Facts =>
      new Map([
        ...shared,
        ...cell.map(([axis, value]): [string, readonly string[]] => {
          const companion = companions.get(axis);
          return [axis, companion === undefined ? [value] : [value, companion]];
        }),
      ]);
    let impossible = false;
    for (const cell of cells) {
      for (let clash = clashIn(build(cell)); clash !== undefined && !impossible; clash = clashIn(build(cell))) {
        const dropped = clash.find((field) => shared.has(field));
        if (dropped === undefined) impossible = true;
        else shared.delete(dropped);
      }
    }
    if (impossible || (noun.includes('{') && !shared.has(noun.slice(noun.indexOf('{') + 1, noun.indexOf('}')))))
      continue;
    if (shared.size + axes.length < 9) continue;

    const nounField = /\{(.+)\}/.exec(noun)?.[1];
    const pinned = nounField === undefined ? undefined : shared.get(nounField)?.slice(0, 1);
    trim(shared, axes, dice.between(9, 12), dice);
    if (nounField !== undefined && pinned !== undefined) shared.set(nounField, pinned);
    return {
      id,
      shelf,
      brand,
      name,
      noun: nounField === undefined ? noun : noun.replace(`{${nounField}}`, pinned![0]!),
      axes,
      shared,
      variants: cells.map(build),
    };
  }
}

/** A product outside any line: half are look-alikes of a variant with another brand and two other facts. */
export function drawSingle(shelf: Shelf, id: string, name: string, models: readonly Line[]): Line {
  const dice = diceFor('single', id);
  const noun = dice.pick(shelf.nouns.filter((phrase) => !phrase.includes('{')));
  const model = dice.chance(50) ? dice.pick(dice.pick(models).variants) : undefined;
  const redrawn = new Set(dice.some([...(model ?? shelf.fields).keys()], 2));
  const facts = new Map<string, readonly string[]>();
  for (const field of (model ?? shelf.fields).keys()) {
    const copied = redrawn.has(field) ? undefined : model?.get(field);
    facts.set(field, copied ?? drawOptions(shelf, field, dice));
  }
  for (let clash = clashIn(facts); clash !== undefined; clash = clashIn(facts)) facts.delete(clash[0]);
  if (model === undefined) trim(facts, [], dice.between(8, 12), dice);
  if (dice.chance(14)) for (const field of [...facts.keys()].slice(5)) facts.delete(field);
  return { id, shelf, brand: dice.favour(shelf.brands), name, noun, axes: [], shared: facts, variants: [facts] };
}

/** The lines and standalone products of a shelf, about `products` in all. */
export function drawShelf(shelf: Shelf, products: number): Line[] {
  const dice = diceFor('shelf', shelf.shelf);
  const names = dice.shuffled(LINE_NAMES);
  const lines: Line[] = [];
  let count = 0;
  // The last line overshoots a little, so this ends near 85 % of the shelf.
  while (count < products * 0.79) {
    const model = lines.length > 0 && dice.chance(40) ? dice.pick(lines) : undefined;
    const line = drawLine(shelf, `${shelf.shelf}-${lines.length + 1}`, names[lines.length]!, model);
    lines.push(line);
    count += line.variants.length;
  }
  const singles: Line[] = [];
  while (count < products) {
    const name = names[lines.length + singles.length]!;
    singles.push(drawSingle(shelf, `${shelf.shelf}-s${singles.length + 1}`, name, lines));
    count += 1;
  }
  return [...lines, ...singles];
}
