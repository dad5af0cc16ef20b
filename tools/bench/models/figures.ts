import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../part.ts';
import type { Report, Section } from '../report.ts';
import { say } from '../say.ts';
import { rateLimit } from './rate-limit.ts';
import { replay } from './replay.ts';
import { throughput } from './throughput.ts';

/** The order matters: under a limit the machine idles, so it stands between those that load it. */
const STEPS: Readonly<Record<string, (folder: string) => Promise<Section>>> = {
  throughput,
  'rate limit': rateLimit,
  replay,
};

/** Measures the model layer against a mock endpoint in another process. */
export async function models(_options: unknown, { scratch }: Workspace): Promise<Report> {
  const folder = join(scratch, 'models');
  mkdirSync(folder, { recursive: true });
  const sections: Section[] = [];
  for (const [name, step] of Object.entries(STEPS)) {
    say(`models: ${name}`);
    sections.push(await step(folder));
  }
  return { title: 'Models', sections };
}
