import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { explain } from '../../cli/explain/explain.ts';
import { displayWidth } from '../../cli/terminal/display-width.ts';
import { corruptedOrders } from '../fixtures/corrupted-orders.ts';
import { type FinishedOrders, finishedOrders } from '../fixtures/finished-orders.ts';

let sound: FinishedOrders;
beforeAll(async () => {
  sound = await finishedOrders();
});

function explained(
  id: string,
  { folder = sound.folder, width = 100, catalogs = join(sound.folder, 'no-catalogs') } = {},
) {
  let text = '';
  const output = { write: (part: string) => (text += part), width, colour: false };
  expect(explain(folder, id, output, { catalogs })).toBe(0);
  return text;
}
/** The text with its line breaks and indents taken out, for sentences that may be wrapped. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

test('an accepted order shows each target with its raw row and noun phrase, and the split it is in', () => {
  const text = explained(sound.ids.shop);
  expect(text).toMatch(/^accepted: in accepted\.jsonl and splits\/train\.jsonl$/m);
  expect(text).toMatch(/^target 1 +M1 "Harbor Coffee Mug"$/m);
  expect(text).toMatch(/^raw row 1 +documents\.jsonl:5$/m);
  expect(text).toMatch(/^noun phrase 1 +Coffee Mug$/m);
  expect(text).toMatch(/^target 2 +K1 "Harbor Tea Kettle"$/m);
  expect(text).toMatch(/^raw row 2 +documents\.jsonl:8$/m);
  expect(text).toMatch(/^noun phrase 2 +Tea Kettle$/m);
});

test('requirements say which target they are about, and where all are meant say none', () => {
  const text = explained(sound.ids.shop);
  expect(text).toMatch(/^query +r1 \(target 1\): Material is "ceramic", said as "ceramic"$/m);
  expect(text).toMatch(/^ +r2 \(target 2\): Color is "white", said as "white"$/m);
  expect(text).toMatch(/^ +r3: one shop sells all 2 products, said as "one shop"$/m);
  expect(text).toMatch(/^query +I need one shop for a ceramic coffee mug and a white tea kettle\.$/m);
});

test('the proof of an order counts each target alone, and what the shop condition does', () => {
  const text = explained(sound.ids.shop);
  expect(text).toMatch(/^answer set +1 order: M1\+K1$/m);
  expect(text).toMatch(/^target 1 +2 products fit what is asked of it alone, 3 its noun phrase$/m);
  expect(text).toMatch(/^target 2 +2 products fit what is asked of it alone, 2 its noun phrase$/m);
  expect(text).toMatch(/^together +without the condition on all, 4 orders would fit; 1 shop sells one that does$/m);
  expect(text).toMatch(/^r1 +without it, 1 more product would fit; the target states "ceramic"$/m);
  expect(text).toMatch(/^r3 +without it, 3 more orders would fit; the target states "22", "22"$/m);
});

test('the proof of a budget says what the order costs and which parts of the voucher decide', () => {
  expect(flat(explained(sound.ids.coupon))).toContain(
    'voucher ₱950 becomes ₱850; what decides: discount; what decides nothing: threshold, cap',
  );
  const folder = corruptedOrders(sound, ({ voucher }) => {
    const [decided] = voucher.proof.voucher.deciding;
    voucher.proof.voucher.deciding = [{ ...decided, part: 'threshold', changes: 'rival', total: 80_000 }];
    voucher.proof.voucher.idle = ['discount'];
  });
  expect(flat(explained(sound.ids.coupon, { folder }))).toContain(
    'voucher ₱950 becomes ₱850; what decides: threshold (for an order of ₱800); what decides nothing: discount',
  );
});

test('a single product is shown without a number', () => {
  const text = explained(sound.ids.finder);
  expect(text).toMatch(/^target +B1 "Harbor Canvas Tote Bag"$/m);
  expect(text).toMatch(/^query +r1: one SKU has Color "black" and Size "large", said as "large black"$/m);
  expect(text).toMatch(/^alone +1 product fits what is asked of it alone, 4 its noun phrase$/m);
});

test('a task about the answer to a question says which question, and where it stands', () => {
  const text = explained(sound.ids.asked);
  expect(text).toMatch(/^subject +Saturn, for question [0-9a-f]{12} at questions\.csv:7$/m);
  expect(text).toMatch(/^target +C1 "Saturn Wall Clock"$/m);
  expect(explained(sound.ids.unfit)).toMatch(/^subject +mars$/m);
});

test('a rejected order shows its targets from the catalog, its attempts with the offending words, and its facts', () => {
  const text = explained(sound.ids.leaky, { catalogs: dirname(sound.catalog) });
  expect(text).toContain('rejected by validate: title_leak');
  expect(text).toMatch(/^target 1 +M2 "Loft Coffee Mug", in Home$/m);
  expect(text).toMatch(/^raw row 1 +documents\.jsonl:6$/m);
  expect(text).toMatch(/^target 2 +C3 "Saturn Wall Clock Mini", in Home$/m);
  expect(text).toMatch(/^raw row 2 +documents\.jsonl:16$/m);
  expect(text).toMatch(/^query +r1 \(target 1\): Material is "ceramic", said as "ceramic"$/m);
  expect(text).toContain('Attempt 1 of 2: turned down for title_leak');
  expect(text.match(/One shop for a ceramic coffee mug and the \[Saturn Wall Clock Mini\], please\./g)).toHaveLength(2);
  expect(text).toContain('Size "large": said by a SKU option');
  expect(text).not.toContain('Note:');
});

test('without its catalog a rejected order still shows its noun phrases, and says what is not known', () => {
  const text = explained(sound.ids.leaky);
  expect(text).toMatch(/^target 1 +M2$/m);
  expect(text).toMatch(/^noun phrase 1 +Coffee Mug$/m);
  expect(flat(text)).toContain('the titles and raw rows of its targets are not known, because the catalog of the run');
});

test('a rejection at admission shows the finished sample with what stood in its way', () => {
  const folder = corruptedOrders(sound, (run) => {
    const end = { stage: 'admit', code: 'near_duplicate' };
    const findings = [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }];
    Object.assign(run.ledger[0], { status: 'rejected', ...end });
    run.rejected.push({ ...run.rejected[0], ...end, id: run.shop.id, detail: 'twice', findings, record: run.shop });
  });
  const text = explained(sound.ids.shop, { folder });
  expect(text).toContain('Attempt 1 of 1: turned down for near_duplicate');
  expect(text).toMatch(/^target 2 +K1 "Harbor Tea Kettle"$/m);
  expect(text).toMatch(/^answer set +1 order: M1\+K1$/m);
});

test('a task of which only the ledger is left shows its targets from there', () => {
  const text = explained(sound.ids.surplus, { catalogs: dirname(sound.catalog) });
  expect(text).toContain('surplus: nothing is wrong with it');
  expect(text).toMatch(/^target +C3 "Saturn Wall Clock Mini", in Home$/m);
});

test.each([40, 60, 100])('no line is wider than a window of %d columns', (width) => {
  for (const id of Object.values(sound.ids))
    for (const line of explained(id, { width }).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});
