/** A store under the names of ECom-Bench's files, and such files read as a store. */
export { PUBLISHED_FILES, type PublishedFile, publishedFiles } from './files.ts';
export { type PublishedFinding, readPublished } from './read.ts';
