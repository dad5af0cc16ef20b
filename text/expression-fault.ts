/**
 * Says why a text is no regular expression, in the words of the engine that reads it ("unterminated group"); null where it is
 * one.
 */
export function expressionFault(text: string, flags: string): string | null {
  try {
    new RegExp(text, flags);
    return null;
  } catch (error) {
    const reason = (error as Error).message.split(': ').at(-1) ?? '';
    return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`;
  }
}
