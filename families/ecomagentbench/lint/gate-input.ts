import { optionsIn } from '../../../catalog/index.ts';
import { NUMBER_DIALOGUES } from '../../../lexicon/index.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { Voucher, VoucherStep } from '../../../shopping/vouchers/schema.ts';
import type { GateInput } from '../../../stages/gate.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import type { Persona } from '../persona.ts';
import type { Wording } from '../wording.ts';
import { scriptOf } from './dialogue.ts';
import type { LintRubric, LintSample } from './sample.ts';

const MINOR_UNITS = 100;
const minor = (major: unknown): number => Math.round(Number(major) * MINOR_UNITS);

/** A published sample as gates see one of ours; what is not published is empty, and gates that need it are left out. */
export function gateInputOf(sample: LintSample, target: Product = targetOf(sample)): GateInput<Wording> {
  const rubrics = sample.rubrics.flatMap((rubric) => rubricOf(rubric, sample));
  const entity = sample.rubrics.find(({ type }) => type === 'entity_match')?.entity ?? null;
  return {
    task: {
      id: sample.id,
      family: 'ecomagentbench',
      intent: sample.intent,
      rank: sample.id,
      seed: 0,
      category: target.mainCategory,
      targetIds: [target.id],
      entities: [{ phrase: entity?.phrase ?? '-', titleSpan: entity?.span ?? '-', plural: false }],
      locked: {
        rubrics,
        implicit_rubric_ids: [...sample.implicitIds],
        voucher: rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value.voucher ?? null,
      },
      lockDigest: '',
      necessity: null,
      extracted: [],
      dropped: [],
    },
    wording: {
      query: sample.query ?? '',
      surfaces: Object.fromEntries(
        sample.rubrics.flatMap(({ id, surface }) => (surface === null ? [] : [[id, surface]])),
      ),
      persona: (sample.profile ?? { product_requirements: sample.requirements }) as unknown as Persona,
      script: scriptOf(sample),
    },
    targets: [target],
  };
}

const describe = ({ field, values, range }: LintRubric) =>
  range === null ? `${field} is "${values.join(', ')}"` : `${field} is ${JSON.stringify(range)}`;

/** A requirement in the form of ours; none where it cannot be one, such as a budget whose voucher is not published. */
function rubricOf(rubric: LintRubric, sample: LintSample): Rubric[] {
  const { id, type, field, source, values, range, entity } = rubric;
  const common = { id, info_source: source, description: describe(rubric) };
  const [value = ''] = values;
  switch (type) {
    case 'attribute_match': {
      const expected_value = values.length === 1 ? value : [...values];
      return [{ ...common, type, field: `details.${field}`, expected_value }];
    }
    case 'negative_attribute':
      return [{ ...common, type, field: `details.${field}`, expected_value: [...values] }];
    case 'numeric_range':
      return range === null ? [] : [{ ...common, type, field: numericField(field), expected_value: range }];
    case 'review_opinion':
      return [{ ...common, type, field, expected_value: { opinion: value, evidence: [] } }];
    case 'entity_match': {
      if (entity === null) return [];
      const { phrase, span } = entity;
      return [{ ...common, type, field: 'title', expected_value: phrase, canonical_entity: phrase, title_span: span }];
    }
    case 'budget_match': {
      const voucher = voucherOf(sample);
      const budget = minor(sample.voucher?.budget);
      return voucher === null ? [] : [{ ...common, type, field, expected_value: { budget, voucher } }];
    }
    default:
      return [];
  }
}

/** Numbers of any product, and the detail fields that are none of them. */
const numericField = (field: string) =>
  NUMBER_DIALOGUES.has(field) || field === 'budget' ? field : `details.${field}`;

/** The published voucher, whose amounts are in major units; null where there is none or it cannot be read. */
function voucherOf({ voucher }: LintSample): Voucher | null {
  if (voucher === null) return null;
  const { discount_type: kind, voucher_type: issuer, currency = DEFAULT_CURRENCY } = voucher;
  const isScheme = kind === 'tiered' || kind === 'stacked';
  const steps = (kind === 'tiered' ? voucher.tiers : kind === 'stacked' ? voucher.coupons : [voucher]) as
    | Record<string, unknown>[]
    | undefined;
  const read = steps?.map(({ threshold, face_value, discount, cap }): VoucherStep => {
    const rate = discount === null || discount === undefined ? null : Math.round(Number(discount) * 10_000);
    const most = cap === null || cap === undefined ? null : minor(cap);
    return {
      threshold: minor(threshold ?? 0),
      discount:
        rate === null
          ? { kind: 'fixed', off: minor(face_value) }
          : { kind: 'percentage', rateBasisPoints: rate, cap: most },
    };
  });
  if (read === undefined || read.length === 0) return null;
  return {
    scheme: isScheme ? kind : 'simple',
    issuer: issuer as Voucher['issuer'],
    currency: String(currency),
    steps: read,
  };
}

/** The target as far as it is published: its details are those given, or else what is asked of it. */
function targetOf({ target, rubrics, id, voucher }: LintSample): Product {
  const { title, store, main_category: category, price, average_rating, rating_number, details } = target;
  const stated: (readonly [string, string])[] =
    details === null || details === undefined
      ? rubrics
          .filter(({ type }) => type === 'attribute_match')
          .flatMap(({ field, values }) => values.map((value) => [field, value] as const))
      : Object.entries(details).map(([field, value]) => [field, [value].flat().join(', ')] as const);
  return {
    id: target.product_id ?? id,
    title: title ?? '',
    brand: null,
    store: store ?? null,
    shopId: null,
    mainCategory: category ?? 'unknown',
    category: target.categories ?? [category ?? 'unknown'],
    priceMinor: price === null || price === undefined ? null : minor(price),
    // A price is published without its currency: it is that of the amounts the query names.
    currency: price === null || price === undefined ? null : String(voucher?.currency ?? DEFAULT_CURRENCY),
    averageRating: average_rating ?? null,
    ratingCount: rating_number ?? null,
    features: [],
    description: [],
    details: Object.fromEntries(
      stated.map(([field, value]) => [field, { options: optionsIn(field, value), raw: [{ key: field, value }] }]),
    ),
    skuOptions: [],
    services: [],
    soldCount: null,
    origin: { file: id, line: 1 },
  };
}
