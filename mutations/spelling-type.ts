/** One way to write a value differently; null where it makes no difference to this value or no sense. */
export interface Spelling {
  readonly name: string;
  spell(value: string, field: string): string | null;
}

/** A spelling that makes a difference. */
export const changed = (value: string, spelled: string) => (spelled === value ? null : spelled);

export const spelling = (name: string, spell: Spelling['spell']): Spelling => ({ name, spell });
const LATIN = /^[\x20-\x7e]+$/;
/** A value of plain letters, three of them in a row. */
export const isWordy = (value: string): boolean => /[a-z]{3}/i.test(value) && LATIN.test(value);
export const letters = (value: string): string[] => [...value];
