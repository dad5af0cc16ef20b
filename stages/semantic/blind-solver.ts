import { z } from 'zod';
import { type Draw, shuffled } from '../../schemas/draw.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Asker, PromptedAnswer } from '../../schemas/model.ts';
import { detailFieldOf, type NumericRange, type Rubric } from '../../shopping/kinds/index.ts';
import { boundSaid } from '../../shopping/language/quantity-words.ts';
import type { ClueProof } from '../../shopping/semantic.ts';
import { type Candidates, candidatesFor, type OtherValues } from '../../shopping/shop-lexicon/candidates.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';
import { fenced } from '../../text/fenced-data.ts';
import { byCodeUnit } from '../../text/order.ts';

/** A rubric that the query carries by a clue, the clue, and what it has to be told apart from. */
interface Clue {
  readonly rubric: Rubric;
  /** The words of the query that stand for the value. */
  readonly text: string;
  /** Noun phrase of the product. */
  readonly product: string;
  readonly candidates: Candidates;
}

export interface SolvedClue {
  readonly clue: Clue;
  readonly proof: ClueProof;
  readonly answers: readonly PromptedAnswer<unknown>[];
}

interface Dependencies {
  readonly asker: Asker;
  readonly votes: number;
}

const CANNOT_TELL = 'cannot tell';

/** Times a bound that tell a clue understood from one that is not. */
const TIMES = [0.25, 0.5, 1, 2, 4];

/** A bound among others of its kind. */
function amountsAround({ min, max, unit }: NumericRange): Candidates {
  const bound = (min ?? max) as number;
  const said = (times: number) =>
    boundSaid(min === undefined ? { max: bound * times, unit } : { min: bound * times, unit });
  return { values: TIMES.map(said).sort(byCodeUnit), hidden: said(1) };
}

/** The clue of an implicit rubric, among other values of its field. */
export function clueOf(task: LockedTask, rubric: Rubric, text: string, draw: Draw, others: OtherValues): Clue {
  const field = detailFieldOf(rubric.field);
  const product = entityAt(task, rubric.target).phrase;
  if (rubric.type === 'numeric_range' && field !== null)
    return { rubric, text, product, candidates: amountsAround(rubric.expected_value) };
  if (rubric.type !== 'attribute_match' || typeof rubric.expected_value !== 'string' || field === null)
    throw new RangeError(`${task.id}: ${rubric.id} is implicit, and not one value of a detail field`);
  return {
    rubric,
    text,
    product,
    candidates: candidatesFor(rubric.expected_value, field, others, (label, below) =>
      draw(`${rubric.id}/${label}`, below),
    ),
  };
}

/**
 * Has a clue solved by those who see the clue, the kind of product and the candidates in an order of their own, and
 * nothing else. Each vote is a question of its own; all are asked, so that the proof says how sure they were. Nobody is
 * asked about a clue with one candidate, which no solver could miss.
 */
export async function solve(
  task: LockedTask,
  clue: Clue,
  draw: Draw,
  { asker, votes }: Dependencies,
): Promise<SolvedClue> {
  const { rubric, text, product, candidates } = clue;
  const shared = { rubric_id: rubric.id, candidates: [...candidates.values] };
  if (candidates.values.length === 1) return { clue, proof: { ...shared, votes: null, recovered: null }, answers: [] };
  const ballots = await Promise.all(
    Array.from({ length: votes }, async (_, vote) => {
      const shown = shuffled(draw, `${rubric.id}/vote ${vote}`, candidates.values);
      const answer = await asker.ask({
        role: 'blind_solver',
        prompt: `${task.family}/blind_solver.md`,
        blanks: {
          product: fenced('product', product),
          clue: fenced('clue', text),
          candidates: fenced('candidates', shown.map((value, place) => `${place + 1}. ${value}`).join('\n')),
        },
        reply: { name: 'blind_choice', schema: choiceAmong(shown.length) },
        taskId: task.id,
        attempt: vote,
      });
      return { answer, picked: shown[Number(answer.value.choice) - 1] ?? null };
    }),
  );
  const picks = ballots.map(({ picked }) => picked);
  return {
    clue,
    proof: { ...shared, votes: picks, recovered: picks.filter((picked) => picked === candidates.hidden).length },
    answers: ballots.map(({ answer }) => answer),
  };
}

const choiceAmong = (count: number) =>
  z.strictObject({ choice: z.enum([...Array.from({ length: count }, (_, place) => String(place + 1)), CANNOT_TELL]) });

/** Clues that no strict majority of the solvers saw through. */
export function clueFindings(solved: readonly SolvedClue[], query: string): Finding[] {
  return solved.flatMap(({ clue: { rubric, text, candidates }, proof: { votes, recovered } }) => {
    if (votes === null || recovered * 2 > votes.length) return [];
    const others = Map.groupBy(
      votes.filter((picked) => picked !== candidates.hidden),
      (picked) => (picked === null ? 'cannot tell' : `"${picked}"`),
    );
    const picked = [...others].map(([name, { length }]) => `${name} ${length}`).join(', ');
    const start = query.indexOf(text);
    return [
      {
        code: 'clue_unrecoverable',
        path: 'user_query',
        rubricId: rubric.id,
        detail: `${rubric.description}: "${text}" has ${recovered} of ${votes.length} votes for it (${picked})`,
        ...(start === -1 ? {} : { spans: [{ start, end: start + text.length }] }),
      },
    ];
  });
}
