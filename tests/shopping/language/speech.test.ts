import { expect, test } from 'vitest';
import {
  agree,
  article,
  capitalised,
  fill,
  listed,
  lowered,
  type Say,
  spoken,
  withArticle,
} from '../../../shopping/language/speech.ts';

test.each([
  'hour',
  'honest look',
  'Honor smartphone',
  'heirloom',
  'apple',
  'Apple tablet',
  'orange',
  'eight-pack',
  'umbrella',
  'unscented gel',
  'uncoated sheet',
  'LED lamp',
  'FHD screen',
  'SSD',
  'LTE phone',
  'HDMI cable',
  'SD card',
  'FM radio',
  'XLR plug',
  'NVMe drive',
  'RGB light',
  'MP3 player',
  '8 GB card',
  '8K screen',
  '11-inch case',
  '18 V drill',
  '80-count pack',
  '802.11n link',
  'E Ink screen',
  'L-shaped desk',
  'M.2 slot',
  'A4 sheet',
  'over-ear headset',
  'AC adapter',
  'iPad',
  'oily',
  'S-hook',
  'X-ray viewer',
  'ultra-thin case',
  'industrial look',
])('one says "an %s"', (phrase) => {
  expect(article(phrase)).toBe('an');
});

test.each([
  'case',
  'house',
  'European plug',
  'SHEIN clip',
  'SONY camera',
  'LEGO set',
  'ewe',
  'one-piece set',
  'once-worn coat',
  'unisex watch',
  'uniform look',
  'union badge',
  'university mug',
  'unique ring',
  'unit',
  'universal mount',
  'USB cable',
  'UGREEN charger',
  'USB Type C cable',
  'UV lamp',
  'UHD screen',
  'usable pen',
  'used phone',
  'useful tool',
  'utility knife',
  'ukulele',
  'U-shaped pillow',
  '7-inch screen',
  '100-count pack',
  '1 TB drive',
  '110 V plug',
  '12-pack',
  '1080p camera',
  '4K screen',
  '1800 W dryer',
  'SATA drive',
  'RAM stick',
  'PVC pipe',
  'CD player',
  'DVD drive',
  'T-shirt',
  'Wi-Fi camera',
  'BPA-free bottle',
  'GPS watch',
  'Kindle',
  'VGA plug',
  'T-bar',
  'euro coin',
  'USA map',
])('one says "a %s"', (phrase) => {
  expect(article(phrase)).toBe('a');
});

test.each([
  ['11-inch', 'an'],
  ['UNDER ARMOUR shoe', 'an'],
  ['NVIDIA card', 'an'],
  ['SPDIF cable', 'an'],
  ['RGBIC light', 'an'],
  ['URBAN jacket', 'an'],
  ['USB hub', 'a'],
  ['HDMI cable', 'an'],
  ['110-volt', 'a'],
  ['18-inch', 'an'],
  ['180-degree', 'a'],
  ['80-inch', 'an'],
  ['8.5 x 11', 'an'],
])('a number takes the article of how it is read: %s takes "%s"', (phrase, expected) => {
  expect(article(phrase)).toBe(expected);
});

test('an article stands before the phrase as it is', () => {
  expect(withArticle('unisex watch')).toBe('a unisex watch');
  expect(withArticle('The Art Treasure vase')).toBe('an Art Treasure vase');
  expect(withArticle('Theo vase')).toBe('a Theo vase');
});

test.each([
  ['fold flat', 'folds flat'],
  ['be black', 'is black'],
  ['have a kickstand', 'has a kickstand'],
  ['do without cords', 'does without cords'],
  ['go with jeans', 'goes with jeans'],
  ['carry a name', 'carries a name'],
  ['stay put', 'stays put'],
  ['match a taxi', 'matches a taxi'],
  ['wash well', 'washes well'],
  ['press gently', 'presses gently'],
  ['fix to a wall', 'fixes to a wall'],
  ['buzz', 'buzzes'],
  ["don't leak", "doesn't leak"],
  ['keep up', 'keeps up'],
  ['undo itself', 'undoes itself'],
  ['suit', 'suits'],
  ['never go anywhere near a spinning drum', 'never goes anywhere near a spinning drum'],
  ['only just fit a pocket', 'only just fits a pocket'],
  ['hardly ever need a charge', 'hardly ever needs a charge'],
  ['rarely be wet', 'is rarely wet'],
  ['not be heavy', 'is not heavy'],
  ['not fold', 'does not fold'],
  ['apply evenly', 'applies evenly'],
  ['rely on sunlight', 'relies on sunlight'],
  ['can fold', 'can fold'],
  ['always must lie flat', 'always must lie flat'],
])('one product %s: it "%s"', (base, third) => {
  expect(agree(base, false)).toBe(third);
});

