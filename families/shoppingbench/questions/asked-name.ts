/** People and works: what is asked for by name, which may be an ordinary word as well ("Winter", "Fly"). */
const NAMED =
  `actor|actress|album|artwork|artist|author|band|book|boy|brother|character|collection|cousin|daughter|director|
  episode|establishment|exhibition|father|film|girl|group|husband|man|mother|movie|musical|novel|opera|painter|painting|person|
  piece|play|player|poem|poet|project|sculpture|series|show|singer|single|sister|son|song|track|wife|winner|woman|writer`
    .split('|')
    .map((noun) => noun.trim())
    .join('|');

/** Words between the question word and what it asks for: "the ninth", "Shakespeare", "1987 crime". */
const BETWEEN = "(?:(?!(?:is|was|are|were|do|does|did|has|had|in|on|at|by|of) )[\\w'’-]+ ){0,4}";

const ASKS_FOR_NAME: readonly RegExp[] = [
  /^(?:[a-z]+ )?(?:who|whose|whom)\b/i,
  /\b(?:surname|nickname|pseudonym|(?:first|last|middle|given|family|maiden|stage|pen) name)\b/,
  new RegExp(`\\b(?:[Ww]hat|[Ww]hich|name of|title of) (?:(?:is|was|are|were) )?${BETWEEN}(?:${NAMED})\\b`),
];

/** Whether the answer to a question is the name of a person or a work rather than a word for a thing. */
export const asksForName = (question: string): boolean => ASKS_FOR_NAME.some((pattern) => pattern.test(question));
