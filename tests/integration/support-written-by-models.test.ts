import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { respond } from '../fixtures/competent-model.ts';
import { asking, COMPETENT, closedEndpoint, differingFiles, linesIn } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const { folder, discard } = workFolder();
afterAll(discard);

interface Line {
  readonly wording: { readonly raises: Readonly<Record<string, string>> };
  readonly locked: { readonly withheld: readonly { readonly intent: string; readonly value: string }[] };
  readonly provenance: {
    readonly writer: string;
    readonly model: string | null;
    readonly prompt_digests: readonly string[];
    readonly reply_digests: readonly string[];
  };
}
const run = (family: string, out: string, ...more: readonly string[]) => [
  ...['build:dataset', '--family', family, '--per-intent', '1', '--writer', 'openai'],
  ...['--workers', '1', '--replies', `${out}.db`, '--out', out, ...more],
];
/** Intents of which runs are made: a third of all, for all are written by the same steps. */
const INTENTS = {
  ecombench: 'orders,services,choices',
  mixecom: 'logistics_addresses,presales_questions,aftersales_quality',
} as const;
const FILES = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl'];

describe.each(['ecombench', 'mixecom'] as const)('a run of %s whose customers a model writes', (family) => {
  let endpoint: MockEndpoint;
  const some = (out: string, ...more: readonly string[]) => run(family, out, '--intents', INTENTS[family], ...more);
  beforeAll(async () => {
    endpoint = await startMockEndpoint(COMPETENT);
  });
  afterAll(() => endpoint.close());

  test('counts what it would ask, asks, and gives the same bytes from recorded replies', async () => {
    const dry = await asking(endpoint, folder, ...some(`${family}-dry`, '--dry-run'));
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stdout).toMatch(/query writer \(\S+\): \d+ calls/);

    const asked = await asking(endpoint, folder, ...some(family));
    expect(asked.code, asked.stderr).toBe(0);
    const lines = linesIn<Line>(folder, family, 'accepted.jsonl');
    expect(lines).toHaveLength(3);
    for (const { provenance, wording } of lines) {
      expect(provenance).toMatchObject({ writer: 'openai', model: 'gpt-4.1-mini' });
      expect(provenance.prompt_digests.length * provenance.reply_digests.length).toBeGreaterThan(0);
      expect(Object.values(wording.raises).every((text) => text.startsWith('Well, '))).toBe(true);
    }

    const again = await asking(
      await closedEndpoint(),
      folder,
      ...some(`${family}-again`, '--writer', 'replay', '--replies', `${family}.db`),
    );
    expect(again.code, again.stderr).toBe(0);
    expect(differingFiles(join(folder, family), join(folder, `${family}-again`), FILES)).toEqual([]);
    const verified = await cartwright(folder, 'verify', family);
    expect(verified.code, verified.stdout).toBe(0);
  });
});

test('where a model tells what is withheld, the words of the tables stand', async () => {
  const endpoint = await startMockEndpoint({
    ...COMPETENT,
    async respond(body) {
      const reply = (await respond(body)) as { raises: { id: string; text: string }[] };
      return { ...reply, raises: reply.raises.map(({ id, text }) => ({ id, text: `${text} {order} 987654` })) };
    },
  });
  try {
    const asked = await asking(endpoint, folder, ...run('ecombench', 'spoiled', '--intents', 'orders'));
    expect(asked.code, asked.stderr).toBe(0);
    for (const { provenance, wording } of linesIn<Line>(folder, 'spoiled', 'accepted.jsonl')) {
      expect(provenance).toMatchObject({ writer: 'offline', model: null });
      expect(provenance.reply_digests.length).toBeGreaterThan(1);
      expect(JSON.stringify(wording)).not.toContain('987654');
    }
  } finally {
    await endpoint.close();
  }
});
