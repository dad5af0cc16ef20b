import { expect, test } from 'vitest';
import { elsewhere } from '../../models/messages.ts';

test.each([
  [1, '1 request of this run is under way in batch abc'],
  [1200, '1,200 requests of this run are under way in batch abc'],
])('%i requests in a batch at another address are told in words that agree', (requests, start) => {
  expect(elsewhere('abc', 'https://some.test/v1', requests).message).toContain(start);
});
