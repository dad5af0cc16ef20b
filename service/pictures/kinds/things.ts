import { parcelOf } from '../../store/order-states.ts';
import { addressLine } from '../../store/published/views.ts';
import { box, display, textAt, WIDTH } from '../svg.ts';
import type { PictureMaker } from './kind.ts';

/** EAN-13 numbers and their bars (GS1 General Specifications, section 5.2). */

/** Prefixes 200 to 299 are for numbers within a company: no made-up number is anybody's. */
const OWN = '2';
const LENGTH = 12;

/** The check digit of twelve digits: every second one counts three times. */
const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10)) % 10;

/** The number on a product's box. */
export function eanOf(productId: string): string {
  const digits =
    OWN +
    productId
      .replace(/\D/g, '')
      .slice(-(LENGTH - 1))
      .padStart(LENGTH - 1, '0');
  return digits + checkDigit(digits);
}

const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const PARITY = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
const inverted = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
const reversed = (bits: string) => [...bits].reverse().join('');

/** The 95 modules of a number, 1 for dark. */
export function eanModules(number: string): string {
  const digits = [...number].map(Number);
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits
    .slice(1, 7)
    .map((digit, at) => (parity[at] === 'L' ? LEFT[digit] : reversed(inverted(LEFT[digit] ?? ''))));
  const right = digits.slice(7).map((digit) => inverted(LEFT[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

const LABEL = {
  parcel: 'Number|运单号',
  carrier: 'Carrier|物流公司',
  from: 'From|寄件地址',
  recipient: 'To|收件人',
  to: 'Address|收件地址',
  order: 'Order|订单编号',
};

/** The label on a parcel. */
export const shippingLabel: PictureMaker = {
  kind: 'shipping_label',
  name: 'Photograph of a shipping label|快递面单照片',
  facts: ({ store, order }) => {
    const parcel = order === null ? undefined : parcelOf(store, order.id);
    if (order === null || parcel === undefined) return null;
    return {
      ...{ parcel: parcel.id, order: order.id, carrier: store.carriers.get(parcel.carrierId)?.name ?? '' },
      ...{ from: addressLine(parcel.from, store), recipient: parcel.to.recipient, to: addressLine(parcel.to, store) },
    };
  },
  labels: LABEL,
  ground: '#c9a878',
  draw: (page, facts, say) => {
    page.y = 20;
    page.card(() => {
      page.paragraph(facts.carrier ?? '', { size: 26, bold: true });
      const bars = [...(facts.parcel ?? '')].flatMap((digit, at) => {
        const x = 40 + at * 28;
        return [
          box(x, page.y + 8, 3 + (Number(digit) % 4), 64, '#1c1f24'),
          box(x + 12, page.y + 8, 2 + (Number(digit) % 3), 64, '#1c1f24'),
          box(x + 21, page.y + 8, 1.5, 64, '#1c1f24'),
        ];
      });
      page.add(...bars);
      page.y += 80;
      page.add(textAt(WIDTH / 2, page.y + 16, facts.parcel ?? '', { size: 19, anchor: 'middle', bold: true }));
      page.y += 26;
      page.add(box(12, page.y, WIDTH - 24, 2, '#1c1f24'));
      page.paragraph(say('TO|收'), { size: 15, fill: '#7a818c' });
      page.paragraph(facts.recipient ?? '', { size: 22, bold: true });
      page.paragraph(facts.to ?? '', { size: 19 });
      page.y += 8;
      page.add(box(12, page.y, WIDTH - 24, 1, '#1c1f24'));
      page.paragraph(say('FROM|寄'), { size: 15, fill: '#7a818c' });
      page.paragraph(facts.from ?? '', { size: 16 });
      page.row(say(LABEL.order), facts.order ?? '', { size: 15 });
    });
  },
};

const FAULT = { code: 'Code on the display|显示的代码', product: 'Type plate|铭牌' };

/** A device that shows a code, with its type plate. */
export const faultCode: PictureMaker = {
  kind: 'fault_code',
  name: 'Photograph of a device showing a fault code|设备故障代码照片',
  facts: ({ product, faultCode: shown }) => {
    const code = shown ?? product?.faultCodes[0]?.code;
    return product === null || code === undefined ? null : { product: product.title, code };
  },
  labels: FAULT,
  ground: '#6b7280',
  draw: (page, facts) => {
    page.add(box(30, 30, WIDTH - 60, 250, '#e5e7eb', 18), box(60, 60, WIDTH - 120, 150, '#111418', 8));
    const code = facts.code ?? '';
    const scale = 5.4;
    page.add(display((WIDTH - (code.length * 14 - 4) * scale) / 2, 86, code, scale));
    for (const x of [90, 150, 210]) page.add(`<circle cx="${x}" cy="244" r="14" fill="#9ca3af"/>`);
    page.add(`<circle cx="${WIDTH - 90}" cy="244" r="8" fill="#ff4d4f"/>`);
    page.y = 296;
    page.card(() => page.paragraph(facts.product ?? '', { size: 15 }));
  },
};

const BARCODE = { number: 'Number below the bars|条码数字', product: 'Product|商品' };

/** The barcode on a box. */
export const barcode: PictureMaker = {
  kind: 'barcode',
  name: 'Photograph of a barcode|商品条码照片',
  facts: ({ product }) => product && { product: product.title, number: eanOf(product.id) },
  labels: BARCODE,
  ground: '#d6c4a8',
  draw: (page, facts) => {
    page.add(box(40, 30, WIDTH - 80, 240, '#ffffff', 4));
    const number = facts.number ?? '';
    const [wide, left] = [3.4, (WIDTH - 95 * 3.4) / 2];
    for (const [at, dark] of [...eanModules(number)].entries())
      if (dark === '1') page.add(box(left + at * wide, 54, wide, 150, '#000000'));
    page.add(
      textAt(WIDTH / 2, 240, number.replace(/^(\d)(\d{6})(\d{6})$/, '$1 $2 $3'), { size: 26, anchor: 'middle' }),
    );
    page.y = 282;
    page.card(() => page.paragraph(facts.product ?? '', { size: 15 }));
  },
};

const GOODS = { product: 'Product|商品', shows: 'Shows|内容' };

/** A photograph of what arrived. It is described: nobody could check one that was made up. */
export const goods: PictureMaker = {
  kind: 'goods',
  name: 'Photograph of the goods|商品实物照片',
  facts: ({ product, says }) =>
    product === null || says === undefined ? null : { product: product.title, shows: says },
  labels: GOODS,
  draw: null,
};
