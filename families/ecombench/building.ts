import { type SupportBuild, supportBuilder } from '../../stages/support/building.ts';
import { DESCRIPTION } from './description.ts';
import { locks } from './locking.ts';
import { publishedOf, Sample } from './record.ts';

export const build: SupportBuild = { family: DESCRIPTION.name, locks, published: publishedOf, schema: Sample };

/** Builds tasks of a store: locks them, and puts them into a customer's words. */
export const builder = supportBuilder(build);