test.each([
  ['fold flat', 'fold flat'],
  ['be black', 'are black'],
  ['have a kickstand', 'have a kickstand'],
  ["don't leak", "don't leak"],
  ['never go flat', 'never go flat'],
  ['never be wet', 'are never wet'],
  ['not fold', 'do not fold'],
  ['will fold', 'will fold'],
])('many products %s: they "%s"', (base, plural) => {
  expect(agree(base, true)).toBe(plural);
});

test('only the first verb agrees', () => {
  expect(agree('be able to be washed', false)).toBe('is able to be washed');
});

test.each<[Say, string, string]>([
  ['name', 'Harborline', 'Harborline'],
  ['name', 'USB Type C', 'USB Type C'],
  ['name', 'usb', 'USB'],
  ['lower', 'Navy Blue', 'navy blue'],
  ['lower', 'LED', 'LED'],
  ['lower', 'Egyptian Cotton', 'Egyptian cotton'],
  ['lower', 'Chrome Vanadium Steel', 'chrome vanadium steel'],
  ['name', 'Chrome OS', 'Chrome OS'],
  ['lower', 'BPA Free', 'BPA free'],
  ['lower', "Valentine's Day", "Valentine's day"],
  ['lower', 'MacBook Air', 'MacBook Air'],
  ['lower', 'iPad Pro', 'iPad Pro'],
  ['lower', 'Smartphone', 'smartphone'],
  ['lower', '2-Pack', '2-pack'],
  ['lower', 'M.2-2280', 'M.2-2280'],
  ['lower', 'SATA 6.0 Gb/s', 'SATA 6.0 Gb/s'],
  ['quantity', '20 OZ', '20 oz'],
  ['quantity', '3t', '3T'],
  ['plain', 'Wrist Watches', 'wrist watches'],
  ['plain', 'Hello Kitty', 'Hello Kitty'],
  ['plain', 'BLACK', 'black'],
  ['lower', 'NAVY BLUE', 'navy blue'],
  ['plain', 'IKEA', 'IKEA'],
  ['plain', 'Usb', 'USB'],
  ['plain', 'usb3.1 gen', 'USB3.1 gen'],
  ['plain', 'Eva Maria', 'Eva Maria'],
  ['hyphen', 'Battery Powered', 'battery-powered'],
  ['hyphen', 'Waterproof', 'waterproof'],
  ['hyphen', 'Over Ear', 'over-ear'],
  ['hyphen', 'Not Water Resistant', 'not water resistant'],
  ['quantity', '15.6 Inches', '15.6-inch'],
  ['quantity', '6 Feet', '6-foot'],
  ['quantity', '65 watts', '65-watt'],
  ['quantity', '128 GB', '128 GB'],
  ['quantity', '100-240 Volts', '100-240 volts'],
  ['mount', 'Wall Mount', 'wall'],
  ['mount', 'Surface Mounted', 'surface'],
  ['mount', 'Tabletop', 'tabletop'],
  ['number', '12.0 Count', '12'],
  ['number', '3', '3'],
  ['number', '20PCS', '20'],
  ['number', '2XL', '2XL'],
  ['name', 'tv', 'TV'],
  ['name', 'Youtube', 'YouTube'],
  ['name', 'Macbook', 'MacBook'],
  ['lower', '2 pc set', '2 pc set'],
  ['name', 'Iphone', 'iPhone'],
  ['name', 'Ipad', 'iPad'],
  ['name', 'IPhone14', 'iPhone14'],
  ['device', 'Lenovo Tab 4 8', 'Lenovo Tab 4 8'],
  ['device', 'Samsung Galaxy Tab A', 'Samsung Galaxy Tab A'],
  ['device', 'Distribution Panel', 'distribution panel'],
  ['hyphen', 'Tangle-free-cord', 'tangle free cord'],
  ['lower', 'Black/ Red', 'black/red'],
  ['lower', 'm', 'M'],
  ['lower', '2XL', '2XL'],
  ['lower', 'case w/ strap', 'case w/ strap'],
  ['name', 'IOS', 'iOS'],
  ['name', 'Digital Coaxial', 'digital coaxial'],
  ['proper', 'Western Digital', 'Western Digital'],
  ['proper', 'Jack Wolfskin', 'Jack Wolfskin'],
  ['name', 'Mac OS X', 'Mac OS X'],
  ['name', 'Cisco IOS', 'Cisco IOS'],
])('said as %s, "%s" is "%s"', (say, value, words) => {
  expect(spoken(value, say)).toBe(words);
});

