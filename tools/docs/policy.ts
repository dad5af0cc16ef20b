import { POLICY, type Rule, type Source } from '../../service/policy/index.ts';

/** Mix-ECom's Listing 1 by its headings, then the rest of the paper; ECom-Bench's documents in their order. */
const ORDER: Readonly<Record<Source['paper'], readonly string[]>> = {
  'Mix-ECom': [
    'B.1 Basic Guidelines',
    'B.1 Shipping Cost Calculation Guidelines',
    'B.1 Shipping Insurance Guidelines',
    'B.1 Package Signed For But Not Received',
    'B.1 Logistics Brand Selection Guidelines',
    'B.1 Logistics Time Calculation Guidelines',
    'B.1 Estimated Shipping Time Calculation Guidelines',
    'B.1 Estimated Arrival Time Calculation Guidelines',
    'B.1 Shipping Address Modification Guidelines',
    'B.1 After-Sales Guidelines',
    'B.1 Reshipment Guidelines',
    'B.1 Red Envelope Compensation Guidelines',
    'B.1 Return Guidelines',
    'B.1 Personal Reason Return Guidelines',
    'B.1 Product Quality Reason Return Guidelines',
    'B.1 Return & Refund Guidelines',
    'B.1 Refund-Only Guidelines',
    'B.1 Coupon Guidelines',
    'B.1 Product Recommendation Guidelines',
    'B.1 Get Live Stream Clip Guidelines',
    'C,',
    '1 and',
  ],
  'ECom-Bench': [
    'agent document, basic conduct',
    'agent document, operations',
    'agent document, manage_order',
    'agent document, manage_return',
    'agent document, manage_exchange',
    'agent document, manage_ecard',
    'agent document, register_cashback_by_review',
    'tool',
    'records',
  ],
};

const placeOf = ({ paper, section }: Source): number => {
  const at = ORDER[paper].findIndex((start) => section.startsWith(start));
  if (at < 0)
    throw new RangeError(
      `a rule names the section "${section}" of ${paper}, expected one of ${ORDER[paper].join('; ')}`,
    );
  return at;
};

const row = (section: string, { id, text }: Rule) => `| ${section} | \`${id}\` | ${text.en} |`;
const HEAD = '| section | rule | says |\n| --- | --- | --- |';

function tableOf(paper: Source['paper']): string {
  const rows = POLICY.flatMap((rule) =>
    rule.sources.filter((source) => source.paper === paper).map((source) => ({ rule, source, place: placeOf(source) })),
  );
  const inOrder = rows.sort(
    (a, b) => a.place - b.place || a.source.section.localeCompare(b.source.section, 'en', { numeric: true }),
  );
  return [HEAD, ...inOrder.map(({ rule, source }) => row(source.section, rule))].join('\n');
}

/** Every rule of the policy by the section of the paper it comes from; a rule with two sources stands in both places. */
export function policyTables(): string {
  const own = POLICY.filter(({ sources }) => sources.length === 0);
  return [
    '### Mix-ECom',
    tableOf('Mix-ECom'),
    '### ECom-Bench',
    tableOf('ECom-Bench'),
    '### Of neither paper',
    'What follows from what a store holds, and neither paper says. Published tasks are never blamed by these.',
    ['| rule | says |\n| --- | --- |', ...own.map(({ id, text }) => `| \`${id}\` | ${text.en} |`)].join('\n'),
  ].join('\n\n');
}

/** Counts the rules in a sentence. */
export function policyCounts(): string {
  const of = (paper: Source['paper']) =>
    POLICY.filter(({ sources }) => sources.some((source) => source.paper === paper)).length;
  const own = POLICY.filter(({ sources }) => sources.length === 0).length;
  return `${POLICY.length} rules: ${of('Mix-ECom')} from Mix-ECom, ${of('ECom-Bench')} from ECom-Bench, some from both, and ${own} of neither.`;
}
