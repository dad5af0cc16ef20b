import type { Embeddings } from '../../catalog/text/embedding.ts';
import type { EmbeddingAgreement } from '../../schemas/semantic.ts';
import type { Clue } from './blind-solver.ts';

/** Machines and thread counts differ in the digits after these. */
const toHundredths = (cosine: number) => Math.round(cosine * 100) / 100 + 0;

/**
 * How near each candidate is to its clue by a model on this machine, and whether the hidden value is the nearest of all;
 * a tie is not the nearest. Costs nothing and decides nothing: a clue is meant to be understood, not to be similar.
 */
export async function agreementOf(clues: readonly Clue[], embeddings: Embeddings): Promise<EmbeddingAgreement> {
  await embeddings.prepare(clues.flatMap(({ text, candidates }) => [text, ...candidates.values]));
  return {
    model: embeddings.name,
    clues: clues.map(({ rubric, text, candidates: { values, hidden } }) => {
      const cosines = values.map((value) => ({ value, cosine: toHundredths(embeddings.cosine(text, value)) }));
      const of = (wanted: string) => cosines.find(({ value }) => value === wanted)?.cosine ?? Number.NaN;
      const nearest = cosines.filter(({ value }) => value !== hidden).every(({ cosine }) => cosine < of(hidden));
      return { rubric_id: rubric.id, cosines, hidden_first: nearest };
    }),
  };
}
