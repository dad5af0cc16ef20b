import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Columns, datasetCard } from '../../../pipeline/folder/dataset-card.ts';
import { layoutOf, MANIFEST_NUMBER } from '../../../pipeline/folder/layout.ts';
import { MANY, outputsOf } from '../../fixtures/run-outputs.ts';

test('the card of a run names every split and its file, and for agents what they are shown', () => {
  const [, front = ''] = outputsOf({ tasks: MANY, settings: { splits: { train: 0.5, no: 0.3, 'test-2': 0.2 } } })
    .read('README.md')
    .split('---\n');
  expect(parse(front)).toMatchObject({
    configs: [
      {
        config_name: 'samples',
        default: true,
        data_files: [
          { split: 'train', path: 'splits/train.jsonl' },
          { split: 'no', path: 'splits/no.jsonl' },
          { split: 'test_2', path: 'splits/test-2.jsonl' },
        ],
      },
      {
        config_name: 'agent',
        data_files: [
          { split: 'train', path: 'agent/train.jsonl' },
          { split: 'no', path: 'agent/no.jsonl' },
          { split: 'test_2', path: 'agent/test-2.jsonl' },
        ],
      },
    ],
  });
});

test('the card of a run says of every column whether it holds texts or any JSON', () => {
  const columns = { samples: new Columns(), agent: new Columns() };
  columns.samples.add({ id: 'a', budget: null, reward: 'none' });
  columns.samples.add({ id: 'b', reward: { id: 'X' }, voucher: 3 });
  columns.samples.add({ id: 'c', reward: 'none' });
  const [, front = ''] = datasetCard(layoutOf(MANIFEST_NUMBER, { test: 1 }), columns).split('---\n');
  expect(parse(front).dataset_info).toEqual([
    {
      config_name: 'samples',
      features: [
        { name: 'id', dtype: 'string' },
        { name: 'budget', dtype: 'json' },
        { name: 'reward', dtype: 'json' },
        { name: 'voucher', dtype: 'json' },
      ],
    },
  ]);
});
