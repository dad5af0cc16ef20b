/** JSON as Python writes it, with a space after each comma and colon: so do the files of Amazon Reviews 2023. */
export const jsonList = (items: readonly string[]) => `[${items.join(', ')}]`;

/** Members whose values are JSON already. */
export const jsonObject = (members: readonly (readonly [key: string, value: string])[]) =>
  `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`;

export const jsonTexts = (texts: readonly string[]) => jsonList(texts.map((text) => JSON.stringify(text)));
