import { beforeAll, describe, expect, test } from 'vitest';
import { familyNamed } from '../../families/index.ts';
import { SCRIPTED } from '../../shopping/episode/agents/scripted.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../fixtures/episode-leaks.ts';
import { episodePromises } from '../fixtures/episode-promises.ts';
import { PLAYED, type PlayableRun, type PlayedFamily, playableRun } from '../fixtures/episodes.ts';

const runs = new Map<PlayedFamily, PlayableRun>();
beforeAll(async () => {
  for (const family of PLAYED) runs.set(family, await playableRun(family));
});
const runOf = (family: PlayedFamily) => runs.get(family) as PlayableRun;

describe.each(PLAYED)('episodes of %s', (family) => {
  episodePromises(() => runOf(family));

  test('have a declared floor for every built-in agent but the oracle', () => {
    const names = SCRIPTED.map(({ name }) => name).filter((name) => name !== 'oracle');
    expect(Object.keys(familyNamed(family).episode?.floors ?? {}).toSorted()).toEqual(names.toSorted());
  });

  test('have their tools in the same order each time, a calculator where no program runs', () => {
    const { kind } = runOf(family).world;
    const names = (program: boolean) => kind.tools({ program }).map(({ name }) => name);
    expect(names(false)).toEqual(names(false));
    expect(names(false)).toContain('calculator');
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(['python_execute']);
  });
});

test('a byte that gave something away would be found', () => {
  const { samples } = runOf('ecomagentbench');
  // biome-ignore lint/suspicious/noExplicitAny: a sample, read by its keys
  const sample = samples[0] as any;
  const [slot] = sample.clarification_script.clarification_slots;
  for (const secret of [
    sample.id,
    sample.target_product.product_id,
    slot?.user_response ?? sample.id,
    sample.lock.digest,
  ])
    expect(leaksInBytes(JSON.stringify({ note: `so: ${secret}` }), sample, NOTHING_KNOWN)).not.toEqual([]);
  expect(leaksInBytes('{"seed":42}', sample, NOTHING_KNOWN)).toEqual(['the key seed']);
});
