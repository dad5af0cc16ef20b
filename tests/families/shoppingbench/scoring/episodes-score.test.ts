import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../../../catalog/index.ts';
import { figuresOf } from '../../../../families/shoppingbench/episode/index.ts';
import { scoreSheet } from '../../../../families/shoppingbench/scoring/sheet.ts';
import type { GradedEpisode } from '../../../../pipeline/episode.ts';
import { SCRIPTED } from '../../../../shopping/episode/agents/scripted.ts';
import { gradeState, played } from '../../../../shopping/episode/index.ts';
import { type PlayableRun, playableRun, playBy } from '../../../fixtures/episodes.ts';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('shoppingbench');
});

test.each(SCRIPTED.map(({ name }) => name))(
  'what %s recommends in episodes has the scores that `score` gives it, under either rules',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'scores-'));
    const episodes: GradedEpisode[] = [];
    for (const task of run.tasks) {
      const state = await playBy(name, task, run.world);
      const { end, steps, called } = played(state) as NonNullable<ReturnType<typeof played>>;
      episodes.push({
        task: task.id,
        intent: task.intent,
        trial: 1,
        end,
        steps,
        called,
        grade: gradeState(state, task),
      });
    }
    const predictions = join(folder, 'predictions.jsonl');
    writeFileSync(
      predictions,
      episodes.map(({ task, grade }) => `${JSON.stringify({ id: task, products: grade.recommended })}\n`).join(''),
    );
    const figure = (named: string) => figuresOf(episodes).find((one) => one.name === named)?.value;
    for (const [rules, named] of [
      ['paper', 'ASR, over tasks'],
      ['published', 'ASR, over tasks, by the published evaluator'],
    ] as const) {
      const { json } = await scoreSheet({
        splits: [join(run.folder, 'accepted.jsonl')],
        predictions,
        world: openCatalog(run.catalog),
        options: { rules },
      });
      // biome-ignore lint/suspicious/noExplicitAny: a document for people
      const scores = json as any;
      expect(figure(named)).toBe(scores.average_asr.over_tasks);
      for (const { task, r_pro, success } of scores.tasks) {
        const own = episodes.find((episode) => episode.task === task)?.grade.scores;
        if (rules === 'paper') expect(own).toMatchObject({ relevance: r_pro });
        else expect(own).toMatchObject({ relevance_published: r_pro, success_published: Number(success) });
      }
    }
  },
);
