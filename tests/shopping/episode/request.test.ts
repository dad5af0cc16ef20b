import { expect, test } from 'vitest';
import { requestMessages, requestText } from '../../../shopping/episode/request.ts';

const WISH = { instruction: 'A red kettle, please.' };
const DESK = { brief: 'You serve customers.', instruction: 'Hello?' };

test('a request that says all is the one message of the user', () => {
  expect(requestMessages(WISH)).toEqual([{ role: 'user', content: 'A red kettle, please.' }]);
  expect(requestText({ ...WISH, brief: null })).toBe('A red kettle, please.');
});

test('what an agent is told of its place comes before it, as the system’s message', () => {
  expect(requestMessages(DESK).map(({ role }) => role)).toEqual(['system', 'user']);
  expect(requestText(DESK)).toBe('You serve customers.\n\nHello?');
});
