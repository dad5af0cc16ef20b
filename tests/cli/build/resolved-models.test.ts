import { expect, test } from 'vitest';
import { resolvedModels } from '../../../cli/build/build-dataset.ts';
import { BuildConfig } from '../../../cli/build-settings.ts';
import { familyNamed } from '../../../families/index.ts';

const configWith = (settings: object) => BuildConfig.parse({ writer: 'openai', model: 'one', ...settings });

test.each([
  [
    { judgeModel: 'other' },
    /^--judge-model is about a judge, and no judge reads the texts of ecombench; leave it out$/,
  ],
  [{ skipJudge: true }, /^--skip-judge is about a judge, and no judge reads the texts of ecombench; leave it out$/],
])('a family whose texts no judge reads takes no setting about judges: %j', (settings, sentence) => {
  expect(() => resolvedModels(configWith(settings), familyNamed('ecombench'))).toThrow(sentence);
});

test('nobody is warned of a model that judges itself where nothing is judged', () => {
  expect(resolvedModels(configWith({}), familyNamed('ecombench'))?.warnings).toEqual([]);
  expect(resolvedModels(configWith({}), familyNamed('shoppingbench'))?.warnings).toHaveLength(1);
});
