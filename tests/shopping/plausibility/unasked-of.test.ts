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
  ['matte lipstick', 'Material', 'Velvet'],
  ['hand soap', 'Material', 'Silk'],
])('nobody asks of a %s for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(true));

test.each([
  ['lantern', 'Power Source', 'Battery Powered'],
  ['laptop fan', 'Power Source', 'USB Powered'],
  ['digital camera', 'Connectivity Technology', 'Wi-Fi'],
  ['laptop', 'Color', 'Red'],
  ['lipstick case', 'Material', 'Velvet'],
  ['soap dish', 'Material', 'Ceramic'],
])('of a %s people do ask for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(false));

test('what is asked of nothing else may be asked of goods that state little else', () => {
  expect(isUnaskedOf('laptop charger', 'Voltage', '240 Volts')).toBe(true);
  expect(isUnaskedOf('laptop charger', 'Voltage', '240 Volts', true)).toBe(false);
  expect(isUnaskedOf('laptop', 'Power Source', 'Battery Powered', true)).toBe(true);
  expect(isUnaskedOf('tablet case', 'Compatible Devices', 'Cameras', true)).toBe(true);
});

test.each([
  ['radio', 'Voltage', '7.4 Volts'],
  ['HDMI cable', 'Cable Type', 'Ethernet'],
  ['denim shorts', 'Sleeve Type', 'Short Sleeve'],
  ['MacBook charger', 'Special Feature', 'Travel'],
  ['headphone case', 'Compatible Devices', 'Earphones'],
  ['desktop', 'Memory Storage Capacity', '8 GB'],
  ['outdoor speaker', 'Recommended Uses For Product', 'Indoor'],
  ['sweatshirt', 'Care Instructions', 'Do Not Dry Clean'],
])('nobody asks of a %s for %s %s, however little else it states', (noun, field, value) =>
  expect(isUnaskedOf(noun, field, value, true)).toBe(true),
);

test('an expression is of whole values alone', () => {
  expect(isUnaskedOf('smartphone', 'Display Resolution', '1080 x 2400')).toBe(true);
  expect(isUnaskedOf('smartphone', 'Display Resolution', 'HD + (1604 × 720)')).toBe(true);
  expect(isUnaskedOf('smartphone', 'Display Resolution', 'Full HD+')).toBe(false);
});

test('what is asked of some goods alone is asked of no others', () => {
  expect(isUnaskedOf('led strip', 'Voltage', '12 Volts')).toBe(false);
  expect(isUnaskedOf('laptop', 'Memory Speed', '2666 MHz')).toBe(true);
  expect(isUnaskedOf('desktop memory', 'Memory Speed', '2666 MHz')).toBe(false);
});
