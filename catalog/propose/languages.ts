import { languageInForce } from '../../lexicon/index.ts';
import type { Draft } from './draft.ts';
import { languageSaidIn, withoutForm } from './header.ts';
import type { Column } from './profile.ts';

/**
 * Columns of which none says in another language, or for another channel, what one of them says: of "name-de_DE" and
 * "name-en_US" that in the language that texts are written in, or else in the language that most columns are in.
 */
export function inOneLanguage(columns: readonly Column[], draft: Draft): readonly Column[] {
  const counts = new Map<string, number>();
  for (const { name } of columns) {
    const language = languageSaidIn(name);
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts.size === 0) return columns;
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const wanted = counts.has(languageInForce()) ? languageInForce() : most;
  const alike = Map.groupBy(columns, ({ name }) => (languageSaidIn(name) === null ? null : withoutForm(name)));
  const left = new Set<Column>();
  for (const [base, group] of alike) {
    if (base === null) continue;
    const kept = group.find(({ name }) => languageSaidIn(name) === wanted) ?? group[0];
    const others = group.filter((column) => column !== kept);
    for (const column of others) left.add(column);
    draft.note(null, others, `said for another language or channel in "${kept?.name}"`);
  }
  return columns.filter((column) => !left.has(column));
}
