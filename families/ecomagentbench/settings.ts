import type { z } from 'zod';
import { requiredNecessity } from '../../shopping/necessity.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({ requireNecessity: requiredNecessity() });
export type Settings = z.output<typeof SETTINGS>;
