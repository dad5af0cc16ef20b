import { expect, test } from 'vitest';
import { whatToMend } from '../../models/messages.ts';

const refusedAt = (address: string) =>
  whatToMend('model', {
    place: `${address}, asked as judge,`,
    model: 'some-model',
    said: '404: Not Found',
    keyName: 'SOME_KEY',
    hasKey: true,
  });

test('where the address has no /v1, a 404 is put down to that first', () => {
  expect(refusedAt('http://127.0.0.1:8000')).toMatch(/its address does not end in \/v1.*name some-model only if/);
});

test('where the address has its /v1, a 404 is put down to the model first', () => {
  expect(refusedAt('http://127.0.0.1:8000/v1')).toMatch(/does not know some-model \(404: Not Found\); check the model/);
});
