import { existsSync, statSync } from 'node:fs';
import { ingestCatalog } from '../../catalog/ingest/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { Interrupted, withInterrupt } from '../interrupt.ts';
import { standardProgress } from '../output.ts';
import { tell } from '../terminal/sentence.ts';

interface CatalogOptions {
  readonly out: string;
  readonly format?: string | undefined;
  readonly reviews: readonly string[];
}

/** Only ingests: raw files to one catalog file. */
export const buildCatalog = (inputs: readonly string[], options: CatalogOptions): Promise<number> =>
  withInterrupt((signal) => ingestOnly(inputs, options, signal));

async function ingestOnly(
  inputs: readonly string[],
  { out, format, reviews }: CatalogOptions,
  signal: AbortSignal,
): Promise<number> {
  if (!out.endsWith('.db')) throw new ConfigError(`--out is ${out}, expected the name of a catalog file ending in .db`);
  if (existsSync(out) && !statSync(out).isFile())
    throw new ConfigError(`--out is ${out}, which is a folder; name a file ending in .db`);
  const progress = standardProgress();
  try {
    const report = await ingestCatalog({
      inputs,
      reviews,
      format,
      database: out,
      startingPoints: [out],
      onProgress: ({ file, read }) => {
        if (signal.aborted) throw new Interrupted();
        progress.update({ phase: 'ingest', done: read, total: null, detail: file });
      },
    });
    progress.close();
    if (report.howRead !== null) progress.say(`catalog: ${report.howRead}`);
    for (const note of report.notes) progress.say(`catalog: ${note}`);
    for (const { file, format: found, read, kept, merged, quarantined } of report.files) {
      tell(
        process.stdout,
        `${file} (${found}): ${read} rows read, ${kept} kept, ${merged} merged, ${quarantined} quarantined`,
      );
    }
    tell(
      process.stdout,
      `${out}: ${report.products} products, ${report.reviews} reviews, digest ${report.digest.slice(0, 16)}`,
    );
    return 0;
  } finally {
    progress.close();
  }
}
