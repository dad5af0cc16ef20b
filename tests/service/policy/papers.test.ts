import { expect, test } from 'vitest';
import { POLICY } from '../../../service/policy/index.ts';
import { policyTables } from '../../../tools/docs/policy.ts';

/** How many points stand under each heading of Mix-ECom's Listing 1. */
const POINTS: Readonly<Record<string, number>> = {
  'Basic Guidelines': 9,
  'Shipping Cost Calculation Guidelines': 5,
  'Shipping Insurance Guidelines': 3,
  'Package Signed For But Not Received': 1,
  'Logistics Brand Selection Guidelines': 4,
  'Logistics Time Calculation Guidelines': 2,
  'Estimated Shipping Time Calculation Guidelines': 2,
  'Estimated Arrival Time Calculation Guidelines': 4,
  'Shipping Address Modification Guidelines': 5,
  'After-Sales Guidelines': 11,
  'Reshipment Guidelines': 3,
  'Red Envelope Compensation Guidelines': 3,
  'Return Guidelines': 1,
  'Personal Reason Return Guidelines': 3,
  'Product Quality Reason Return Guidelines': 3,
  'Return & Refund Guidelines': 1,
  'Return & Refund Guidelines: not yet shipped': 1,
  'Return & Refund Guidelines: shipped': 4,
  'Return & Refund Guidelines: user level is 3': 1,
  'Return & Refund Guidelines: user level is below 3': 1,
  'Refund-Only Guidelines': 6,
  'Coupon Guidelines': 3,
  'Product Recommendation Guidelines': 1,
  'Get Live Stream Clip Guidelines': 1,
};

const sections = POLICY.flatMap(({ sources }) => sources.map(({ paper, section }) => `${paper}, ${section}`));

test.each(Object.entries(POINTS))('every point of "%s" has its rule', (heading, count) => {
  const wanted = Array.from({ length: count }, (_, at) => `Mix-ECom, B.1 ${heading}, point ${at + 1}`);
  expect(wanted.filter((section) => !sections.includes(section))).toEqual([]);
});

test('no rule names a point that the listing does not have', () => {
  const known = new Set(
    Object.entries(POINTS).flatMap(([heading, count]) =>
      Array.from({ length: count }, (_, at) => `Mix-ECom, B.1 ${heading}, point ${at + 1}`),
    ),
  );
  expect(sections.filter((section) => section.startsWith('Mix-ECom, B.1') && !known.has(section))).toEqual([]);
});

test('the tables by section hold every rule', () => {
  const page = policyTables();
  expect(POLICY.map(({ id }) => id).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
});
