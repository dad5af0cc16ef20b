import { z } from 'zod';
import { readWords } from '../../../lexicon/index.ts';
import { chance, type Draw, pickOne } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { faultyWords } from '../../../shopping/language/faulty-words.ts';
import { patternsFor } from '../../../shopping/language/openings.ts';
import {
  nounSaid,
  type ReadySentence,
  type Request,
  type Worded,
  writeRequest,
} from '../../../shopping/language/request.ts';
import { capitalised } from '../../../shopping/language/speech.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';
import { voucherSentences } from '../../../shopping/vouchers/wordings.ts';
import { offlineWriter, type Writer } from '../../../stages/verbalise.ts';
import { describeProduct } from './describe.ts';
import { orderPieces } from './order-pieces.ts';

const Patterns = z.array(z.string().min(1)).min(1);
const WORDINGS = z
  .strictObject({
    one_shop_list: Patterns,
    plain_list: Patterns,
    shop_condition: Patterns,
    platform_condition: Patterns,
    knowledge: Patterns,
  })
  .parse(readWords('order-wordings.yaml'));

type Budget = Rubric & { type: 'budget_match' };
type Knowledge = Rubric & { type: 'knowledge_match' };

/** Materials that a query is written from. */
interface Plan {
  readonly task: LockedTask;
  readonly requests: readonly Request[];
  /** Words of the category path and the noun phrase of the first product. */
  readonly topic: string;
  readonly avoid: ReadonlySet<string>;
  readonly draw: Draw;
}

/** Writes queries with no model: deterministic, from seeded tables. A later attempt draws anew and avoids faulty words. */
export const orderWriter: Writer<QueryWording> = offlineWriter(async ({ task, targets, earlier, draw }) => {
  const avoid = faultyWords(earlier);
  const requests = targets.map((target, place) => requestFor(task, place, target, avoid));
  const named = Object.fromEntries(
    task.locked.rubrics.flatMap((rubric) =>
      rubric.type === 'entity_match' ? [[rubric.id, nounSaid(rubric.expected_value)]] : [],
    ),
  );
  const topic = [...targets[0].category, entityAt(task).phrase].join(' ');
  const { text, surfaces } = queryOf({ task, requests, topic, avoid, draw: draw('query') });
  return { query: text, surfaces: { ...surfaces, ...named } };
});

function requestFor(task: LockedTask, place: number, target: Product, avoid: ReadonlySet<string>): Request {
  const { phrase, plural } = entityAt(task, place);
  const own = task.locked.rubrics.filter(({ type, target: about = 0 }) => about === place && !SAID_ELSEWHERE.has(type));
  const items = own.map((rubric) => ({
    rubricId: rubric.id,
    field: rubric.field.replace(/^details\./, ''),
    pieces: orderPieces(rubric, target.currency ?? 'USD', phrase),
  }));
  return { entity: nounSaid(phrase), plural, items, avoid };
}

/** Requirements that are no property of one product, or are said by its noun phrase. */
const SAID_ELSEWHERE: ReadonlySet<Rubric['type']> = new Set([
  'entity_match',
  'knowledge_match',
  'same_shop',
  'budget_match',
]);

function queryOf(plan: Plan): Worded {
  const { task, requests, topic, avoid, draw } = plan;
  const { rubrics } = task.locked;
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  const knowledge = rubrics.find((rubric) => rubric.type === 'knowledge_match');
  const [only, ...others] = requests as [Request, ...Request[]];
  if (knowledge !== undefined) return questionAndProduct(only, knowledge, draw);
  const voucher = budget === undefined ? [] : [voucherSentence(budget, requests.length, draw)];
  if (others.length === 0) return writeRequest(only, patternsFor(task.intent, topic, avoid, draw), voucher, draw);
  return severalProducts(plan, voucher);
}

function questionAndProduct(request: Request, { id, expected_value }: Knowledge, draw: Draw): Worded {
  const { question } = expected_value;
  const product = describeProduct(request, draw);
  const pattern = pickOne(draw, 'knowledge', WORDINGS.knowledge);
  const text = pattern.replace(/\{(question|np)\}/g, (_, blank) => (blank === 'np' ? product.text : question));
  return { text: capitalised(text), surfaces: { ...product.surfaces, [id]: question } };
}

/** The voucher and, for several products, which shops it is good for. */
function voucherSentence({ id, expected_value }: Budget, products: number, draw: Draw): ReadySentence {
  const { voucher, budget } = expected_value;
  const { text, surface } = voucherSentences(voucher, budget, draw);
  if (products === 1) return { text, surfaces: { [id]: surface } };
  const conditions = voucher.issuer === 'shop' ? WORDINGS.shop_condition : WORDINGS.platform_condition;
  const condition = pickOne(draw, 'shops of the voucher', conditions);
  return { text: `${text} ${condition}`, surfaces: { [id]: `${text} ${condition}`.replace(/\.$/, '') } };
}

/** Several products in one text, with the words for a common shop where one is asked for. */
function severalProducts({ task, requests, draw }: Plan, ready: readonly ReadySentence[]): Worded {
  const products = requests.map((request, place) =>
    describeProduct(request, (label, below) => draw(`product ${place}/${label}`, below)),
  );
  const shop = task.locked.rubrics.find(({ type }) => type === 'same_shop');
  const pattern = pickOne(draw, 'list', shop === undefined ? WORDINGS.plain_list : WORDINGS.one_shop_list);
  const marked = /\[([^\]]+)\]/.exec(pattern)?.[1];
  const list = listOf(
    products.map(({ text }) => text),
    draw,
  );
  const opening = pattern.replace(/[[\]]/g, '').replace('{list}', () => list);
  const surfaces: Record<string, string> = Object.assign({}, ...products.map(({ surfaces: own }) => own));
  if (shop !== undefined && marked !== undefined) surfaces[shop.id] = marked;
  for (const { surfaces: carried } of ready) Object.assign(surfaces, carried);
  return { text: [capitalised(opening), ...ready.map(({ text }) => text)].join(' '), surfaces };
}

/** Descriptions hold commas, so what parts them is a number or a semicolon. */
function listOf(texts: readonly string[], draw: Draw): string {
  if (texts.length === 2 && texts.every((text) => !/,| and | that /.test(text))) return texts.join(' and ');
  const parts = chance(draw, 'numbered', 0.5) ? texts.map((text, place) => `(${place + 1}) ${text}`) : texts;
  return `${parts.slice(0, -1).join('; ')}; and ${parts.at(-1)}`;
}
