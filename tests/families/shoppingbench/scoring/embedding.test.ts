import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbeddings } from '../../../../families/shoppingbench/scoring/embedding.ts';
import { ConfigError } from '../../../../schemas/errors.ts';
import { folderWith } from '../../../fixtures/raw-files.ts';
import { testModel, tinyModel, tinyModelFiles, VECTORS } from '../../../fixtures/tiny-embedding-model.ts';

async function cosine(folder: string, one: string, other: string): Promise<number> {
  const embeddings = await openEmbeddings(folder);
  await embeddings.prepare([one, other]);
  return embeddings.cosine(one, other);
}

testModel.each([
  ['bag', 'purse', 0.8],
  ['red', 'bag', 0],
  ['red', 'chair', -1],
  ['red bag', 'bag', Math.SQRT1_2],
  ['bag', 'bag', 1],
])('texts are compared by the cosine of the mean of their words: %j and %j', async (one, other, expected) => {
  expect(await cosine(tinyModel(VECTORS), one, other)).toBeCloseTo(expected, 6);
});

testModel('a text that the model knows nothing of is near nothing', async () => {
  expect(await cosine(tinyModel(VECTORS), 'red', 'wardrobe')).toBe(0);
});

testModel('texts of a batch do not change each other, whatever their lengths', async () => {
  const model = tinyModel(VECTORS);
  const [together, alone] = [await openEmbeddings(model), await openEmbeddings(model)];
  const many = Array.from({ length: 70 }, (_, at) => `${'red '.repeat(at)}bag${' purse'.repeat(at % 3)}`);
  await together.prepare([...many, 'red bag']);
  await alone.prepare(['red bag']);
  for (const text of many) {
    await alone.prepare([text]);
    expect(together.cosine(text, 'red bag')).toBeCloseTo(alone.cosine(text, 'red bag'), 6);
  }
});

testModel('words are pooled as the model folder says', async () => {
  const pooled = (mode: string) => tinyModel(VECTORS, { '1_Pooling/config.json': JSON.stringify({ [mode]: true }) });
  expect(await cosine(pooled('pooling_mode_lasttoken'), 'red bag', 'bag')).toBeCloseTo(1, 6);
  expect(await cosine(pooled('pooling_mode_cls_token'), 'red bag', 'bag')).toBeCloseTo(0, 6);
  expect(await cosine(pooled('pooling_mode_mean_tokens'), 'red bag', 'bag')).toBeCloseTo(Math.SQRT1_2, 6);
});

testModel('a model is named by its folder, its weights and its pooling', async () => {
  expect((await openEmbeddings(tinyModel(VECTORS))).name).toMatch(/^cartwright-\w+ \(fp32, mean pooling\)$/);
});

testModel('a text that was not prepared is a bug of the caller', async () => {
  const embeddings = await openEmbeddings(tinyModel(VECTORS));
  expect(() => embeddings.cosine('red', 'bag')).toThrow('no embedding was prepared of the text "red"');
});

const without = (name: string) => {
  const { [name]: _, ...files } = tinyModelFiles(VECTORS);
  return folderWith(files);
};
const refusal = async (
  folder: string,
  ...load: Parameters<typeof openEmbeddings> extends [string, ...infer R] ? R : []
) => {
  const error = await openEmbeddings(folder, ...load).catch((caught: unknown) => caught);
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
