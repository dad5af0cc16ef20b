import { expect, test } from 'vitest';
import { asksForName } from '../../../../families/shoppingbench/questions/link.ts';

test.each([
  'Who played Lara Croft?',
  'To whom did Ragnar say it?',
  'Whose painting was it?',
  'What is the surname of the person who won the Faraday Medal?',
  'What was the first name of her father?',
  'What is the 16th track of the bonus edition?',
  "What is the name of the ninth song on Anne-Marie's album?",
  'In which Shakespeare play does Yorick appear?',
  'Which 1975 crime film did she direct?',
])('%j asks for a name', (question) => expect(asksForName(question)).toBe(true));

test.each([
  'What animal does Ahab hunt in the novel?',
  'Which material is the sculpture made of?',
  'In which Nebraska city was the painter born?',
  'What was the cause of his death?',
  'What subject did his father teach?',
  'What was the Minute Man made of?',
])('%j asks for something else', (question) => expect(asksForName(question)).toBe(false));
