import { expect, test } from 'vitest';
import { isUnaskedOf } from '../../../shopping/plausibility/unasked-of.ts';

test.each([
  ['gaming laptop', 'Power Source', 'Battery Powered'],
  ['digital camera', 'Connectivity Technology', 'USB'],
  ['AirPods case', 'Compatible Devices', 'Earphones'],
  ['network card', 'Color', 'Red'],
  ['TV', 'Connectivity Technology', 'HDMI'],
  ['motherboard', 'Compatible Devices', 'Personal Computer'],
  ['tablet case', 'Compatible Devices', 'Cameras'],
  ['eBook reader cover', 'Form Factor', 'Case'],
  ['smartwatch', 'Shape', 'Heart'],
])('nobody asks of a %s for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(true));

test.each([
  ['lantern', 'Power Source', 'Battery Powered'],
  ['laptop fan', 'Power Source', 'USB Powered'],
  ['digital camera', 'Connectivity Technology', 'Wi-Fi'],
  ['laptop', 'Color', 'Red'],
])('of a %s people do ask for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(false));

test('what is asked of nothing else may be asked of goods that state little else', () => {
  expect(isUnaskedOf('radio', 'Voltage', '7.4 Volts')).toBe(true);
  expect(isUnaskedOf('radio', 'Voltage', '7.4 Volts', true)).toBe(false);
  expect(isUnaskedOf('laptop', 'Power Source', 'Battery Powered', true)).toBe(true);
  expect(isUnaskedOf('tablet case', 'Compatible Devices', 'Cameras', true)).toBe(true);
});

test('what is asked of some goods alone is asked of no others', () => {
  expect(isUnaskedOf('led strip', 'Voltage', '12 Volts')).toBe(false);
  expect(isUnaskedOf('laptop', 'Memory Speed', '2666 MHz')).toBe(true);
  expect(isUnaskedOf('desktop memory', 'Memory Speed', '2666 MHz')).toBe(false);
});
