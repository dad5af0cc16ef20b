import { expect, test } from 'vitest';
import { specificationsOf, valueInChinese } from '../../../service/store/simulate/specifications.ts';

test.each([
  ['Navy Blue', '藏青色'],
  ['Plastic, Aluminum', '塑料、铝'],
  ['14 inches', '14英寸'],
  ['14 x 2.5 x 2 inches', '14x2.5x2英寸'],
  ['usb type c, 3.5mm Jack', 'USB type C、3.5毫米接口'],
  ['1080p', '1080p'],
  ['Dusk Coral', 'Dusk Coral'],
  ['Plastic, Unobtainium', 'Plastic, Unobtainium'],
])('a value is said in Chinese where every part of it is known, else as it is: %s', (value, said) =>
  expect(valueInChinese(value)).toBe(said),
);

test('fields that have one name in Chinese are listed once, so that what is shown is what is answered', () => {
  const detail = (value: string) => ({ options: [value] }) as never;
  const details = { Size: detail('Large'), 'Product Dimensions': detail('14 x 2 inches') };
  expect(specificationsOf({ details }, 'zh')).toEqual([{ name: '尺寸', value: '大' }]);
  expect(specificationsOf({ details }, 'en')).toHaveLength(2);
});
