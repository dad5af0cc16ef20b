import { expect, test } from 'vitest';
import { inSingular, typeOfCategory } from '../../../shopping/nouns/product-type.ts';

test.each([
  ['Camera Lenses', 'camera lens'],
  ['Security Cameras', 'security camera'],
  ['Table Fans', 'table fan'],
  ['Curtains', 'curtain'],
  ['Gas Cans', 'gas can'],
  ['Silk Blouses', 'silk blouse'],
  ['Bikinis', 'bikini'],
  ['School Buses', 'school bus'],
  ['Thermoses', 'thermos'],
  ['Chef Knives', 'chef knife'],
])('one of the category %s is a %s', (category, kind) => {
  expect(typeOfCategory([category])?.forms.at(-1)).toBe(kind);
});

test.each([
  'Camera Lens',
  'Bike Chassis',
  'Stretched Canvas',
  'Headlight Glass',
  'Reading Glasses',
  'Rooibos',
  'Thermos',
])('the category %s names one product as it stands', (category) => {
  expect(typeOfCategory([category])?.forms).toEqual([category.toLowerCase()]);
});

test.each([
  [['Tablet Accessories', 'Bags, Cases & Sleeves', 'Cases'], 'tablet case'],
  [['GPS System Accessories', 'Cases'], 'gps system case'],
  [['Laptop Accessories', 'Stands'], 'laptop stand'],
  [['Headphones, Earbuds & Accessories', 'Cases'], 'headphone case'],
  [['eBook Readers & Accessories', 'Covers'], 'ebook reader cover'],
])('a word that says too little alone is taken with what is around it: %j', (path, kind) => {
  expect(typeOfCategory(path)?.forms).toContain(kind);
});

test.each([
  ['Keyboards, Mice & Accessories', 'Mice'],
  ['MP3 & MP4 Player Accessories', 'Cases'],
])('what the category around it names among others, or half, says nothing of it: %s', (around, leaf) => {
  expect(typeOfCategory([around, leaf])?.of).toBeUndefined();
});

test.each([
  [['Cables', 'Optical'], 'optical cable'],
  [['Cables', 'RCA'], 'rca cable'],
  [['Microphones', 'Condenser'], 'condenser microphone'],
])('what is neither plural nor a noun is a kind of what the category above it names: %j', (path, kind) => {
  expect(typeOfCategory(path)?.forms.at(-1)).toBe(kind);
});

test.each([[['MP3 & MP4 Player Accessories', 'Cases']], [['Accessories', 'Cases']], [['Home Accessories', 'Covers']]])(
  'a category around it that names no one thing adds nothing: %j',
  (path) => {
    expect(typeOfCategory(path)?.forms).toEqual(typeOfCategory(path.slice(-1))?.forms);
  },
);

test.each(['Pembersih Wajah', 'Sepatu Wanita'])(
  'a category in another language names no kind in English texts: %s',
  (category) => {
    expect(typeOfCategory([category])).toBeNull();
  },
);

test.each([
  ['VCRs', 'VCR'],
  ['T-Shirts', 'T-Shirt'],
  ['Batteries', 'Battery'],
  ['BATTERIES', 'BATTERY'],
  ['lens', 'lens'],
])('the singular of %s is written with the same capitals: %s', (noun, singular) => {
  expect(inSingular(noun)).toBe(singular);
});

test.each(['Dairy', 'Organic Staples', "Men's Grooming", 'Stationery', 'Feminine Hygiene'])(
  'a department of a supermarket names no kind of product: %s',
  (category) => expect(typeOfCategory([category])).toBeNull(),
);

test.each([
  ['LED Downlights SMART', 'led downlight'],
  ['Kettles 1500', 'kettle'],
  ['Desk Lamp FLAT', 'desk lamp'],
])('a line behind what a category names is none of the name: %s', (category, kind) => {
  expect(typeOfCategory([category])?.forms.at(-1)).toBe(kind);
});

test.each(['Laptop RAM', 'LED TVS', 'HDMI Cables'])(
  'a thing in capitals is what the category names: %s',
  (category) => {
    expect(typeOfCategory([category])?.span).toBe(category);
  },
);
