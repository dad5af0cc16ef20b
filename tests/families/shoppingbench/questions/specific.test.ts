import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonAgainstQuestion } from '../../../../families/shoppingbench/questions/link.ts';

const reasonAgainst = (answer: string, question = 'What was it in the end?') =>
  reasonAgainstQuestion({ question, answer });

test.each(['yes', 'No.', 'TRUE'])('%j is yes or no', (answer) => {
  expect(reasonAgainst(answer)).toBe('answer_is_yes_or_no');
});

test.each([
  '1989',
  '1977 ',
  'August 2020',
  'June 3',
  'June 24th, 1896.',
  '26 of December of 2021',
  'Wednesday, August 23, 2023',
  '1985 and 1987',
  'the 1990s',
  '19th century',
  'October',
])('%j is a date', (answer) => {
  expect(reasonAgainst(answer)).toBe('answer_is_date');
});

test.each([
  '6.',
  '1,600',
  '25.5',
  '65W',
  '55%',
  '27 x 40',
  'Two',
  'twenty-five',
  'Second',
  '6th',
  '3rd place',
  '14 years old',
  '5 ft 10 in',
  'approximately 20 kilometers',
  '$155 million',
  'Season 1, Episode 4',
  'XIV',
])('%j is a number', (answer) => {
  expect(reasonAgainst(answer)).toBe('answer_is_number');
});

test.each(['Lu', 'R', 'e5', '牛', 'I/O'])('%j is too short to be a keyword', (answer) => {
  expect(reasonAgainst(answer)).toBe('answer_too_short');
});

test.each(['Heavy', 'Black', 'white & black', 'Free Shipping', 'new', 'The Best', 'Large size', 'none', 'Winter'])(
  '%j is what listings say of any product',
  (answer) => expect(reasonAgainst(answer)).toBe('answer_is_generic'),
);

test.each([
  'Violin',
  'Duke University',
  'New York',
  'Hong Kong',
  'CR2025',
  'Kylian Mbappé',
  'Area 51',
  'Seven Sisters',
  'June Carter',
  'Augustus',
  'Mixer',
  'Northwestern',
  'Ion',
  '無線耳機',
])('%j may be a keyword', (answer) => {
  expect(reasonAgainst(answer)).toBeNull();
});

test('no number in digits is a keyword, however it is written', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.constantFrom('', '%', ' kg', ' years', '.'),
      (number, end) => {
        const written = `${Math.round(number * 100) / 100}${end}`;
        expect(['answer_is_number', 'answer_is_date']).toContain(reasonAgainst(written));
      },
    ),
  );
});

test('no day is a keyword, however it is written', () => {
  const day = fc.date({ min: new Date('1000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const form = fc.constantFrom<Intl.DateTimeFormatOptions>(
    { dateStyle: 'full' },
    { dateStyle: 'long' },
    { dateStyle: 'medium' },
    { month: 'long', year: 'numeric' },
    { month: 'short', day: 'numeric' },
    { year: 'numeric' },
  );
  fc.assert(
    fc.property(day, form, fc.constantFrom('en-US', 'en-GB'), (date, options, locale) => {
      const written = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
      expect([written, reasonAgainst(written)]).toEqual([written, 'answer_is_date']);
    }),
  );
});

test.each([
  ['Which bridge in Prague is named after Emperor Charles?', 'Charles'],
  ['Which city do New Yorkers live in?', 'New Yorker'],
  ['Which kind of finches did he study?', 'Finch'],
  ['What is a light-emitting diode?', 'LED'],
  ['Who runs the blue-tooth group?', 'Bluetooth'],
  ['Which company makes WI FI chips?', 'Wi-Fi'],
])('%j says its answer %j itself', (question, answer) => {
  expect(reasonAgainst(answer, question)).toBe('answer_in_question');
});

test.each([
  ['At which university did Gang Chen teach?', 'Duke University'],
  ['Who wrote a book of charlatans?', 'Charla'],
  ['Which ionic compound is it?', 'Ion'],
])('%j does not say its answer %j', (question, answer) => {
  expect(reasonAgainst(answer, question)).toBeNull();
});
