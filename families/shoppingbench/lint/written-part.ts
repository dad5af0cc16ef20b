/** The voucher's rules as the published benchmark appends them by code, the same sentences in every task. */
const APPENDED_RULES = /\n\s*My budget is only `[\s\S]*$/;

/**
 * The query as its writer wrote it. Appended rules are cut off: their numbers trace no value ("a cap of `100`" is not a
 * volume of 100), and their sentences make any two queries alike.
 */
export const writtenPart = (query: string): string => query.replace(APPENDED_RULES, '');

/** The appended rules, or null where the writer told them in their own words. */
export const appendedRules = (query: string): string | null => APPENDED_RULES.exec(query)?.[0] ?? null;
