import { expect, test } from 'vitest';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { isInDoubt, isInDoubtAlone } from '../../../shopping/nouns/doubts.ts';
import { entitiesOf } from '../../../stages/extract/index.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

type Of = 'title' | 'category';
const nameOf = (phrase: string, of: Of) => ({ span: phrase, phrase, plural: false, of });
const productOf = (title: string, leaf: string) => ({ title, brand: null, category: ['All', leaf] });

const doubted = (phrase: string, title: string, leaf: string, of: Of = 'title') =>
  isInDoubt(nameOf(phrase, of), productOf(title, leaf));
const doubtedAlone = (phrase: string, title: string, leaf: string, of: Of = 'title') =>
  isInDoubtAlone(nameOf(phrase, of), productOf(title, leaf));

test('what people wear is not said of what animals do, unless the name says of which', () => {
  expect(doubted('Sunglasses', 'Triangle Pet Sunglasses', 'Pet Glasses')).toBe(true);
  expect(doubted('Pet Sunglasses', 'Triangle Pet Sunglasses', 'Pet Glasses')).toBe(false);
  expect(doubted('Sunglasses', 'Triangle Sunglasses', 'Glasses')).toBe(false);
});

test('a category of cables of a sort is for no animals', () =>
  expect(doubted('Router', 'Vela Router', 'Cat 6 Routers')).toBe(false));

test.each([
  ['Saucer', 'Set of Cup & Saucer', 'Cups & Saucers', true],
  ['Conditioner', 'Vela Shampoo and Conditioner', 'Conditioners', true],
  ['sync Cable', 'Charge & sync Cable by Vela', 'Cables', true],
  ['Body Lotion', 'Vela Hand and Body Lotion', 'Lotions', false],
  ['Saucer', 'Set of Cup & Saucer, Porcelain Saucer', 'Saucers', false],
  ['Photo Backdrop', 'Black & Photo Backdrop', 'Backdrops', false],
])('the second of what a title joins is no name of the whole: %s of "%s"', (phrase, title, leaf, is) => {
  expect(doubted(phrase, title, leaf)).toBe(is);
});

test.each([
  ['Camera', 'Dash Camera Hard Wire Kit', true],
  ['Camera', 'Dash Camera Wire Kit, Camera with Screen', false],
  ['Camera', 'Dash Camera and Cable', false],
  ['Charger', 'Wall Charger Cable', false],
])('a thing that a title says only before what serves it names none: %s of "%s"', (phrase, title, is) => {
  expect(doubted(phrase, title, 'On-Dash Cameras')).toBe(is);
});

test('a title that begins with what is for something else is not named by its category', () => {
  const title = 'Player Cases Compatible with Vela Player, with Earphone USB Cable';
  expect(doubted('USB Cable', title, 'USB Cables', 'category')).toBe(true);
  expect(doubted('USB Cable', 'USB Cable Compatible with Vela Player', 'USB Cables', 'category')).toBe(false);
  expect(doubted('Hair Clip', 'Hair Bows for Women, Big Hair Clips', 'Hair Clips', 'category')).toBe(false);
});

test.each([
  ['Action Mount', 'Vela Head Strap Action Mount', 'Clamps', true],
  ['Camera Mount', 'Vela Head Strap Camera Mount', 'Clamps', false],
  ['Action Mount', 'Vela Head Strap Action Mount', 'Action Mounts', false],
  ['iPad Mini Smart Cover', 'Vela iPad Mini Smart Cover', 'Cases', false],
  ['Handlebar Mount Kit', 'Vela Handlebar Mount Kit', 'Clamps', false],
  ['Sonar', 'Vela Sonar', 'Clamps', false],
])(
  'a word that says little behind one that no list has it with, and nobody else says, is no name: %s',
  (phrase, title, leaf, is) => {
    expect(doubtedAlone(phrase, title, leaf)).toBe(is);
  },
);

test('a category names no product alone whose title begins with another thing', () => {
  expect(doubtedAlone('Sprinkle', 'Treasure Bag - Red Sprinkle Mix', 'Sprinkles', 'category')).toBe(true);
  expect(doubtedAlone('Sprinkle', 'Treasure Sprinkle Mix - Red Bag', 'Sprinkles', 'category')).toBe(false);
});

/** The noun of the first of some sleeves. */
function saidOfFirst(titles: readonly string[]): string | undefined {
  const category = ['All', 'Laptop Accessories', 'Sleeves'];
  const catalog = storedCatalog(titles.map((title) => ({ title, category })));
  return entitiesOf(catalog.productByRow(0), new AnswerSets(catalog))[0]?.phrase;
}

test('a name that others bear is said for one that only its own title does, of as many things', () => {
  const others = ['Nord Laptop Sleeve', 'Orla Laptop Sleeve'];
  expect(saidOfFirst(['Vela Notebook Sleeve', ...others])).toBe('Laptop Sleeve');
  expect(saidOfFirst(['Vela Notebook Sleeve', 'Nord Notebook Sleeve', ...others])).toBe('Notebook Sleeve');
});
