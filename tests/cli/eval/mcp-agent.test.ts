import { expect, test } from 'vitest';
import { clientServer } from '../../../cli/eval/mcp-agent.ts';
import type { AgentView } from '../../../pipeline/episode.ts';
import { InfrastructureError } from '../../../shopping/episode/drive.ts';

test('why a server that plays is not reached is said, and no error of the agent', async () => {
  const view = { id: 't', brief: null, instruction: 'A tent.', limits: { steps: 1, questions: 0 }, tools: [] };
  const { done } = clientServer('http://127.0.0.1:1/play')('http://127.0.0.1:2/mcp', view as unknown as AgentView);
  await expect(done).rejects.toThrow(new InfrastructureError('http://127.0.0.1:1/play does not answer: bad port'));
});
