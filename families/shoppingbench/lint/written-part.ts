/** How the voucher's rules begin where the published benchmark appends them by code, the same sentences in every task. */
const OPENING = 'My budget is only `';

/** Where the appended rules begin, the line break before them included; the query's length where there are none. */
function rulesStart(query: string): number {
  for (let at = query.indexOf(OPENING); at >= 0; at = query.indexOf(OPENING, at + 1)) {
    const written = query.slice(0, at).trimEnd().length;
    const lineBreak = query.slice(written, at).indexOf('\n');
    if (lineBreak >= 0) return written + lineBreak;
  }
  return query.length;
}

/**
 * The query as its writer wrote it. Appended rules are cut off: their numbers trace no value ("a cap of `100`" is not a
 * volume of 100), and their sentences make any two queries alike.
 */
export const writtenPart = (query: string): string => query.slice(0, rulesStart(query));

/** The appended rules, or null where the writer told them in their own words. */
export const appendedRules = (query: string): string | null => query.slice(rulesStart(query)) || null;