test('words that are names keep their capitals, all others lose them', () => {
  expect(lowered('Bluetooth Android Bohemian RED Velvet 4K')).toBe('Bluetooth Android Bohemian RED velvet 4K');
  expect(lowered('Sony E Mount')).toBe('Sony E mount');
  expect(lowered('Core i7')).toBe('Core i7');
  expect(lowered('18 X 18 Inches')).toBe('18 x 18 inches');
  expect(lowered('19.5V 4.62A Output')).toBe('19.5V 4.62A output');
});

test.each([
  ['Black H7', 'black H7'],
  ['Bulb E27', 'bulb E27'],
  ['Powershot G7', 'Powershot G7'],
])('a common word before a number with a letter is no part of a name: %s', (value, words) => {
  expect(lowered(value)).toBe(words);
});

test.each([
  ['Prime Lens', 'prime lens'],
  ['Camera Lenses', 'camera lens'],
  ['Mini Series', 'mini series'],
  ['Canvas', 'canvas'],
  ['Plus', 'plus'],
  ['Chassis', 'chassis'],
  ['Auto Focus', 'auto focus'],
  ['Windows', 'Windows'],
  ['Movies', 'movies'],
  ['Cookies', 'cookies'],
  ['PCI Express', 'PCI express'],
  ['Reading Glasses', 'reading glasses'],
  ['Ceiling Speakers', 'ceiling speaker'],
])('%s is said of one as "%s", with another ending only where it is known to be a plural', (value, words) => {
  expect(fill('{v one}', value, 'plain')).toBe(words);
});

test.each([
  ['with {a v} controller', 'Button Control', 'plain', 'with a button control'],
  ['in {v}', 'Navy Blue', 'lower', 'in navy blue'],
  ['with {a v} look', 'Industrial', 'lower', 'with an industrial look'],
  ['with {a v} rating', '18 Volts', 'quantity', 'with an 18-volt rating'],
  ['be rated at {v plain}', '18 Volts', 'quantity', 'be rated at 18 volts'],
  ['with {a v} finish', 'Matte Finish', 'lower', 'with a matte finish'],
  ['meant for {v}', 'For Music Players', 'lower', 'meant for music players'],
  ['for {v} or {v}', '$& $1', 'name', 'for $& $1 or $& $1'],
] as const)('the pattern "%s" is filled with %s (%s): "%s"', (pattern, value, say, text) => {
  expect(fill(pattern, value, say)).toBe(text);
});

test.each(['Pom Pom', 'Tic Tac Tac', 'Yo Yo'])('a value that repeats a word keeps it: %s', (value) => {
  expect(fill('from {v}', value, 'name')).toBe(`from ${value}`);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
  [['be for my son, who is seven', 'stay put'], 'be for my son, who is seven, and stay put'],
  [['stay put', 'be for my son, who is seven'], 'stay put and be for my son, who is seven'],
])('%j is listed as "%s"', (parts, text) => {
  expect(listed(parts)).toBe(text);
});

test('a list may be joined by another word', () => {
  expect(listed(['a', 'b', 'c'], 'or')).toBe('a, b or c');
});

test.each([
  ['it should', 'It should'],
  ['étui', 'Étui'],
  ['8 GB', '8 GB'],
  ['xx-large it is', 'XX-large it is'],
  ['"quoted"', '"quoted"'],
  ['', ''],
])('a sentence begins with a capital where its first character can be one: %j', (sentence, text) => {
  expect(capitalised(sentence)).toBe(text);
});
