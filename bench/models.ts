import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rateLimit } from './models/rate-limit.ts';
import { replay } from './models/replay.ts';
import { throughput } from './models/throughput.ts';
import type { Report, Section } from './report.ts';

/** The order matters: under a limit the machine idles, so it stands between those that load it. */
const PARTS: Readonly<Record<string, (folder: string) => Promise<Section>>> = { throughput, limit: rateLimit, replay };

export const parts = Object.keys(PARTS);

/** Measures the model layer against a mock endpoint in another process. */
export async function measure(chosen: ReadonlySet<string>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-'));
  const sections: Section[] = [];
  try {
    for (const [name, part] of Object.entries(PARTS)) if (chosen.has(name)) sections.push(await part(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { title: 'Models: the gateway against a mock endpoint in another process', sections };
}
