import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useLanguage } from '../../../../lexicon/index.ts';
import { measure, type Planted } from '../../../../mutations/measure.ts';
import type { Operator } from '../../../../mutations/operator.ts';
import { ANCHORS } from '../../../../mutations/operators/anchors.ts';
import { LOCKS } from '../../../../mutations/operators/locks.ts';
import { TARGETS } from '../../../../mutations/operators/targets.ts';
import { vouchersIn } from '../../../../mutations/operators/vouchers.ts';
import type { FamilySuite, Refusal, SuiteOptions } from '../../../../mutations/suite.ts';
import { worldOf } from '../../../../mutations/world.ts';
import { shareOf } from '../../../../pipeline/share-interval.ts';
import type { Draw } from '../../../../schemas/draw.ts';
import type { Asker } from '../../../../schemas/model.ts';
import { writeScript } from '../../../../shopping/dialogue/script.ts';
import { scoredTexts } from '../../../../shopping/dialogue/slot-words.ts';
import { fieldNameOf } from '../../../../shopping/kinds/index.ts';
import { plannedRequirement } from '../../../../shopping/language/requirement-plan.ts';
import type { LockedTask } from '../../../../shopping/task.ts';
import { offlineWriter } from '../../../../stages/verbalise.ts';
import { findMentions } from '../../../../text/mentions.ts';
import { judgesOf } from '../../building.ts';
import { family as ecomagentbench } from '../../family.ts';
import type { Wording } from '../../wording.ts';
import { writePersona } from '../../writers/persona.ts';
import { CONTRACTS, evidenceIn } from '../contracts.ts';
import { leaksIn } from '../leaks.ts';
import { makeShop } from './made-shop.ts';
import { listedOpinions, plainQuery } from './sentences.ts';
import { CHINESE_DENIALS, CHINESE_FRAMES, CHINESE_OPINIONS, CHINESE_SPELLINGS, CHINESE_VOUCHERS } from './words.ts';

/** The words of a task in plain sentences of the language in force. */
function plainWording(task: LockedTask, currency: string, draw: Draw): Wording {
  const { rubrics, implicit_rubric_ids } = task.locked;
  const { query, surfaces } = plainQuery(
    {
      products: task.entities.map(({ phrase }) => ({ noun_phrase: phrase })),
      requirements: rubrics
        .filter(({ info_source }) => info_source === 'query')
        .map((rubric) => plannedRequirement(rubric, implicit_rubric_ids.includes(rubric.id), currency, draw)),
    },
    draw,
  );
  const touches = (text: string) =>
    rubrics.some((rubric) =>
      scoredTexts(rubric).some((value) => findMentions(text, value, fieldNameOf(rubric)).length > 0),
    );
  return {
    query,
    surfaces: Object.fromEntries(surfaces.map(({ id, words }) => [id, words])),
    persona: writePersona(rubrics, draw, touches),
    script: writeScript(task, draw, { currency }),
  };
}

/** A review as a prompt shows it. */
const SHOWN_REVIEW = /^<data (\w+) review \d+[^>\n]*>\n([\s\S]*?)\n<\/data \1>$/gm;

/** Finds in reviews what the made ones are known to say; it is asked nothing else. */
const opinionAsker: Asker = {
  ask: async ({ blanks, reply }) => {
    const shown = [...(blanks.reviews ?? '').matchAll(SHOWN_REVIEW)].map(([, , text = '']) => text);
    return { value: reply.schema.parse(listedOpinions(shown)), promptDigest: '', replyDigests: [] };
  },
};

const CODE = 'zh';
const PRODUCTS = 2000;
const PER_INTENT = 12;

/** Operators that write English around a value. */
const IN_ENGLISH = ['a value taken back', 'a value negated'];
const OPERATORS: readonly Operator<Wording>[] = [
  ...([...LOCKS, ...TARGETS, ...ANCHORS] as unknown as Operator<Wording>[]).filter(
    ({ name }) => !IN_ENGLISH.includes(name),
  ),
  CHINESE_DENIALS,
  ...(vouchersIn(CHINESE_VOUCHERS) as unknown as Operator<Wording>[]),
  ...([...CONTRACTS, ...evidenceIn(CHINESE_OPINIONS)] as unknown as Operator<Wording>[]),
  ...leaksIn(CHINESE_FRAMES, CHINESE_SPELLINGS),
];

/** Gates on samples in Chinese, over a made shop: the gates that something is planted for in that language. */
async function reportIn({ most, perIntent = PER_INTENT }: SuiteOptions & { readonly perIntent?: number | undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'made-shop-'));
  useLanguage(CODE);
  try {
    const { inputs, format } = makeShop(folder, PRODUCTS);
    const kind = {
      family: ecomagentbench,
      asker: opinionAsker,
      gatesOn: (view: Parameters<typeof judgesOf>[0]) => judgesOf(view, { maxAnswers: 1 }).gates,
      writerOn: () => offlineWriter<Wording>(async ({ task, draw }) => plainWording(task, 'CNY', draw('plain'))),
    };
    const world = await worldOf<Wording>(kind, { catalog: inputs, format, perIntent });
    const operators: Planted[] = OPERATORS.map((operator) => measure(world, operator, most) as unknown as Planted);
    const tried = [...world.samples.map((sample) => ({ sample, findings: [] })), ...world.refused];
    const refusals: Refusal[] = world.refused.flatMap(({ sample, findings: [finding] }) =>
      finding === undefined
        ? []
        : [{ gate: finding.code, rewriting: 'as it is', query: sample.wording.query, finding }],
    );
    const rows = world.gates.flatMap((gate) => {
      const own = operators.filter((operator) => operator.gate === gate.name && operator.planted > 0);
      if (own.length === 0) return [];
      const planted = own.reduce((sum, operator) => sum + operator.planted, 0);
      const missed = own.reduce((sum, operator) => sum + operator.missed.length, 0);
      const refused = tried.filter(({ sample }) => gate.check(sample).length > 0).length;
      return [{ gate: gate.name, recall: shareOf(planted - missed, planted), refused: shareOf(refused, tried.length) }];
    });
    return { family: 'ecomagentbench, zh', samples: world.samples.length, rows, operators, unseen: [], refusals };
  } finally {
    useLanguage();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite of Chinese, beside the English ones. */
export const chinese: FamilySuite = { family: 'ecomagentbench, zh', report: reportIn };
