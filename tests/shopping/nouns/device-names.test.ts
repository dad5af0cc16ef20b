import { expect, test } from 'vitest';
import { accessoryBefore, accessoryBehind } from '../../../shopping/nouns/device-names.ts';
import { namesOn } from '../../fixtures/titled-products.ts';

test.each([
  ['iPhone 6S Plus Case, Orla Classic Shell', 'iPhone 6S Plus Case'],
  ['Orla Compatible with MacBook Pro 13 Inch Case 2016-2020 Release', 'MacBook Pro 13 Inch Case'],
  ['Orla for Fitbit Blaze Leather Bands with Metal Frame', 'Fitbit Blaze Leather Bands'],
  ['iPad Mini Case Cover Rotating Stand with Sleep Function', 'iPad Mini Case Cover'],
])('what a title says behind the device that it begins with is named after it: %s', (title, name) => {
  expect(accessoryBehind(title)?.span).toBe(name);
});

test.each([
  ['Orla Bands Compatible with Fitbit Versa 2, Small', 'Bands Compatible with Fitbit Versa', true],
  ['Orla Full Cover Case for Apple iPod Touch 6', 'Cover Case for Apple iPod Touch', false],
  ['Trackpoint Caps for Lenovo ThinkPad Replacement', 'Caps for Lenovo ThinkPad', true],
  ['Orla Cover for Airpods Max Protective', 'Cover for Airpods Max', false],
])('what goes with a device is named before it: %s', (title, span, plural) => {
  expect(accessoryBefore(title)).toEqual({ span, plural });
});

test.each([
  'Orla Leather Wallet with Screen Protector for Apple iPad 2',
  'Orla Earphones for iPhone 5',
  'Orla Case, Black',
  'Galaxy Projector',
])('a title that says another thing first, or no accessory, names none by a device: %s', (title) => {
  expect(accessoryBefore(title) ?? accessoryBehind(title)).toBeNull();
});

test('a device with signs between it and what goes with it names nothing', () => {
  expect(accessoryBehind('Orla AirPods 2/1 Case')).toBeNull();
  expect(accessoryBehind('iPad & Tablet Stand')).toBeNull();
});

test('a product that nothing else names is called after the device that it goes with', () => {
  expect(namesOn(['All Electronics', 'Earbud Headphones'], 'Nexus 5X Case, Orla Slim', () => false)).toEqual([
    'Nexus 5X Case',
  ]);
});
