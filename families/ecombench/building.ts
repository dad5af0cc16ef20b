import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { buildSupport, type SupportBuild } from '../../stages/support/building.ts';
import type { SupportSettings } from '../../stages/support/settings.ts';
import { locks } from './locking.ts';
import { NAME } from './planning.ts';
import { publishedOf, Sample } from './record.ts';

export const build: SupportBuild = { family: NAME, locks, published: publishedOf, schema: Sample };

/** Builds tasks of a store: locks them, and puts them into a customer's words. */
export const builder = (settings: TaskSettings<SupportSettings>, parts?: BuilderParts): Promise<FamilyBuilder> =>
  buildSupport(settings, build, parts);
