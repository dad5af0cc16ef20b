import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddingSimilarity } from '../../../families/shoppingbench/embedding-similarity.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { folderWith } from '../../fixtures/raw-files.ts';
import { tinyModel, tinyModelFiles } from '../../fixtures/tiny-embedding-model.ts';

const installed = await import('@huggingface/transformers').then(
  () => true,
  () => false,
);
if (!installed)
  console.warn('the optional package @huggingface/transformers is absent: tests that load a model are skipped');
const testModel = test.skipIf(!installed);

const VECTORS = { red: [1, 0, 0], bag: [0, 1, 0], purse: [0, 4, 3], chair: [-1, 0, 0] };

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

testModel('titles of a batch do not change each other, whatever their lengths', async () => {
  const model = tinyModel(VECTORS);
  const [together, alone] = [await embeddingSimilarity(model), await embeddingSimilarity(model)];
  const many = Array.from({ length: 70 }, (_, at) => `${'red '.repeat(at)}bag${' purse'.repeat(at % 3)}`);
  await together.prepare([...many, 'red bag']);
  await alone.prepare(['red bag']);
  for (const title of many) {
    await alone.prepare([title]);
    expect(together.between(title, 'red bag')).toBeCloseTo(alone.between(title, 'red bag'), 6);
  }
});

testModel('words are pooled as the model folder says', async () => {
  const pooled = (mode: string) => tinyModel(VECTORS, { '1_Pooling/config.json': JSON.stringify({ [mode]: true }) });
  expect(await similarity(pooled('pooling_mode_lasttoken'), 'red bag', 'bag')).toBeCloseTo(1, 6);
  expect(await similarity(pooled('pooling_mode_cls_token'), 'red bag', 'bag')).toBeCloseTo(0, 6);
  expect(await similarity(pooled('pooling_mode_mean_tokens'), 'red bag', 'bag')).toBeCloseTo(Math.SQRT1_2, 6);
});

testModel(
  'its thresholds are those of the paper and of the published evaluator, and its name says the model',
  async () => {
    const { name, thresholds } = await embeddingSimilarity(tinyModel(VECTORS));
    expect(thresholds).toEqual({ similar: 0.5, same: 0.8 });
    expect(name).toMatch(/^embeddings of cartwright-\w+ \(fp32, mean pooling\)$/);
  },
);

testModel('a title that was not prepared is a bug of the caller', async () => {
  const titles = await embeddingSimilarity(tinyModel(VECTORS));
  expect(() => titles.between('red', 'bag')).toThrow('no embedding was prepared of the title "red"');
});

const without = (name: string) => {
  const { [name]: _, ...files } = tinyModelFiles(VECTORS);
  return folderWith(files);
};
const refusal = async (
  folder: string,
  ...load: Parameters<typeof embeddingSimilarity> extends [string, ...infer R] ? R : []
) => {
  const error = await embeddingSimilarity(folder, ...load).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
};

test.each(['config.json', 'tokenizer.json', 'tokenizer_config.json'])(
  'a folder without %s is refused',
  async (name) => {
    expect(await refusal(without(name))).toMatch(new RegExp(`which has no ${name}; fetch the model's files whole$`));
  },
);

test('a folder without weights, a file and nothing at all are refused', async () => {
  expect(await refusal(without('onnx/model.onnx'))).toContain('has neither onnx/model.onnx nor onnx/model_fp16.onnx');
  expect(await refusal(join(tinyModel(VECTORS), 'config.json'))).toContain('which is a file; name the folder');
  expect(await refusal(join(tinyModel(VECTORS), 'gone'))).toContain('which is missing; name the folder');
});

testModel('weights that are no model are refused in one sentence', async () => {
  const message = await refusal(
    tinyModel(VECTORS, { 'onnx/model.onnx': 'version https://git-lfs.github.com/spec/v1' }),
  );
  expect(message).toMatch(/^--embedding-model is \/.*, which cannot be loaded: .*; fetch the model again$/);
  expect(message).not.toContain('\n');
});

test('a missing package is said with the command that installs it', async () => {
  const missing = Object.assign(new Error("Cannot find package '@huggingface/transformers'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const message = await refusal(tinyModel(VECTORS), () => Promise.reject(missing));
  expect(message).toBe(
    '--embedding-model needs the optional package @huggingface/transformers, which is not installed; install it with: npm install --include=optional',
  );
});
