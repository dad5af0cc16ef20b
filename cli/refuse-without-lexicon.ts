import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';

const Noted = z.looseObject({ provenance: z.looseObject({ lexicon_digest: z.string() }) });

/**
 * Refuses samples of a run with a lexicon where they stand apart from it: in other words values would mean something else,
 * and a right answer could be graded as wrong.
 */
export function refuseWithoutLexicon(file: string, samples: Iterable<unknown>): void {
  let line = 0;
  for (const sample of samples) {
    line++;
    const noted = Noted.safeParse(sample);
    if (!noted.success) continue;
    const digest = noted.data.provenance.lexicon_digest.slice(0, 16);
    throw new ConfigError(
      `${file}:${line} was built with a lexicon (digest ${digest}), which stands in the manifest of its run and not here; name the run folder, or its split where the run wrote it`,
    );
  }
}
