import { expect, test } from 'vitest';
import { clientProgram, clientServer } from '../../../cli/eval/mcp-agent.ts';
import type { AgentView } from '../../../pipeline/episode.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { InfrastructureError } from '../../../shopping/episode/drive.ts';

const view = {
  id: 't',
  brief: null,
  instruction: 'A tent.',
  limits: { steps: 1, questions: 0 },
  tools: [],
} as unknown as AgentView;

test('why a server that plays is not reached is said, and no error of the agent', async () => {
  const { done } = clientServer('http://127.0.0.1:1/play')('http://127.0.0.1:2/mcp', view, () => false);
  await expect(done).rejects.toThrow(new InfrastructureError('http://127.0.0.1:1/play does not answer: bad port'));
});

test.each([
  [true, Error],
  [false, ConfigError],
])(
  'a client that ends with 127 once it has played (%s) is an error of its own, or of what it was started with',
  async (hasPlayed, kind) => {
    const { done } = clientProgram('exit 127')('http://127.0.0.1:2/mcp', view, () => hasPlayed);
    const error = await done.catch((caught: unknown) => caught);
    expect((error as Error).constructor).toBe(kind);
  },
);
