import { expect, test } from 'vitest';
import { EndNoted } from '../../models/open.ts';
import { ModelError } from '../../schemas/errors.ts';
import { requestOf } from './requests.ts';

/** Models that fail with these errors, one after the other. */
function failing(...errors: readonly Error[]) {
  const left = errors.values();
  return new EndNoted({ ask: () => Promise.reject(left.next().value) });
}

test('of several errors the first one that ends the run is remembered, and each is passed on', async () => {
  const errors = [
    new ModelError('gave up on one task'),
    new ModelError('the key is refused', { mendable: true }),
    new ModelError('the budget is used up', { ends: true }),
  ];
  const models = failing(...errors);
  for (const [at, error] of errors.entries()) {
    await expect(models.ask(requestOf(), 'task-1')).rejects.toBe(error);
    expect(models.end).toBe(at === 0 ? null : errors[1]);
  }
});

test('what the user has to mend ends the run', () => {
  expect(new ModelError('the key is refused', { mendable: true }).ends).toBe(true);
});
