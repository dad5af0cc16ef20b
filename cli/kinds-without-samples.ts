import { z } from 'zod';
import type { RunRecords } from '../pipeline/folder/run-records.ts';
import type { KindWithoutSample } from '../schemas/audit.ts';
import { counted } from '../text/numbers.ts';
import { byCodeUnit } from '../text/order.ts';

/** With fewer products, or a smaller part of those that were tried, a kind is not missed. */
const LEAST_PRODUCTS = 10;
const LEAST_SHARE = 0.05;
const MOST_NAMED = 3;

const Entities = z.looseObject({ entities: z.array(z.looseObject({ phrase: z.string() })).min(1) });
const Rubrics = z.looseObject({
  rubrics: z.array(z.looseObject({ type: z.string(), expected_value: z.unknown() })),
});

/** The first kind of product that one of some records of a task names; null where none names any. */
function kindIn(records: readonly unknown[]): string | null {
  for (const record of records) {
    const read = Entities.safeParse(record);
    if (read.success) return read.data.entities[0]?.phrase ?? null;
  }
  return null;
}

/** The kinds of products that a published sample asks for. */
function kindsOf(sample: unknown): string[] {
  const read = Rubrics.safeParse(sample);
  return read.success
    ? read.data.rubrics.flatMap(({ type, expected_value: noun }) =>
        type === 'entity_match' && typeof noun === 'string' ? [noun] : [],
      )
    : [];
}

const endsIn = (kind: string, noun: string) => ` ${kind}`.toLowerCase().endsWith(` ${noun.toLowerCase()}`);

interface Tried {
  readonly kind: string;
  readonly products: Set<string>;
  readonly codes: Map<string, number>;
}

/**
 * Finds the kinds that many of the products of a run are while no sample asks for one, with the code that most of their
 * tasks were rejected for; most products first. None is a kind of which as many products or more were fit as were not.
 */
export function kindsWithoutSample(
  run: Pick<RunRecords, 'ledger' | 'samples' | 'rejections'>,
): readonly KindWithoutSample[] {
  const kinds = new Map<string, Tried>();
  const products = new Set<string>();
  for (const { value } of run.rejections()) {
    const kind = kindIn([value.evidence, value.record]);
    const [product] = value.target_ids;
    if (kind === null || product === undefined) continue;
    const key = kind.toLowerCase();
    const tried = kinds.get(key) ?? { kind, products: new Set(), codes: new Map() };
    kinds.set(key, tried);
    tried.products.add(product);
    products.add(product);
    tried.codes.set(value.code, (tried.codes.get(value.code) ?? 0) + 1);
  }
  let missed = [...kinds.values()].filter(
    (tried) => tried.products.size >= Math.max(LEAST_PRODUCTS, LEAST_SHARE * products.size),
  );
  // Frequent kinds are soon asked for: few samples need be read.
  for (const { value } of run.samples(z.unknown())) {
    const nouns = kindsOf(value);
    missed = missed.filter(({ kind }) => !nouns.some((noun) => endsIn(kind, noun) || endsIn(noun, kind)));
    if (missed.length === 0) return [];
  }
  const used = new Set<string>();
  for (const { value } of run.ledger())
    if (value.status !== 'rejected') for (const id of value.target_ids) used.add(id);
  return missed
    .filter((tried) => [...tried.products].filter((id) => used.has(id)).length < tried.products.size / 2)
    .map(({ kind, products, codes }) => {
      const [code = ''] = [...codes].sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b))[0] ?? [];
      return { kind, products: products.size, code };
    })
    .sort((a, b) => b.products - a.products || byCodeUnit(a.kind, b.kind));
}

/** Names kinds of products that no sample asks for; null where there are none. */
export function kindsText(kinds: readonly KindWithoutSample[]): string | null {
  if (kinds.length === 0) return null;
  const named = kinds
    .slice(0, MOST_NAMED)
    .map(
      ({ kind, products, code }) => `${kind} (${counted(products, 'product', 'products')} tried, most often ${code})`,
    );
  const more = kinds.length > MOST_NAMED ? `, and ${counted(kinds.length - MOST_NAMED, 'more kind')}` : '';
  return `No sample asks for ${named.join(', ')}${more}`;
}
