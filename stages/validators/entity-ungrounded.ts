import { tokensOf } from '../../catalog/text/normalise.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Gate } from './gate.ts';

const CODE = 'entity_ungrounded';

/** Forms a word is allowed to take between title and phrase: "batteries" and "battery", "cases" and "case". */
function numberForms(word: string): string[] {
  const singular = word.replace(/ies$/, 'y');
  return [word, singular, word.replace(/es$/, ''), word.replace(/(?<!s)s$/, '')];
}

const sameNoun = (a: string, b: string) =>
  numberForms(a).some((form) => form.length > 1 && numberForms(b).includes(form));

/**
 * Finds a noun phrase the target's title does not hold: exactly one entity rubric must stand, its title span must be in
 * the title character by character, and every word of the phrase must be a whole word of the span.
 */
export const entityUngrounded: Gate = ({ task, targets }) => {
  const entities = task.locked.rubrics.filter((rubric) => rubric.type === 'entity_match');
  const findings: Finding[] = [];
  if (entities.length !== 1) {
    const detail = `${entities.length} rubrics name the product, expected exactly one`;
    findings.push({ code: CODE, path: 'rubrics', detail });
  }
  for (const { id, canonical_entity: phrase, title_span: span } of entities) {
    const report = (detail: string) => findings.push({ code: CODE, path: `rubrics.${id}`, rubricId: id, detail });
    for (const { title } of targets) {
      if (!title.includes(span)) report(`title span "${span}" is not in the title "${title}"`);
    }
    const spanWords = tokensOf(span);
    const words = tokensOf(phrase);
    const strange = words.filter((word) => !spanWords.some((other) => sameNoun(word, other)));
    if (words.length === 0) report(`"${phrase}" has no word`);
    if (strange.length > 0) report(`"${phrase}" has ${strange.join(', ')}, which "${span}" has not`);
  }
  return findings;
};
