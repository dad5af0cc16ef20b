import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../../catalog/store/catalog.ts';
import { linkQuestions, mostTitles } from '../../../../families/shoppingbench/questions/link.ts';
import type { Question } from '../../../../families/shoppingbench/questions/question.ts';
import { REFUSALS } from '../../../../families/shoppingbench/questions/refusals.ts';
import type { Product } from '../../../../schemas/product.ts';
import { normaliseText } from '../../../../text/normalise.ts';
import { productWith } from '../../../fixtures/gate-inputs.ts';
import { storedCatalog } from '../../../fixtures/stored-catalog.ts';

const questionOf = (answer: string, question = `What is behind door ${answer.length}?`): Question => ({
  id: createHash('sha256').update(answer).update(question).digest('hex').slice(0, 12),
  question,
  answer,
  topic: null,
  origin: { file: 'bank.csv', line: 2 },
});

/** Product ids by answer, and the refusals, of questions with the given answers. */
function linked(catalog: Catalog, ...questions: Question[]) {
  const { links, refused } = linkQuestions(questions, catalog);
  const ids = ({ rows }: (typeof links)[number]) => [...rows].map((row) => catalog.productByRow(row).id).sort();
  return {
    links: Object.fromEntries(links.map((link) => [link.question.answer, ids(link)])),
    refused: Object.fromEntries(refused),
  };
}

const plain = (title: string, changes: Partial<Product> = {}) => ({ title, brand: null, store: null, ...changes });

describe('titles', () => {
  const catalog = storedCatalog([
    plain('Aston Villa Home Jersey'),
    plain('Villa Rosa Candle'),
    plain('Violins for Beginners'),
    plain('Half-size VIOLIN bow'),
    plain('Kylian Mbappé Kids T-Shirt'),
  ]);

  test.each([
    ['Aston Villa', ['P0']],
    ['violin', ['P3']],
    ['Kylian Mbappé', ['P4']],
  ])('%j is linked to the titles that hold it as whole words', (answer, ids) => {
    expect(linked(catalog, questionOf(answer))).toEqual({ links: { [answer]: ids }, refused: {} });
  });

  test.each(['Villa Aston', 'Viol', 'Seiko'])('%j stands in no title', (answer) => {
    expect(linked(catalog, questionOf(answer)).refused).toEqual({ answer_not_in_titles: 1 });
  });

  test('one link per question, and every question linked or refused', () => {
    const questions = ['Aston Villa', 'Villa', '1989', 'Seiko', 'Violin', 'yes'].map((answer) => questionOf(answer));
    const { links, refused } = linkQuestions(questions, catalog);
    expect(links.length + [...refused.values()].reduce((sum, count) => sum + count, 0)).toBe(questions.length);
    expect([...refused]).toEqual([
      ['answer_is_yes_or_no', 1],
      ['answer_is_date', 1],
      ['answer_not_in_titles', 1],
    ]);
  });
});

describe('words that tell no product from another', () => {
  const shelfOf = (count: number) =>
    storedCatalog(Array.from({ length: count }, (_, at) => plain(`Nagasaki Tea ${at}`)));

  test('an answer in as many titles as allowed is linked, in one more it is not', () => {
    expect(mostTitles(25)).toBe(25);
    expect(linked(shelfOf(25), questionOf('Nagasaki')).links.Nagasaki).toHaveLength(25);
    expect(linked(shelfOf(26), questionOf('Nagasaki')).refused).toEqual({ answer_common_in_titles: 1 });
  });

  test.each([
    [1, 25],
    [5000, 25],
    [5200, 26],
    [2_500_000, 12_500],
  ])('of %i titles at most %i may hold a keyword', (size, most) => expect(mostTitles(size)).toBe(most));
});

describe('brand and shop names', () => {
  test.each([
    ['Texas', plain('Texas Instruments Calculator', { brand: 'Texas Instruments' })],
    ['Pike', plain('Scarf by Harlan & Pike', { store: 'Harlan & Pike' })],
    ['Dublin', plain('Dublin Bay Soap', { brand: 'Dublin Bay', store: 'The Dublin Bay Shop' })],
  ])('%j inside a longer name is there by accident', (answer, product) => {
    expect(linked(storedCatalog([product]), questionOf(answer)).refused).toEqual({ answer_inside_name: 1 });
  });

  test.each([
    ['Seiko', plain('Seiko Wall Clock', { brand: 'Seiko', store: 'Seiko Official Store' })],
    ['Texas', plain('Texas Instruments Texas Edition Calculator', { brand: 'Texas Instruments' })],
    ['Texas Instruments', plain('Texas Instruments Calculator', { brand: 'Texas Instruments' })],
    ['Pike', plain('Pike Lure', { store: 'Harlan & Pike' })],
  ])('%j that is the name, or stands beside it, is linked', (answer, product) => {
    expect(linked(storedCatalog([product]), questionOf(answer)).links[answer]).toEqual(['P0']);
  });

  test('only the products that hold the answer by accident are left out', () => {
    const catalog = storedCatalog([
      plain('Texas Instruments Calculator', { brand: 'Texas Instruments' }),
      plain('Texas Flag'),
    ]);
    expect(linked(catalog, questionOf('Texas')).links.Texas).toEqual(['P1']);
  });
});

