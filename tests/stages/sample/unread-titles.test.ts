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
