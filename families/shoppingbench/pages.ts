import type { FamilyPages } from '../../pipeline/family-pages.ts';
import { needed } from '../../stages/sample/stated-details.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS } from './intents.ts';
import { METRIC_NAMES } from './scoring/names.ts';

/** Writes the table of the metrics that `score` prints, with their places in the paper. */
const metricsTable = () =>
  [
    '| printed as | is the | which is the | in the paper |',
    '| --- | --- | --- | --- |',
    ...METRIC_NAMES.map(({ short, name, means, source }) => `| ${[short, name, means, source].join(' | ')} |`),
  ].join('\n');

export const pages: FamilyPages = {
  gates: GATES.length,
  detailsNeeded: `${needed(DETAIL_NEEDS)} (none to ask a question by the product's title)`,
  sample: [
    { key: 'query', note: 'agent: everything that is asked, voucher and budget too', shown: true },
    {
      key: 'reward',
      note: 'grader: the answer, in the order the query names the products, with what is asked of each',
      shown: [1, { product_id: true, title: true, attributes: true }],
    },
    {
      key: 'voucher',
      note: 'grader: what the total is computed by, as the query says it',
      shown: { voucher_type: true, discount_type: true, threshold: true, face_value: true, budget: true },
    },
    { key: 'id', note: 'run: names its intent; agents know the sample by another id', shown: true },
    { key: 'target_ids', note: 'grader: ids of the answer', shown: true },
    {
      key: 'rubrics',
      note: 'grader: what each target is checked by',
      shown: [1, { id: true, type: true, field: true, expected_value: true, info_source: true }],
    },
    { key: 'lock', note: 'verify: digest of what was fixed before any text was written', shown: true },
    {
      key: 'proof',
      note: 'verify: combinations of products that fit, and what the budget leaves out',
      shown: { answer_set: { size: true }, together: true },
    },
    {
      key: 'provenance',
      note: 'verify: seed, writer, models and the shop that decides its split',
      shown: { seed: true, writer: true, group: true },
    },
  ],
  showsBuild: true,
  blocks: { metrics: metricsTable },
};
