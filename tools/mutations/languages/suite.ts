import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ecomagentbench } from '../../../families/ecomagentbench/family.ts';
import { judgesOf } from '../../../families/ecomagentbench/judges.ts';
import type { Wording } from '../../../families/ecomagentbench/wording.ts';
import { useLanguage } from '../../../lexicon/index.ts';
import { measure, type Planted } from '../measure.ts';
import type { Operator } from '../operator.ts';
import { ANCHORS } from '../operators/anchors.ts';
import { leaksOf } from '../operators/ecomagentbench/leaks.ts';
import { LOCKS } from '../operators/locks.ts';
import { TARGETS } from '../operators/targets.ts';
import type { FamilySuite, Refusal, SuiteOptions } from '../suite.ts';
import { wilson } from '../wilson.ts';
import { worldOf } from '../world.ts';
import { CHINESE_DENIALS, CHINESE_FRAMES, CHINESE_SPELLINGS } from './chinese.ts';
import { makeShop } from './made-shop.ts';
import { plainWording } from './plain-writer.ts';

const CODE = 'zh';
const PRODUCTS = 2000;
const PER_INTENT = 12;
const { intents, onlyInEnglish = [] } = ecomagentbench;

/** Operators that write English around a value. */
const IN_ENGLISH = ['a value taken back', 'a value negated'];
const OPERATORS: readonly Operator<Wording>[] = [
  ...([...LOCKS, ...TARGETS, ...ANCHORS] as unknown as Operator<Wording>[]).filter(
    ({ name }) => !IN_ENGLISH.includes(name),
  ),
  CHINESE_DENIALS,
  ...leaksOf(CHINESE_FRAMES, CHINESE_SPELLINGS),
];

/** Gates on samples in Chinese, over a made shop: the gates that something is planted for in that language. */
async function reportIn({ most, perIntent = PER_INTENT }: SuiteOptions & { readonly perIntent?: number | undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'made-shop-'));
  useLanguage(CODE);
  try {
    const { inputs, format } = makeShop(folder, PRODUCTS);
    const kind = {
      family: { ...ecomagentbench, intents: intents.filter((intent) => !onlyInEnglish.includes(intent)) },
      gatesOn: (view: Parameters<typeof judgesOf>[0]) => judgesOf(view, 1).gates,
      writerOn: () => ({
        write: async (task: Parameters<typeof plainWording>[0], earlier: readonly unknown[]) =>
          plainWording(task, 'CNY', earlier.length),
      }),
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
      return [{ gate: gate.name, recall: wilson(planted - missed, planted), refused: wilson(refused, tried.length) }];
    });
    return { family: 'ecomagentbench, zh', samples: world.samples.length, rows, operators, unseen: [], refusals };
  } finally {
    useLanguage();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite of Chinese, beside the English ones. */
export const chinese: FamilySuite = { family: 'ecomagentbench, zh', report: reportIn };
