import { type Draw, shuffled } from '../../schemas/draw.ts';
import { UndecidedError } from '../../schemas/errors.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Asker, PromptedAnswer } from '../../schemas/model.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';
import { fenced } from '../../text/fenced-data.ts';
import { cleanText } from '../../text/normalise.ts';
import { type Judgement, judgeReply, readReply, type Undecided } from './judge-reply.ts';
import type { JudgedText } from './texts.ts';

interface Dependencies {
  readonly asker: Asker;
  /** Replies that are waited for until one decides. */
  readonly tries: number;
}

interface Judged {
  /** By rubric id. */
  readonly judgement: Judgement;
  readonly answers: readonly PromptedAnswer<unknown>[];
}

/**
 * Asks the judge in which of the texts each requirement stands. It is told no source: even the ids are dealt anew, since
 * rubrics are numbered by source. A reply that does not decide is asked for again, with what was wrong with it; a
 * UndecidedError where none decides.
 */
export async function judge(
  task: LockedTask,
  texts: readonly JudgedText[],
  draw: Draw,
  { asker, tries }: Dependencies,
): Promise<Judged> {
  const rubrics = shuffled(draw, 'requirements', task.locked.rubrics);
  const ids = rubrics.map((_, place) => `q${place + 1}`);
  const answers: PromptedAnswer<unknown>[] = [];
  let undecided: Undecided = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    const answer = await asker.ask({
      role: 'judge',
      prompt: `${task.family}/judge.md`,
      blanks: {
        texts: texts.map(asData).join('\n\n'),
        requirements: fenced(
          'requirements',
          rubrics.map((rubric, place) => `${ids[place]}: ${requirementWords(task, rubric)}`).join('\n'),
        ),
        undecided: undecided.length === 0 ? 'none' : undecided.map((problem) => `- ${problem}`).join('\n'),
      },
      reply: {
        name: 'judgement',
        schema: judgeReply(texts.map(({ name }) => name)),
        problemOf(value) {
          const read = readReply(value, ids, texts);
          return 'undecided' in read ? read.undecided.join('; ') : null;
        },
      },
      taskId: task.id,
      attempt,
    });
    answers.push(answer);
    const read = readReply(answer.value, ids, texts);
    if ('judgement' in read) {
      const { support, unnatural } = read.judgement;
      const byRubric = new Map(rubrics.map(({ id }, place) => [id, support.get(ids[place] as string) ?? []]));
      return { judgement: { support: byRubric, unnatural }, answers };
    }
    undecided = read.undecided;
  }
  throw new UndecidedError(
    `the judge did not decide on ${task.id} in ${tries} replies, and its replies are kept; another --judge-model or more models.judge.tries may decide. The last one: ${undecided.join('; ')}`,
  );
}

const asData = ({ name, text, askedAbout }: JudgedText) =>
  fenced(name, askedAbout === null ? text : `asked about: ${askedAbout}\nanswer: ${text}`);

/**
 * A rubric in the words the judge is given, made by code. Several products are numbered, since two of them may be called
 * the same. A question stands in the place of its answer: whether the query asks it can be read; whether the answer is
 * right would be a test of what the judge knows.
 */
export function requirementWords(task: LockedTask, rubric: Rubric): string {
  const words =
    rubric.type === 'knowledge_match'
      ? `the product is named after the answer to: ${rubric.expected_value.question}`
      : rubric.description;
  if (rubric.target === undefined) return words;
  return `product ${rubric.target + 1} (${entityAt(task, rubric.target).phrase}): ${words}`;
}

const MOST_REASON_CHARACTERS = 300;

/** Requirements that do not stand in their own text, or stand in another too; every text may name the product. */
export function sourceFindings(
  { locked }: LockedTask,
  texts: readonly JudgedText[],
  { support }: Judgement,
): Finding[] {
  return locked.rubrics.flatMap((rubric) => {
    const { id: rubricId, description, info_source, type } = rubric;
    const own = texts.find((text) => text.tells(rubric));
    const named = support.get(rubricId) ?? [];
    const found = (path: string, detail: string): Finding => {
      return { code: 'source_unsupported', path, rubricId, detail: `${description}: ${detail}` };
    };
    const missing = named.some(({ text }) => text === own)
      ? []
      : [found(own?.path ?? info_source, 'the judge does not find it here')];
    const elsewhere = named.filter(({ text }) => text !== own && type !== 'entity_match');
    return [
      ...missing,
      ...elsewhere.map(({ text: { name, path, text, isWhole }, span }) => ({
        ...found(path, `${name} gives it away with "${text.slice(span.start, span.end)}"`),
        ...(isWhole ? { spans: [span] } : {}),
      })),
    ];
  });
}

/** The judge's words on why the query does not read like a person's; the reason is a model's, so it is cleaned and cut. */
export function naturalnessFindings({ unnatural }: Judgement, query: string): Finding[] {
  if (unnatural === null) return [];
  const { span, reason } = unnatural;
  const detail = `"${query.slice(span.start, span.end)}": ${cleanText(reason).slice(0, MOST_REASON_CHARACTERS)}`;
  return [{ code: 'unnatural', path: 'user_query', detail, spans: [span] }];
}
