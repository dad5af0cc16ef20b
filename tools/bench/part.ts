/** Where a part of the benchmark works. */
export interface Workspace {
  /** Made-up catalogs, which stay. */
  readonly catalogs: string;
  /** What is gone when the benchmark ends. */
  readonly scratch: string;
}
