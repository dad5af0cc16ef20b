import { describe, expect, test } from 'vitest';
import { contradictions } from '../../../shopping/plausibility/contradictions.ts';
import { details } from '../../fixtures/stored-catalog.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;
const found = (title: string, values: Values, skuOptions: { id: string; values: Record<string, string> }[] = []) =>
  contradictions({ title, details: details(values), skuOptions });

describe('facts that exclude each other are all named', () => {
  test.each<[string, string, Values, string[]]>([
    [
      'corded and cordless',
      'Desk Fan',
      { 'Power Source': 'Corded Electric', 'Special Feature': ['Cordless', 'Quiet'] },
      ['Power Source', 'Special Feature'],
    ],
    ['a cordless title', 'Cordless Drill', { 'Power Source': 'Corded Electric' }, ['Power Source']],
    [
      'a wireless power cord',
      'AC Power Cord for Lamp',
      { 'Connectivity Technology': 'Wireless' },
      ['Connectivity Technology'],
    ],
    [
      'dry and waterproof',
      'Watch',
      { 'Water Resistance Level': 'Not Water Resistant', 'Special Feature': 'Waterproof' },
      ['Water Resistance Level', 'Special Feature'],
    ],
    [
      'only wired, with Bluetooth',
      'Keyboard',
      { 'Connectivity Technology': ['Wired', 'USB'], 'Wireless Type': 'Bluetooth' },
      ['Connectivity Technology', 'Wireless Type'],
    ],
    [
      'only wired, yet wireless',
      'Keyboard',
      { 'Connectivity Technology': 'Wired', 'Special Feature': 'Wireless' },
      ['Connectivity Technology', 'Special Feature'],
    ],
    ['vegan leather', 'Belt', { Material: 'Leather', 'Material Feature': 'Vegan' }, ['Material', 'Material Feature']],
    ['one item in a set of six', 'Mugs, Set of 6', { 'Number of Items': '1' }, ['Number of Items']],
    ['one item in a four-pack', 'Pens Four-Pack', { 'Number of Items': '1' }, ['Number of Items']],
    ['another capacity', 'Flash Drive 64GB', { 'Memory Storage Capacity': '128 GB' }, ['Memory Storage Capacity']],
    ['another processor', 'Laptop with AMD Ryzen 5', { Processor: 'Intel' }, ['Processor']],
    ['a sticker with a powder coat', 'Vinyl Stickers for Laptops', { 'Finish Type': 'Powder Coated' }, ['Finish Type']],
    ['unframed and framed', 'Framed Wall Art', { Size: 'Unframed' }, ['Size']],
    [
      'adults only, for toddlers',
      'Toddler Headphones',
      { 'Age Range (Description)': 'Adult' },
      ['Age Range (Description)'],
    ],
    ['unscented lavender', 'Candle', { Scent: ['Unscented', 'Lavender'] }, ['Scent']],
    ['a memory card with RAM', 'CFexpress Memory Card 256GB', { RAM: '256 GB' }, ['RAM']],
  ])('%s', (_, title, values, fields) => {
    const reasons = found(title, values);
    expect(new Set(reasons.flatMap((each) => each.fields))).toEqual(new Set(fields));
    for (const { reason } of reasons) expect(reason).toMatch(/^contradiction: .+: .+/);
  });

  test('only the options involved are named, not the whole field', () =>
    expect(
      found('Fan', { 'Power Source': 'Corded Electric', 'Special Feature': ['Cordless', 'Quiet'] })[0]!.values,
    ).toEqual([
      { field: 'Power Source', option: 'Corded Electric' },
      { field: 'Special Feature', option: 'Cordless' },
    ]));
});

describe('facts that only look like it are left alone', () => {
  test.each<[string, string, Values]>([
    [
      'two ways to connect',
      'Mouse',
      { 'Connectivity Technology': ['Wired', 'Bluetooth'], 'Wireless Type': 'Bluetooth' },
    ],
    [
      'two ways to power',
      'Radio',
      { 'Power Source': ['Corded Electric', 'Battery Powered'], 'Special Feature': 'Cordless' },
    ],
    [
      'a wireless router with a plug',
      'Wireless Router',
      { 'Power Source': 'Corded Electric', 'Special Feature': 'Wireless' },
    ],
    ['two colours of two things', 'Pen', { Color: 'Silver', 'Ink Color': 'Blue' }],
    ['leather look', 'Bag', { Material: 'Faux Leather', 'Material Feature': 'Vegan' }],
    ['six in a set of six', 'Mugs, Set of 6', { 'Number of Items': '6' }],
    ['a limit is no capacity', 'Card Reader, supports up to 512GB', { 'Memory Storage Capacity': '2 TB' }],
    ['storage beside memory', 'Laptop 8GB RAM', { RAM: '8 GB', 'Hard Drive': '512 GB' }],
    ['a family thing', 'Mugs for Kids and Adults', { 'Age Range (Description)': 'Adult' }],
    ['no facts', 'Tent', {}],
  ])('%s', (_, title, values) => expect(found(title, values)).toEqual([]));

  test('variants of a listing are choices, not facts', () =>
    expect(
      found('Candle', { Scent: ['Unscented', 'Lavender'] }, [
        { id: '1', values: { Scent: 'Unscented' } },
        { id: '2', values: { Scent: 'Lavender' } },
      ]),
    ).toEqual([]));
});
