import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
import type { Family, FamilyDescription } from '../../pipeline/family.ts';
import type { Comparison, RunTally } from '../../pipeline/run-tally.ts';
import type { Answer } from '../../service/episode/agents.ts';
import { supportEpisodes } from '../../service/episode/kind.ts';
import { deskBrief, type ReadsRules, type Talking } from '../../service/episode/play.ts';
import { stagedOf } from '../../service/episode/staged.ts';
import type { SupportSample } from '../../service/sample.ts';
import { type StoreWorld, storeWorldOf } from '../../service/world.ts';
import { ADMISSION } from '../admission.ts';
import { SPEAK, type SupportBuild } from './building.ts';
import { SUPPORT_GATES } from './gates.ts';
import { COMPOSE } from './locking.ts';
import { supportRecords } from './records.ts';
import type { SupportSettings } from './settings.ts';
import { mostAsked } from './writer.ts';

/** Description that a customer-service family gives of itself; everything else they share. */
interface SupportFamily extends FamilyDescription<SupportSettings> {
  readonly builder: Family<StoreWorld, SupportSettings>['builder'];
  readonly build: SupportBuild;
  readonly talking: Talking;
  readonly limits: { readonly steps: number; readonly questions: number };
  figures(episodes: Iterable<GradedEpisode>): readonly Figure[];
  readonly rules: ReadsRules;
  readonly prompts: Readonly<Record<string, string>>;
  /** Prompts of the module that picks rules before an agent goes on, by the prompts they go with. */
  readonly ruleFilters?: Readonly<Record<string, string>>;
  readonly paper: { readonly name: string; compare(tally: RunTally): readonly Comparison[] };
  readonly lint?: Family<StoreWorld>['lint'];
}

/** A family of customer-service tasks over a store and its policy. */
export function supportFamily(own: SupportFamily): Family<StoreWorld, SupportSettings> {
  const { composition, succeeds, plan } = own.build.locks;
  const { desk, mainDemands } = composition;
  const intents = Object.keys(mainDemands);
  return {
    name: own.name,
    about: own.about,
    subject: own.subject,
    intents,
    sample: own.sample,
    splits: own.splits,
    settings: own.settings,
    world: storeWorldOf(desk.regime),
    stages: [COMPOSE, SPEAK],
    gates: [...SUPPORT_GATES, ADMISSION],
    records: supportRecords(own.build),
    episode: supportEpisodes({
      desk,
      talking: own.talking,
      limits: own.limits,
      rules: own.rules,
      succeeds,
      figures: own.figures,
      prompts: own.prompts,
      ruleFilters: own.ruleFilters ?? {},
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
    plan,
    builder: own.builder,
    ...(own.lint === undefined ? {} : { lint: own.lint }),
  };
}
