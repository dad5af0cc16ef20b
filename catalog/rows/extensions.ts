const zippedToo = (names: readonly string[]) => names.flatMap((name) => [name, `${name}.gz`]);

/** The names of files in a folder that are read. */
export const EXTENSIONS: readonly string[] = zippedToo(['.jsonl', '.ndjson', '.json', '.csv', '.tsv', '.xml']);
/** Many feeds of tab-separated values end so, and many other files: one is read where it is named itself. */
export const NAMED_EXTENSIONS: readonly string[] = [...EXTENSIONS, ...zippedToo(['.txt'])];

/** Tells whether a file has a name that ends so, in any letters: "EXPORT.CSV". */
export const endsWith = (path: string, extension: string): boolean => path.toLowerCase().endsWith(extension);
