import { OF_QUERIES, OF_SCRIPTS, type Rewriting } from '../../../mutations/harmless.ts';
import type { Operator } from '../../../mutations/operator.ts';
import { OF_ANY } from '../../../mutations/operators/index.ts';
import { LEAKS } from '../../../mutations/operators/leaks.ts';
import { OF_SLOTS } from '../../../mutations/operators/slots/index.ts';
import { UNSEEN_HEDGES } from '../../../mutations/operators/unseen.ts';
import { defineSuite } from '../../../mutations/suite.ts';
import { pickOne } from '../../../schemas/draw.ts';
import { judgesOf } from '../building.ts';
import { family as shopsimulator } from '../family.ts';
import { GATES } from '../gates/index.ts';
import { profileFacts } from '../profile-facts.ts';
import { SETTINGS } from '../settings.ts';
import { instructionOf, type Wording } from '../wording.ts';
import { shopperWriter } from '../writers/offline-writer.ts';
import { PROFILES } from './profiles.ts';
import { SCENARIOS } from './scenarios.ts';

const settings = SETTINGS.parse({});
const names = new Set(GATES.map(({ name }) => name));

/** Operators for the gates that this family shares with others: those of queries, scripts and keywords. */
const shared = [...OF_ANY, ...LEAKS, ...OF_SLOTS] as unknown as Operator<Wording>[];
const retold = [...OF_QUERIES, ...OF_SCRIPTS] as unknown as Rewriting<Wording>[];

/** Rewriting of who the shopper is besides, as another profile has it. */
const OF_PROFILES: Rewriting<Wording> = {
  name: 'demographics and behaviour of another profile',
  *rewrite({ wording }, { draw, samples }) {
    const profiles = samples.flatMap((sample) => sample.wording.profile ?? []);
    if (wording.profile === null || profiles.length === 0) return;
    const { demographics, behaviour } = pickOne(draw, 'profile', profiles);
    yield { ...wording, profile: { ...wording.profile, demographics, behaviour } };
  },
};

export const suite = defineSuite<Wording>({
  family: shopsimulator,
  gatesOn: (view) => judgesOf(view, settings).gates,
  writerOn: (view) => shopperWriter(profileFacts(view, settings)),
  textOf: instructionOf,
  perIntent: 25,
  operators: [...shared.filter(({ gate }) => names.has(gate)), ...SCENARIOS, ...PROFILES],
  rewritings: [...retold, OF_PROFILES],
  unseen: [UNSEEN_HEDGES as unknown as Operator<Wording>],
});
