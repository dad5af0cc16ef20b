import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintFiles } from '../../../cli/audit/foreign/files.ts';
import { folderWith } from '../../fixtures/raw-files.ts';

const service = {
  user_id: 'u1',
  shop_id: 's1',
  platform: 'p1',
  instruction: '<意图1>\n我要取消订单\n</意图1>',
  metadata: { outputs: [], actions: [], searches: [] },
};
const dialogue = { id: '0', user_scenario: { instructions: 'Cancel it.' }, evaluation_criteria: { actions: [] } };

test.each([
  ['ECom-Bench', service],
  ['tau2-bench', dialogue],
])('the audit knows tasks of %s by their rows', async (name, task) => {
  const folder = folderWith({ 'tasks.json': JSON.stringify([task]) });
  const { files } = await lintFiles([join(folder, 'tasks.json')]);
  expect(files.map(({ format, unreadable }) => [format, unreadable])).toEqual([[name, []]]);
});
