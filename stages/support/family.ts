import type { z } from 'zod';
import { openCatalog } from '../../catalog/index.ts';
import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
import type { Family } from '../../pipeline/family.ts';
import type { Comparison, RunTally } from '../../pipeline/run-tally.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { Answer } from '../../service/episode/agents.ts';
import { deskBrief } from '../../service/episode/brief.ts';
import { supportEpisodes } from '../../service/episode/kind.ts';
import type { ReadsRules, Talking } from '../../service/episode/play.ts';
import { stagedOf } from '../../service/episode/staged.ts';
import type { SupportSample } from '../../service/sample.ts';
import type { SupportScores } from '../../service/scores.ts';
import { openStores, type StoreWorld, storeWorldOf } from '../../service/world.ts';
import { ADMISSION } from '../near-duplicate.ts';
import { buildSupport, COMPOSE, planSupport, SPEAK, type SupportBuild } from './building.ts';
import { SUPPORT_GATES } from './gates.ts';
import { supportRecords } from './records.ts';
import { SUPPORT_SETTINGS, type SupportSettings } from './settings.ts';
import { mostAsked } from './writer.ts';

/** What a customer-service family says of itself; everything else they share. */
export interface SupportFamily {
  readonly name: string;
  readonly about: string;
  readonly sample: Family['sample'];
  readonly splits: SplitShares;
  readonly composition: SupportBuild['composition'];
  readonly published: SupportBuild['published'];
  readonly schema: z.ZodType;
  readonly talking: Talking;
  readonly limits: { readonly steps: number; readonly questions: number };
  succeeds(scores: SupportScores): boolean;
  figures(episodes: readonly GradedEpisode[]): readonly Figure[];
  readonly rules: ReadsRules;
  readonly prompts: Readonly<Record<string, string>>;
  readonly paper: { readonly name: string; compare(tally: RunTally): readonly Comparison[] };
  readonly lint?: Family<StoreWorld>['lint'];
}

/** A family of customer-service tasks over a store and its policy. */
export function supportFamily(own: SupportFamily): Family<StoreWorld, SupportSettings> {
  const intents = Object.keys(own.composition.mainDemands);
  const build: SupportBuild = {
    family: own.name,
    intents,
    composition: own.composition,
    open: (path) => openStores(openCatalog(path), own.composition.desk.regime),
    published: own.published,
    schema: own.schema,
    succeeds: own.succeeds,
  };
  return {
    name: own.name,
    about: own.about,
    intents,
    sample: own.sample,
    splits: own.splits,
    settings: SUPPORT_SETTINGS,
    world: storeWorldOf(own.composition.desk.regime),
    stages: [COMPOSE, SPEAK],
    gates: [...SUPPORT_GATES, ADMISSION],
    records: supportRecords(build),
    episode: supportEpisodes({
      desk: own.composition.desk,
      talking: own.talking,
      limits: own.limits,
      rules: own.rules,
      succeeds: own.succeeds,
      figures: own.figures,
      prompts: own.prompts,
      read(record) {
        const sample = record as SupportSample;
        const { id, intent, locked, wording, session, opening } = sample;
        const told = Object.entries(session).map(([name, value]) => `${name}: ${value}`);
        const answer: Answer = { locked };
        return {
          id,
          intent,
          brief: deskBrief(locked.language, own.talking),
          instruction: `[${told.join('; ')}] ${opening}`,
          staged: stagedOf(locked, wording),
          answer,
        };
      },
    }),
    paper: own.paper,
    mostAsked,
    plan: (settings) => planSupport(settings, build),
    builder: (settings, parts) => buildSupport(settings, build, parts),
    ...(own.lint === undefined ? {} : { lint: own.lint }),
  };
}
