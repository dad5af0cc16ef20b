import { z } from 'zod';
import type { Draw } from '../../../schemas/draw.ts';
import { NotAskedError, UnusableReplyError } from '../../../schemas/errors.ts';
import type { Asker, PromptedQuestion } from '../../../schemas/model.ts';
import type { Product, Review } from '../../../schemas/product.ts';
import { plannedLanguage } from '../../../shopping/language/query-question.ts';
import { NO_SOURCES, type ReplySources, withAnswers } from '../../../shopping/language/reply-sources.ts';
import { fenced, fencedJson } from '../../../text/fenced-data.ts';
import { goodReviews, type ProposedOpinion, proposeOpinions } from './index.ts';
import { type OpinionProposals, provenOpinions } from './proposals.ts';

export interface OpinionRequest {
  readonly taskId: string;
  readonly reviews: readonly Review[];
  readonly product: Pick<Product, 'title' | 'details'>;
  /** True where the product is spoken of in the plural. */
  readonly plural: boolean;
  /** Tells whether a text states a value that is or could be scored. */
  statesFact(text: string): boolean;
}

interface ModelOpinions extends OpinionProposals, ReplySources {}

/** Limits on a prompt and a reply: numbers of entries, and lengths of texts in characters. */
const MOST = { reviews: 12, reviewLength: 1200, productLength: 3000, proposals: 12, quotes: 12, text: 400 };

const text = () =>
  z.string().refine(({ length }) => length <= MOST.text, { error: `expected at most ${MOST.text} characters` });
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).refine(({ length }) => length <= most, { error: `expected at most ${most} entries` });

const OpinionReply = z.strictObject({
  opinions: listOf(
    z.strictObject({
      opinion: text(),
      evidence: listOf(z.strictObject({ review: z.number(), quote: text() }), MOST.quotes),
    }),
    MOST.proposals,
  ),
});
type OpinionReply = z.infer<typeof OpinionReply>;

function opinionQuestion(
  { taskId, product: { title, details }, plural }: OpinionRequest,
  shown: readonly Review[],
): PromptedQuestion<OpinionReply> {
  const facts = Object.entries(details).map(([field, { options }]) => `${field}: ${options.join(', ')}`);
  return {
    role: 'opinion_proposer',
    prompt: 'ecomagentbench/opinion_proposer.md',
    blanks: {
      plan: fencedJson('plan', { ...plannedLanguage(), product_is_plural: plural }),
      product: fenced('product', [title, ...facts].join('\n'), MOST.productLength),
      reviews: shown.map((review, at) => fenced(`review ${at + 1}`, review.text, MOST.reviewLength)).join('\n'),
    },
    reply: { name: 'opinions', schema: OpinionReply },
    taskId,
    attempt: 0,
  };
}

/**
 * Up to two opinions that a model finds in a product's good reviews, as far as code can prove them. Nothing is asked about
 * a product without such reviews. Rejects with a ModelError when no fitting reply could be had.
 */
export async function proposeOpinionsByModel(asker: Asker, request: OpinionRequest): Promise<ModelOpinions> {
  const reviews = goodReviews(request.reviews)
    .filter((review) => review.text.trim() !== '')
    .slice(0, MOST.reviews);
  if (reviews.length === 0) return { opinions: [], rejected: [], ...NO_SOURCES };
  const { product, statesFact } = request;
  const answer = await asker.ask(opinionQuestion(request, reviews));
  return {
    ...provenOpinions(answer.value.opinions, { reviews, product, statesFact }),
    ...withAnswers(NO_SOURCES, [answer]),
  };
}

/** The finder of a task's opinions, and the prompts and replies they came from. */
export interface OpinionOrigin {
  readonly by: 'model' | 'phrases';
  readonly sources: ReplySources;
}

/**
 * The opinions a model finds. Where nothing it sends can be used, and in a dry run, those of the phrase tables stand in:
 * both are kept only with their quotes, so the proof is as good, and no task stays open for want of a proposal.
 */
export async function opinionsByModelOr(
  byPhrases: () => ProposedOpinion[],
  asker: Asker,
  request: OpinionRequest,
): Promise<OpinionOrigin & Pick<OpinionProposals, 'opinions'>> {
  try {
    const { opinions, promptDigests, replyDigests } = await proposeOpinionsByModel(asker, request);
    return { opinions, by: 'model', sources: { promptDigests, replyDigests } };
  } catch (error) {
    if (!(error instanceof UnusableReplyError || error instanceof NotAskedError)) throw error;
    return { opinions: byPhrases(), by: 'phrases', sources: NO_SOURCES };
  }
}

type TaskOpinions = OpinionRequest & { readonly draw: Draw };

/** Proposes opinions of tasks. */
interface OpinionProposer {
  propose(request: TaskOpinions): Promise<readonly ProposedOpinion[]>;
  /** Hands out, once, whom the opinions of a task came from, where models are asked. */
  takeOrigin?: (taskId: string) => OpinionOrigin | undefined;
}

/** Proposes opinions of tasks by phrases, or by models where they are asked. */
export function opinionsOfTasks(asker: Asker | null): OpinionProposer {
  const byPhrases = ({ reviews, product, draw, statesFact, plural }: TaskOpinions) =>
    proposeOpinions(reviews, product, draw, statesFact, { plural });
  if (asker === null) return { propose: async (request) => byPhrases(request) };
  const origins = new Map<string, OpinionOrigin>();
  return {
    async propose(request) {
      const { draw: _draw, ...asked } = request;
      const { opinions, ...origin } = await opinionsByModelOr(() => byPhrases(request), asker, asked);
      origins.set(request.taskId, origin);
      return opinions;
    },
    takeOrigin(taskId) {
      const origin = origins.get(taskId);
      origins.delete(taskId);
      return origin;
    },
  };
}
