/** A promise that does not hold: which one, where, and what was found. */
export interface Breach {
  /** A sample's or task's id, or the name of a file of the run. */
  readonly where: string;
  /** A stable name, as rejection codes are. */
  readonly promise: string;
  readonly detail: string;
}

/** Takes in what does not hold of one sample. */
export type Report = (promise: string, detail: string) => void;
