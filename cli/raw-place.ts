/** Counts what stands in a raw file: rows where a text may go over many lines, lines elsewhere. */
export const placeWord = (file: string): 'row' | 'line' => (/\.json(?:\.gz)?$/.test(file) ? 'row' : 'line');

/** The place of a raw row, such as "shop.csv:12" or "shop.json, row 12". */
export const rawPlace = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  placeWord(file) === 'row' ? `${file}, row ${line}` : `${file}:${line}`;
