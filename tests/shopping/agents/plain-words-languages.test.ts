import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../../../lexicon/index.ts';
import { tells } from '../../../shopping/agents/plain-words.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';

afterEach(() => useLanguage());

test.each([
  ['de', 'Im Schnitt müssen es mindestens 3,5 Sterne sein.'],
  ['es', 'Al menos 3,5 estrellas de media.'],
  ['en', 'At least 3.5 stars.'],
])('an answer with the decimal sign of its language tells a bound: %s', (code, text) => {
  useLanguage(code);
  const rubric = { type: 'numeric_range', field: 'average_rating', expected_value: { min: 3.5 } } as Rubric;
  expect(tells(text, rubric)).toBe(true);
});
