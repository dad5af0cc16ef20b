import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Replay, ReplyStore, requestDigest } from '../../../models/index.ts';
import { median } from '../../../text/numbers.ts';
import { say, type Workspace } from '../part.ts';
import { type Figure, fixed, type Report, type Section } from '../report.ts';
import { MODEL, questionsFrom, REPLY } from './questions.ts';
import { rateLimit } from './rate-limit.ts';
import { throughput } from './throughput.ts';

const RUNS = 5;
const REPLIES = 10_000;

const perSecond = (startMs: number) => (REPLIES * 1000) / (performance.now() - startMs);

/** Measures how fast recorded replies are found again and new ones kept, beside the bare look-up in the same file. */
async function replay(folder: string): Promise<{ title: string; figures: Figure[] }> {
  const path = join(folder, 'replay.db');
  const questions = questionsFrom(0, REPLIES);
  const digests = questions.map(requestDigest);
  const reply = {
    text: JSON.stringify(REPLY),
    finish: 'stop' as const,
    model: MODEL,
    usage: { input_tokens: 1500, output_tokens: 90 },
  };
  const kept: number[] = [];
  const found: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const file = `${path}-${run}`;
    const store = ReplyStore.open(file, { run: 'bench' });
    const keepFrom = performance.now();
    for (const [at, question] of questions.entries())
      store.put(digests[at]!, question, reply, { taskId: `${at}`, costNano: 1 });
    kept.push(perSecond(keepFrom));

    const recorded = new Replay(store);
    const findFrom = performance.now();
    for (const question of questions) await recorded.ask(question, 'bench');
    found.push(perSecond(findFrom));
    store.close();

    const db = new DatabaseSync(file, { readOnly: true });
    const statement = db.prepare('SELECT reply FROM replies WHERE digest = ?');
    const bareFrom = performance.now();
    for (const digest of digests) JSON.parse((statement.get(digest) as { reply: string }).reply);
    bare.push(perSecond(bareFrom));
    db.close();
  }
  return {
    title: `Reply store: ${RUNS} runs over ${REPLIES} replies`,
    figures: [
      {
        name: 'replies found per second',
        runs: found,
        text: fixed(0),
        beside: `bare SELECT ${median(bare).toFixed(0)}`,
      },
      { name: 'replies kept per second', runs: kept, text: fixed(0) },
    ],
  };
}

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
