import { shopsimulator } from '../../../../families/shopsimulator/family.ts';
import { GATES } from '../../../../families/shopsimulator/gates/index.ts';
import { judgesOf } from '../../../../families/shopsimulator/judges.ts';
import { profileFacts } from '../../../../families/shopsimulator/profile-facts.ts';
import { SETTINGS } from '../../../../families/shopsimulator/settings.ts';
import { instructionOf, type Wording } from '../../../../families/shopsimulator/wording.ts';
import { OfflineWriter } from '../../../../families/shopsimulator/writers/offline-writer.ts';
import { pickOne } from '../../../../schemas/draw.ts';
import type { Product } from '../../../../schemas/product.ts';
import { OF_QUERIES, OF_SCRIPTS, type Rewriting } from '../../harmless.ts';
import type { Operator } from '../../operator.ts';
import { defineSuite } from '../../suite.ts';
import { drawing } from '../../world.ts';
import { ANSWERS } from '../ecomagentbench/answers.ts';
import { KEYWORD_OPERATORS } from '../ecomagentbench/keywords.ts';
import { HIDDEN_LEAKS } from '../ecomagentbench/leaks.ts';
import { SLOTS } from '../ecomagentbench/slots.ts';
import { OF_ANY } from '../index.ts';
import { UNSEEN_HEDGES } from '../unseen.ts';
import { PROFILES } from './profiles.ts';
import { SCENARIOS } from './scenarios.ts';

const settings = SETTINGS.parse({});
const names = new Set(GATES.map(({ name }) => name));

/** Operators of other families for the gates that this one has as well: those of queries, scripts and keywords. */
const shared = [
  ...OF_ANY,
  ...HIDDEN_LEAKS,
  ...SLOTS,
  ...ANSWERS,
  ...KEYWORD_OPERATORS,
] as unknown as Operator<Wording>[];
const retold = [...OF_QUERIES, ...OF_SCRIPTS] as unknown as Rewriting<Wording>[];

/** Who the shopper is besides, as another profile has it. */
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
  writerOn: (view) =>
    new OfflineWriter({
      ...drawing,
      targetOf: ({ targetIds }) => view.productsOf(targetIds)[0] as Product,
      facts: profileFacts(view, settings),
    }),
  textOf: instructionOf,
  perIntent: 25,
  operators: [...shared.filter(({ gate }) => names.has(gate)), ...SCENARIOS, ...PROFILES],
  rewritings: [...retold, OF_PROFILES],
  unseen: [UNSEEN_HEDGES as unknown as Operator<Wording>],
});
