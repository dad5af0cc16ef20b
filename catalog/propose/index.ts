/** Mappings proposed for exports that no reader knows, from what their first rows hold and what their columns are called. */
export { type Proposal, proposeMapping } from './proposal.ts';
export { findingsTold, lineOf, mappingText } from './written.ts';
