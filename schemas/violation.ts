/** An invariant of a run that does not hold: which one, where, and what was found. */
export interface Violation {
  /** A sample's or task's id, or the name of a file of the run. */
  readonly where: string;
  /** A stable name, as rejection codes are. */
  readonly code: string;
  readonly detail: string;
}

/** Takes in what does not hold of one sample. */
export type Report = (code: string, detail: string) => void;
