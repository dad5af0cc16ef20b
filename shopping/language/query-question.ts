import { z } from 'zod';
import { otherLanguage, readWords } from '../../lexicon/index.ts';
import { type Draw, pickOne } from '../../schemas/draw.ts';
import type { PromptedQuestion } from '../../schemas/model.ts';
import { fencedJson } from '../../text/fenced-data.ts';
import type { Attempt, QueryWording } from '../draft.ts';
import type { LockedTask } from '../task.ts';
import { QueryReply } from './query-reply.ts';
import { type PlannedRequirement, plannedRequirement } from './requirement-plan.ts';
import { retold, shownTries } from './retold-findings.ts';

const VOICES = z.array(z.string().min(1)).min(1).parse(readWords('voices.yaml'));

/** All a query writer is told of a task. */
interface QueryPlan {
  readonly intent: string;
  /** Language it is to be written in, where that is not English. */
  readonly language?: string;
  /** In the order of the requirements' `product`. */
  readonly products: readonly { readonly noun_phrase: string; readonly plural: boolean }[];
  readonly requirements: readonly PlannedRequirement[];
}

interface QueryQuestionOptions {
  readonly family: string;
  /** ISO code of the currency prices are in. */
  readonly currency: string;
  readonly draw: Draw;
  /** Adds a family's own keys to the plan of a requirement. */
  more?(requirement: PlannedRequirement): object;
}

const rubricsOfQuery = ({ locked }: LockedTask) => locked.rubrics.filter(({ info_source }) => info_source === 'query');

function planOf(task: LockedTask, { currency, draw, more = () => ({}) }: QueryQuestionOptions): QueryPlan {
  const implicit = new Set(task.locked.implicit_rubric_ids);
  return {
    intent: task.intent,
    ...plannedLanguage(),
    products: task.entities.map(({ phrase, plural }) => ({ noun_phrase: phrase, plural })),
    requirements: rubricsOfQuery(task)
      .map((rubric) => plannedRequirement(rubric, implicit.has(rubric.id), currency, draw))
      .map((requirement) => ({ ...requirement, ...more(requirement) })),
  };
}

/** The language as the plan of a text names it: nothing of English. */
export function plannedLanguage(): { language?: string } {
  const language = otherLanguage();
  return language === null ? {} : { language: language.name };
}

/** Words a query of so many requirements takes; a voucher takes sentences of its own. */
function lengthFor({ requirements }: QueryPlan): string {
  const voucher = requirements.some(({ type }) => type === 'budget_match');
  const count = requirements.length;
  const { length = 1, length_in = 'words' } = otherLanguage() ?? {};
  const [least, most] = [7 * count + (voucher ? 20 : 0), 12 * count + (voucher ? 40 : 5)];
  return `${Math.round(least * length)} to ${Math.round(most * length)} ${length_in}`;
}

/** Earlier tries whose query the gates turned down, with their findings as far as the writer may know them. */
function triedQueries(earlier: readonly Attempt<QueryWording>[], known: ReadonlySet<string>): string {
  const tries = earlier.flatMap(({ wording: { query, surfaces }, findings }) => {
    const own = findings.filter(({ path }) => /^(?:user_query|surfaces)(?:\.|$)/.test(path));
    return own.length === 0 ? [] : [{ query, surfaces, findings: retold(own, { user_query: query, surfaces }, known) }];
  });
  return shownTries(tries);
}

/**
 * Builds the question to a query writer: the plan of its part, a voice, a length, and what was wrong with earlier
 * tries.
 */
export function queryQuestion(
  task: LockedTask,
  earlier: readonly Attempt<QueryWording>[],
  options: QueryQuestionOptions,
): PromptedQuestion<QueryReply> {
  const plan = planOf(task, options);
  return {
    role: 'query_writer',
    prompt: `${options.family}/query_writer.md`,
    blanks: {
      plan: fencedJson('plan', plan),
      voice: pickOne(options.draw, 'voice', VOICES),
      length: lengthFor(plan),
      earlier: triedQueries(earlier, new Set(rubricsOfQuery(task).map(({ id }) => id))),
    },
    reply: { name: 'query', schema: QueryReply },
    taskId: task.id,
    attempt: earlier.length,
  };
}
