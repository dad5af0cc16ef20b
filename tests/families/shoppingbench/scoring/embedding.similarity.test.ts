import { expect } from 'vitest';
import { embeddingSimilarity } from '../../../../families/shoppingbench/scoring/embedding.ts';
import { testModel, tinyModel, VECTORS } from '../../../fixtures/tiny-embedding-model.ts';

async function similarity(folder: string, one: string, other: string): Promise<number> {
  const titles = await embeddingSimilarity(folder);
  await titles.prepare([one, other]);
  return titles.between(one, other);
}

testModel.each([
  ['bag', 'purse', 0.8],
  ['red', 'bag', 0],
  ['red bag', 'bag', Math.SQRT1_2],
  ['bag', 'bag', 1],
])('similarity is the cosine of the mean of the words: %j and %j', async (one, other, expected) => {
  expect(await similarity(tinyModel(VECTORS), one, other)).toBeCloseTo(expected, 6);
});

testModel('titles that point apart have similarity 0, and so has one that the model knows nothing of', async () => {
  expect(await similarity(tinyModel(VECTORS), 'red', 'chair')).toBe(0);
  expect(await similarity(tinyModel(VECTORS), 'red', 'wardrobe')).toBe(0);
});

testModel(
  'its thresholds are those of the paper and of the published evaluator, and its name says the model',
  async () => {
    const { name, thresholds } = await embeddingSimilarity(tinyModel(VECTORS));
    expect(thresholds).toEqual({ similar: 0.5, same: 0.8 });
    expect(name).toMatch(/^embeddings of cartwright-\w+ \(fp32, mean pooling\)$/);
  },
);
