import type { Overruled } from '../../schemas/override.ts';
import type { QueryWording, Targets } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import type { ReplySources } from '../../shopping/language/reply-sources.ts';
import { lexiconNoted } from '../../shopping/shop-lexicon/digest.ts';
import type { Locked, LockedTask } from '../../shopping/task.ts';

/** A task with its texts and proof, and where they come from: what a family publishes as a line. */
export interface Publication<Words extends QueryWording, Proof> {
  readonly task: LockedTask;
  readonly wording: Words;
  readonly proof: Proof;
  readonly targets: Targets;
  /** Tries at its texts, the one that passed among them. */
  readonly attempts: number;
  readonly writer: string;
  readonly model: string | null;
  readonly catalogDigest: string;
  readonly sources: ReplySources;
  /** People's decision to let its text pass that a gate had turned down. */
  readonly overruled?: Overruled | undefined;
}

type Origins = Omit<Publication<QueryWording, unknown>, 'task' | 'wording' | 'proof' | 'targets'>;

/** The keys that every family publishes of where a sample comes from; `noted` stands before what people decided of it. */
export const provenanceOf = <Noted extends object>(
  seed: number,
  { writer, model, sources, catalogDigest, attempts, overruled }: Origins,
  noted = {} as Noted,
) => ({
  seed,
  writer,
  model,
  prompt_digests: [...sources.promptDigests],
  reply_digests: [...sources.replyDigests],
  catalog_digest: catalogDigest,
  ...lexiconNoted(),
  attempts,
  ...noted,
  ...(overruled === undefined ? {} : { overruled }),
});

interface PublishedOrigins {
  readonly attempts: number;
  readonly writer: string;
  readonly model: string | null;
  readonly catalog_digest: string;
  readonly prompt_digests: readonly string[];
  readonly reply_digests: readonly string[];
  readonly overruled?: Overruled | undefined;
}

/** Reads the origins that a published sample states. */
export const originsIn = (provenance: PublishedOrigins): Origins => ({
  attempts: provenance.attempts,
  writer: provenance.writer,
  model: provenance.model,
  catalogDigest: provenance.catalog_digest,
  sources: { promptDigests: provenance.prompt_digests, replyDigests: provenance.reply_digests },
  overruled: provenance.overruled,
});

/** Adds to a rubric the words of the query that carry it, where there are any. */
export const worded =
  ({ surfaces }: Pick<QueryWording, 'surfaces'>) =>
  (rubric: Rubric): Rubric => {
    const surface = surfaces[rubric.id];
    return surface === undefined ? rubric : { ...rubric, query_surface: surface };
  };

/** A published rubric without the words of the query that carry it, as it was locked. */
export const unworded = ({ query_surface: _words, ...rubric }: Rubric): Rubric => rubric as Rubric;

type Read = Pick<LockedTask, 'id' | 'family' | 'intent'> & {
  readonly implicit_rubric_ids?: string[];
  readonly lock: { readonly digest: string };
  readonly provenance: { readonly seed: number };
};

/** The task a published sample was made from. What is not published is empty, such as how its noun phrases are inflected. */
export function taskRead(
  { id, family, intent, implicit_rubric_ids = [], lock, provenance: { seed } }: Read,
  { category, targetIds, rubrics }: Pick<LockedTask, 'category' | 'targetIds'> & Pick<Locked, 'rubrics'>,
): LockedTask {
  return {
    ...{ id, family, intent, rank: id, seed, category, targetIds },
    entities: rubrics
      .filter((rubric) => rubric.type === 'entity_match')
      .toSorted((a, b) => (a.target ?? 0) - (b.target ?? 0))
      .map(({ expected_value: phrase, title_span: titleSpan }) => ({ phrase, titleSpan, plural: false })),
    locked: {
      rubrics,
      implicit_rubric_ids,
      voucher: rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value.voucher ?? null,
    },
    lockDigest: lock.digest,
    ...{ necessity: null, extracted: [], dropped: [] },
  };
}
