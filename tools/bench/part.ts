/** Folders that a part of the benchmark works in. */
export interface Workspace {
  /** Made-up catalogs, which stay. */
  readonly catalogs: string;
  /** Folder that is gone when the benchmark ends. */
  readonly scratch: string;
}
