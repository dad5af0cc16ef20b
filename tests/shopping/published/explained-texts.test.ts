import { expect, test } from 'vitest';
import { explainedText } from '../../../shopping/published/explained-texts.ts';

test('a sentence among the parts of a text ends with one mark', () => {
  const persona = { daily_routine: 'Works late.', pets: 'A cat', hobbies: ['Chess', 'Judo'] };
  expect(explainedText('persona', 'user_persona', persona, []).text).toBe(
    'daily routine: Works late. pets: A cat; hobbies: Chess; Judo',
  );
});

test('a mark stands where its part does, whatever sign is before it', () => {
  const findings = [{ code: 'x', path: 'user_persona.pets', detail: '', spans: [{ start: 2, end: 5 }] }];
  const { text, marks } = explainedText('persona', 'user_persona', { routine: 'Works late.', pets: 'A cat' }, findings);
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['cat']);
});
