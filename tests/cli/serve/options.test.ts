import { expect, test } from 'vitest';
import { placeAndLimits } from '../../../cli/serve/options.ts';

const portsOf = (options: { readonly port?: string; readonly controlPort?: string }) => {
  const { port, controlPort } = placeAndLimits(options).place;
  return [port, controlPort];
};

test('control listens at the next port, or at a free one where agents do', () => {
  expect(portsOf({ port: '9000' })).toEqual([9000, 9001]);
  expect(portsOf({ port: '0' })).toEqual([0, 0]);
});

test('behind the last port there is none for control', () => {
  expect(() => portsOf({ port: '65535' })).toThrow(/^--port is 65535, .*; name one with --control-port$/);
  expect(portsOf({ port: '65535', controlPort: '9000' })).toEqual([65535, 9000]);
});
