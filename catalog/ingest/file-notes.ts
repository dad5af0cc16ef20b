/** Sentences that are told of a file at every build from it, once it was read. */
export const NOTES = {
  brokenOff: (file: string, why: string) => `${file}: ${why}; the rest of the file is not in the catalog`,
  encoding: (file: string, encoding: string) =>
    `${file} is not UTF-8, and was read as ${encoding}; where letters look wrong, convert it to UTF-8`,
  nothingTaken: (file: string, rows: number, first: string) =>
    `${file}: none of its ${rows} rows was taken; the first ${first}`,
};
