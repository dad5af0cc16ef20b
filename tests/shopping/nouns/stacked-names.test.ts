import { expect, test } from 'vitest';
import { stackedName } from '../../../shopping/nouns/stacked-names.ts';

const named = (title: string, category: readonly string[] = ['All', 'Other']) =>
  stackedName({ title, category: [...category], brand: 'Orla' });

test.each([
  ['Orla Shoulder Bag New Style Handbag Fashion Simple Crossbody Square Bag', 'Shoulder Bag'],
  ['Orla Garment Rack Metal Wardrobe Rack With Wheels', 'Garment Rack'],
  ['Signal Booster 1200 Mbps WiFi Booster', 'Signal Booster'],
])('of names that say the same thing the first is the name: %s', (title, name) => {
  expect(named(title)).toBe(name);
});

test.each([
  ['Womens Platform Sandals Summer Fashion', 'Platform Sandals'],
  ['Set of Mesh Laundry Bags Rainbow Leopard', 'Mesh Laundry Bags'],
  ['Orla Scarf Clips Pins', 'Scarf Clips'],
])('a name in the plural ends where another word begins: %s', (title, name) => {
  expect(named(title)).toBe(name);
});

test.each([
  ['Orla Handlebar Mount Kit - Chrome', 'Handlebar Mount Kit'],
  ['Orla Curling Iron Brush, Double', 'Curling Iron Brush'],
  ['Orla Lightning Cable Adapter', 'Lightning Cable Adapter'],
  ['Orla Queen Murphy Bed kit (101)', 'Murphy Bed kit'],
])('a noun that ends the part belongs to the name before it: %s', (title, name) => {
  expect(named(title)).toBe(name);
});

test.each([
  ['Orla Power Inverter DC 12V to AC 110V', 'Power Inverter'],
  ['Orla V-Belt, Black', 'V-Belt'],
  ['Orla Rice Warmer NSF Certified', 'Rice Warmer'],
])('praise and numbers behind a name leave it one: %s', (title, name) => {
  expect(named(title)).toBe(name);
});

test.each([
  'Orla ID Card Copier',
  'Orla Contact Lens Liquid Cleaner',
  'Orla Sanitary Napkin Storage Bag Aunt Towel Portable Sanitary Napkin',
  'Orla Milk Chocolate Shaped Pendant',
  'Orla Bathroom Vanity And Sink Combo',
  'Open Cuff & Tie Clip Set',
  'Orla Hard Carrying Case for SSD, Portable SSD',
  'Orla Snack Pack: Crackers',
])('a name that says what the product goes with, or one of several things, is none: %s', (title) => {
  expect(named(title)).toBeNull();
});

test('a name in front of what the category is named for says what the product looks like', () => {
  expect(named('Orla Beach Sandals Hand Painted, Cheese Spreader', ['Cheese Tools', 'Spreaders'])).toBeNull();
  expect(named('Orla Beach Sandals Hand Painted, Cheese Spreader', ['Shoes', 'Sandals'])).toBe('Beach Sandals');
});

test('what a thing is sold in is no part of its name', () => {
  expect(named('Orla Coconut Oil Jar 2oz')).toBe('Coconut Oil');
});

test('behind accessories of all sorts a name says what they are for', () => {
  expect(named('Flower Resin Accessories DIY Hair Clips, Phone Cases')).toBeNull();
});

test('a name of the maker is none', () => {
  expect(stackedName({ title: 'Shoulder Bag New Tote', category: ['All'], brand: 'Shoulder Bag' })).toBeNull();
});