describe('names that are ordinary words', () => {
  const catalog = storedCatalog([
    plain('Fly Trap', { description: ['Catches every fly in the house.'] }),
    plain('Bonnie Plush Toy', { description: ['bonnie plush toy, all in small letters', 'A toy of Bonnie.'] }),
    plain('Savoy Spinach', { features: ['Fresh savoy spinach'] }),
  ]);

  test.each(['What is the name of the sixth track on the album?', 'Who sang it?', 'What is her surname?'])(
    'are no answer to %j where listings write them without a capital',
    (question) => expect(linked(catalog, questionOf('Fly', question)).refused).toEqual({ answer_is_common_word: 1 }),
  );

  test('are linked where the question asks for the thing', () => {
    expect(linked(catalog, questionOf('Fly', 'Which insect carried it?')).links.Fly).toEqual(['P0']);
  });

  test('are linked where no listing that has capitals writes them without one', () => {
    expect(linked(catalog, questionOf('Bonnie', 'Who was she?')).links.Bonnie).toEqual(['P1']);
  });

  test('are recognised in features and for surnames alike', () => {
    expect(linked(catalog, questionOf('Savoy', 'What is his last name?')).refused).toEqual({
      answer_is_common_word: 1,
    });
  });
});

test('the order of questions and products changes nothing', () => {
  const words = ['Atlas', 'Juno', 'Rhea', 'Delphi'];
  const title = fc.array(fc.constantFrom(...words, 'Lamp', 'Bag'), { minLength: 1, maxLength: 4 });
  const titles = fc.array(title, { minLength: 1, maxLength: 5 });
  const questions = words.map((word) => questionOf(word));
  fc.assert(
    fc.property(
      titles.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      fc.shuffledSubarray(questions, { minLength: questions.length }),
      ([all, shuffled], asked) => {
        const catalogOf = (order: readonly string[][]) =>
          storedCatalog(order.map((parts) => plain(parts.join(' '), { id: `id ${parts.join(' ')}` })));
        const first = linked(catalogOf(all), ...questions);
        expect(linked(catalogOf(shuffled), ...asked)).toEqual(first);
        const { links } = linkQuestions(asked, catalogOf(all));
        expect(links.map(({ question }) => question.id)).toEqual(links.map(({ question }) => question.id).toSorted());
      },
    ),
    { numRuns: 20 },
  );
});

test('each distinct answer is looked up once, and answers that name nothing never', () => {
  const asked: string[] = [];
  const index = {
    size: 1000,
    titleRows: (phrase: string) => {
      asked.push(phrase);
      return phrase === 'atlas' ? Uint32Array.of(3) : new Uint32Array();
    },
    productByRow: () => productWith({ title: 'Atlas Lamp' }),
  };
  const questions = ['Atlas', 'ATLAS', 'Juno', 'juno.', '1989', 'Heavy'].map((answer) => questionOf(answer));
  expect(linkQuestions(questions, index).links).toHaveLength(2);
  expect(asked).toEqual(['atlas', 'juno']);
});

test('every link names its answer: whatever the words, each linked title holds them', () => {
  const catalog = storedCatalog([plain('Juno Atlas Lamp'), plain('Atlas Juno Lamp'), plain('Lamp of Juno')]);
  const phrase = fc.array(fc.constantFrom('Juno', 'Atlas', 'Lamp', 'Rhea'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(phrase, (parts) => {
      const { links } = linkQuestions([questionOf(parts.join('-'), 'Which is it?')], catalog);
      const titles = [...catalog.products()].filter(({ product }) =>
        ` ${normaliseText(product.title)} `.includes(` ${parts.join(' ').toLowerCase()} `),
      );
      expect(links.flatMap(({ rows }) => [...rows])).toEqual(titles.map(({ row }) => row));
    }),
  );
});

test('every code has its meaning', () => {
  for (const [code, meaning] of Object.entries(REFUSALS)) {
    expect(code).toMatch(/^answer_[a-z_]+$/);
    expect(meaning).toMatch(/^[a-z].*[a-z]$/);
  }
});
