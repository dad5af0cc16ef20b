/** Forms a word is allowed to take between title, phrase and query: "batteries" and "battery", "cases" and "case". */
function numberForms(word: string): string[] {
  const singular = word.replace(/ies$/, 'y');
  return [word, singular, word.replace(/es$/, ''), word.replace(/(?<!s)s$/, '')];
}

/** Whether two words are one noun, in the singular or the plural. */
export const sameNoun = (a: string, b: string): boolean =>
  a === b || numberForms(a).some((form) => form.length > 1 && numberForms(b).includes(form));
