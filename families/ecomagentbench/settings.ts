import type { z } from 'zod';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Settings of the family; one of its own is added with `.extend({ … })`. */
export const SETTINGS = SHOPPING_SETTINGS;
export type Settings = z.output<typeof SETTINGS>;
