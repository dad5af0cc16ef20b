import { expect, test } from 'vitest';
import { fieldCalled } from '../../../service/demands/choices.ts';

test('a field is asked for in Chinese where the store has a Chinese name for it', () => {
  expect(fieldCalled('Material', 'zh')).toBeNull();
  expect(fieldCalled('产地', 'zh')).toBe('产地');
  expect(fieldCalled('Flux Coefficient', 'zh')).toBeNull();
});

test('a field is written small in English, but for its capitals', () => {
  expect(fieldCalled('Screen Size', 'en')).toBe('screen size');
  expect(fieldCalled('RAM', 'en')).toBe('RAM');
});
