import { afterEach, expect, test } from 'vitest';
import { renderOverview } from '../../../cli/lexicon/overview-text.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { useLexicon } from '../../../lexicon/index.ts';
import { overviewOf } from '../../../shopping/shop-lexicon/field-overview.ts';
import { suggestionsFor } from '../../../shopping/shop-lexicon/suggestions.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

afterEach(() => useLexicon());

const catalog = storedCatalog(
  Array.from({ length: 40 }, (_, at) => ({
    category: ['Things'],
    mainCategory: 'Things',
    details: details({
      'A field whose name is too long for a table': ['Oak', 'Beech', 'Ash'][at % 3] as string,
      'Refresh Rate': `${60 + at} Hz`,
      Serial: `X${at}-${at * 7}Z`,
      Colour色: ['红色', '蓝色'][at % 2] as string,
      Odd: '\u001b[31mred\u001b[0m',
    }),
  })),
);
const page = (width: number) => {
  const overview = overviewOf(catalog);
  const suggestions = suggestionsFor(overview, 5);
  return renderOverview({ overview, suggestions, notices: [], allFields: true }, { width, colour: false });
};

test.each([60, 80, 100, 160])('no line of the table is wider than %d columns', (width) => {
  for (const line of page(width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test('a wide window has a row for each field, and a narrow one the same words below its name', () => {
  expect(page(140)).toMatch(/^Refresh Rate +quantity \(hz\) +100 % +40 /m);
  expect(page(60)).toMatch(/^Refresh Rate\n {2}kind quantity \(hz\), stated 100 %, values 40,/m);
});

test('what a catalog says reaches no terminal unescaped', () => {
  expect(page(100)).not.toContain('\u001b');
});

test('a line that would change something is shown as it would be written', () => {
  expect(page(100)).toMatch(/ {4}# values:|# {3}values:/);
  expect(page(100)).toContain('my.yaml');
});

test.each([
  [{ 'Refresh Rate': { kind: 'choice' } }, true],
  [{}, false],
] as const)(
  'a kind that a person says is marked, and the mark is explained where it stands: %j',
  (fields, isMarked) => {
    useLexicon({ fields, types: {} });
    expect(page(140).includes('* a kind that your lexicon says')).toBe(isMarked);
  },
);

test('fields that texts do not speak of are named, for tasks leave them out', () => {
  const silent = storedCatalog(
    Array.from({ length: 40 }, (_, at) => {
      const [material, colour] = [['Oak', 'Beech', 'Ash'][at % 3] as string, ['Red', 'Blue'][at % 2] as string];
      return {
        ...{ category: ['Tables'], mainCategory: 'Tables', title: `Table ${at}` },
        description: [`A ${colour} table of ${material}.`],
        details: details({ Material: material, Color: colour, 'Refresh Rate': `${60 + at} Hz` }),
      };
    }),
  );
  const text = renderOverview(
    { overview: overviewOf(silent), suggestions: [], notices: [], allFields: true },
    { width: 400, colour: false },
  );
  expect(text).toMatch(/Seldom asked about all the same.*: .*Refresh Rate 100 %/);
  expect(text).not.toMatch(/Seldom asked about all the same.*Material/);
});
