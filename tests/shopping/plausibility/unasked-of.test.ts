import { expect, test } from 'vitest';
import { isUnaskedOf } from '../../../shopping/plausibility/unasked-of.ts';

test.each([
  ['gaming laptop', 'Power Source', 'Battery Powered'],
  ['digital camera', 'Connectivity Technology', 'USB'],
  ['AirPods case', 'Compatible Devices', 'Earphones'],
  ['network card', 'Color', 'Red'],
])('nobody asks of a %s for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(true));

test.each([
  ['lantern', 'Power Source', 'Battery Powered'],
  ['laptop fan', 'Power Source', 'USB Powered'],
  ['digital camera', 'Connectivity Technology', 'Wi-Fi'],
  ['laptop', 'Color', 'Red'],
])('of a %s people do ask for %s %s', (noun, field, value) => expect(isUnaskedOf(noun, field, value)).toBe(false));
