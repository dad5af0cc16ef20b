import { expect, test } from 'vitest';
import { unreadTitles } from '../../../stages/sample/unread-titles.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const COLORS = ['Beige', 'Silver', 'Charcoal'];
const blinds = (stated: boolean) =>
  storedCatalog(
    Array.from({ length: 30 }, (_, at) => {
      const color = COLORS[at % 3] as string;
      return {
        title: at < 24 ? `Roller Blind ${color} No. ${at}` : `Roller Blind No. ${at}`,
        details: stated ? details({ Color: color }) : {},
      };
    }),
  );

test('what titles say of fields that no product states is told with the words and the remedy', () =>
  expect(unreadTitles(blinds(false))).toMatch(
    /^of 30 titles many say what no field states: Color in 24 \(beige, charcoal, silver\).*product\.details\.stated/,
  ));

test('of fields that products state nothing is told, nor of titles that say no value', () => {
  expect(unreadTitles(blinds(true)) ?? '').not.toContain('Color');
  expect(unreadTitles(storedCatalog([{ title: 'Item 1' }, { title: 'Item 2' }]))).toBeNull();
});

test('a word of several fields is told of the one that lists more, and what a title calls its product of none', () => {
  const colors = ['Red', 'Blue', 'Green'];
  const shoes = Array.from({ length: 30 }, (_, at) => ({ title: `${colors[at % 3]} Running Shoe No. ${at}` }));
  const said = unreadTitles(storedCatalog(shoes)) ?? '';
  expect(said).toContain('Color in 30');
  expect(said).not.toContain('shoe');
});

test('words of a maker and of a category say nothing that a field has to', () => {
  const foods = Array.from({ length: 30 }, (_, at) => ({
    title: `Rose Meadow Duck Dog Food No. ${at}`,
    brand: 'Rose Meadow',
    category: ['Pets', 'Dog', 'Dog Food'],
  }));
  expect(unreadTitles(storedCatalog(foods)) ?? '').not.toMatch(/rose|dog/);
});
