import { expect, test } from 'vitest';
import type { Embeddings } from '../../../catalog/text/embedding.ts';
import { EmbeddingAgreement } from '../../../schemas/semantic.ts';
import { agreementOf } from '../../../stages/semantic/embedding-agreement.ts';
import { CLUE, checkWith, models, picking, shampoo } from '../../fixtures/semantic.ts';

/** A model to which a text is as near to the clue as the table says. */
function embeddingsOf(cosines: Readonly<Record<string, number>>): Embeddings & { prepared: string[] } {
  const prepared: string[] = [];
  return {
    name: 'a table',
    prepared,
    prepare: async (texts) => void prepared.push(...texts),
    cosine: (_clue, value) => cosines[value] ?? Number.NaN,
  };
}

const [rubric] = shampoo().task.locked.rubrics;
const clue = (values: string[]) => ({
  rubric: rubric!,
  text: CLUE,
  product: 'shampoo',
  candidates: { values, hidden: 'Screw Top' },
});

test('each candidate has its cosine, and the hidden value is first where it is nearest', async () => {
  const embeddings = embeddingsOf({ Cork: -0.318, 'Screw Top': 0.6149 });
  const agreement = await agreementOf([clue(['Cork', 'Screw Top'])], embeddings);
  expect(agreement).toEqual({
    model: 'a table',
    clues: [
      {
        rubric_id: 'r1',
        cosines: [
          { value: 'Cork', cosine: -0.32 },
          { value: 'Screw Top', cosine: 0.61 },
        ],
        hidden_first: true,
      },
    ],
  });
  expect(EmbeddingAgreement.safeParse(agreement).success).toBe(true);
  expect(embeddings.prepared.sort()).toEqual(['Cork', 'Screw Top', CLUE].sort());
});

test.each([
  ['another value is nearer', 0.62],
  ['another value is as near, as far as is reported', 0.6131],
])('the hidden value is not first where %s', async (_, cosine) => {
  const embeddings = embeddingsOf({ Cork: cosine, 'Screw Top': 0.6149 });
  expect((await agreementOf([clue(['Cork', 'Screw Top'])], embeddings)).clues).toMatchObject([{ hidden_first: false }]);
});

test('what lies near nothing has the cosine 0, not -0', async () => {
  const { clues } = await agreementOf([clue(['Screw Top'])], embeddingsOf({ 'Screw Top': -0.001 }));
  expect(clues[0]?.cosines[0]?.cosine).toBe(0);
});

test('the model on this machine reports and decides nothing', async () => {
  const against = embeddingsOf({ Cork: 0.9, 'Screw Top': 0.1 });
  const changes = { valuesOf: () => ['Cork'], embeddings: against };
  const { findings, proof } = await checkWith(models().asker, changes)(shampoo());
  expect(findings).toEqual([]);
  expect(proof.embedding?.clues).toMatchObject([{ rubric_id: 'r1', hidden_first: false }]);
  const solver = (question: Parameters<typeof picking>[0]) => picking(question, 'Cork');
  const forIt = { valuesOf: () => ['Cork'], embeddings: embeddingsOf({ Cork: 0.1, 'Screw Top': 0.9 }) };
  const misled = await checkWith(models({ solver }).asker, forIt)(shampoo());
  expect(misled.findings).toMatchObject([{ code: 'clue_unrecoverable' }]);
});

test('without such a model nothing is said about it', async () => {
  expect((await checkWith(models().asker)(shampoo())).proof).not.toHaveProperty('embedding');
});
