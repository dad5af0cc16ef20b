import type { Report } from '../../schemas/violation.ts';
import { normaliseValue } from '../../text/normalise.ts';
import type { Rubric } from '../kinds/index.ts';
import { boundSaid } from '../language/quantity-words.ts';
import type { JudgedSource, SemanticProof } from '../semantic.ts';

/** A text of a published sample that a judge could name. */
interface ReadText {
  readonly source: JudgedSource;
  /** Of an answer; null for every other text. */
  readonly slotId: string | null;
  readonly text: string;
}

interface Judged {
  readonly semantic: SemanticProof | undefined;
  readonly rubrics: readonly Rubric[];
  readonly implicitIds: readonly string[];
  readonly texts: readonly ReadText[];
}

const CODE = 'judgement_differs';
const SOURCES: Readonly<Record<Rubric['info_source'], JudgedSource>> = {
  query: 'query',
  persona: 'persona_requirements',
  clarification: 'clarification',
};

/**
 * Checks that the findings noted of models bear the sample out, where any read it: votes, sources, and words that stand
 * there.
 */
export function checkSemantic({ semantic, rubrics, implicitIds, texts }: Judged, report: Report): void {
  if (semantic === undefined) return;
  const { clues, sources } = semantic;
  if (!sameIds(clues, implicitIds))
    report(CODE, `votes are kept for ${idsIn(clues)}, and the query has clues for ${implicitIds.join(', ') || 'none'}`);
  for (const clue of clues) {
    const value = valueShown(rubrics.find(({ id }) => id === clue.rubric_id));
    // Where the value stands alone nobody was asked.
    const votes = clue.votes ?? [];
    const recovered = votes.filter((picked) => picked !== null && isSame(picked, value)).length;
    if (clue.votes !== null && (recovered !== clue.recovered || recovered * 2 <= votes.length))
      report(
        CODE,
        `${recovered} of ${votes.length} votes are for the value of ${clue.rubric_id}, ${clue.recovered} are claimed`,
      );
    const strange = [value, ...votes].find(
      (picked) => picked !== null && !clue.candidates.some((candidate) => isSame(candidate, picked)),
    );
    if (strange !== undefined)
      report(CODE, `"${String(strange)}" was not among the values to choose from for ${clue.rubric_id}`);
  }
  if (
    !sameIds(
      sources,
      rubrics.map(({ id }) => id),
    )
  )
    report(
      CODE,
      `sources are named for ${idsIn(sources)}, and the rubrics are ${rubrics.map(({ id }) => id).join(', ')}`,
    );
  for (const { rubric_id: id, named } of sources) {
    const rubric = rubrics.find((known) => known.id === id);
    if (rubric === undefined) continue;
    const own = SOURCES[rubric.info_source];
    if (!named.some(({ source }) => source === own)) report(CODE, `the judge did not find ${id} in its own source`);
    for (const { source, slot_id, quote } of named) {
      if (source !== own && rubric.type !== 'entity_match')
        report(CODE, `the judge found ${id} in the ${source}, which is not its own source`);
      const text = texts.find((read) => read.source === source && read.slotId === slot_id);
      if (text === undefined || !text.text.includes(quote))
        report(CODE, `the judge's quote "${quote}" for ${id} does not stand in the ${source}`);
    }
  }
}

/** Value that solvers are to find, or a bound in words. */
const valueShown = (rubric: Rubric | undefined): unknown =>
  rubric?.type === 'numeric_range' ? boundSaid(rubric.expected_value) : rubric?.expected_value;

/** Solvers are shown values as most products spell them. */
const isSame = (shown: string, value: unknown) => normaliseValue(shown) === normaliseValue(String(value));

const idsOf = (entries: readonly { readonly rubric_id: string }[]) => entries.map(({ rubric_id }) => rubric_id);
const idsIn = (entries: readonly { readonly rubric_id: string }[]) => idsOf(entries).join(', ') || 'none';
const sameIds = (entries: readonly { readonly rubric_id: string }[], ids: readonly string[]) =>
  idsOf(entries).toSorted().join('\n') === ids.toSorted().join('\n');
