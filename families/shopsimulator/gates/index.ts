import { clueForms } from '../../../shopping/language/clue-pieces.ts';
import type { Gate, GivenTo } from '../../../stages/gate.ts';
import { answerSetGate } from '../../../stages/gates/answer-set.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { hiddenInQuery } from '../../../stages/gates/hidden-in-query.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { implicitLiteral } from '../../../stages/gates/implicit-literal.ts';
import { lockChanged } from '../../../stages/gates/lock-changed.ts';
import { queryExtra } from '../../../stages/gates/query-extra.ts';
import { SLOT_GATES } from '../../../stages/gates/slots/index.ts';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { valueUntraced } from '../../../stages/gates/value-untraced.ts';
import { lockDigestOf } from '../../../stages/lock.ts';
import type { CatalogFacts } from '../../../stages/shopping/gates.ts';
import { gatesIn } from '../../../stages/validate.ts';
import { shopperBank } from '../dialogue.ts';
import { intentNamed } from '../intents.ts';
import type { Wording } from '../wording.ts';
import { goalIncomplete } from './goal-incomplete.ts';
import { objectionAstray } from './objection-astray.ts';
import { offShelf } from './off-shelf.ts';
import { profileFit } from './profile-fit.ts';
import { profileLeak } from './profile-leak.ts';
import { profileHistory, profileNeed } from './profile-needs.ts';
import { scenarioContract } from './scenario-contract.ts';

/** Facts that the family's gates have to know of the catalog a draft is about. */
type Facts = CatalogFacts & GivenTo<typeof offShelf> & GivenTo<typeof profileFit> & GivenTo<typeof profileHistory>;

/** Rules that the family itself gives its gates, whatever the catalog. */
const OWN = {
  digestOf: lockDigestOf,
  intentOf: intentNamed,
  saysService: () => true,
  cluesOf: clueForms,
  bank: shopperBank,
};

/** The gates that need no model, in the order they are asked and proofs list them: what no wording can mend first. */
export const GATES: readonly Gate<Wording, [typeof OWN & Facts]>[] = [
  lockChanged,
  unknownProduct,
  scenarioContract,
  offShelf,
  targetFails,
  duplicateFact,
  implausibleValue,
  answerSetGate,
  profileFit,
  surfaceMissing,
  valueUntraced,
  entityUngrounded,
  hiddenInQuery,
  implicitLiteral,
  titleLeak,
  queryExtra,
  goalIncomplete,
  profileNeed,
  profileHistory,
  profileLeak,
  ...SLOT_GATES,
  objectionAstray,
];

/** The family's gates on one catalog. */
export const gatesOn = (facts: Facts): Gate<Wording>[] => gatesIn({ ...OWN, ...facts }, GATES);
