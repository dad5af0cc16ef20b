import type { Finding } from '../../schemas/finding.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { cleanText } from '../../text/normalise.ts';
import type { Judgement } from './judge-reply.ts';
import type { JudgedText } from './texts.ts';

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
