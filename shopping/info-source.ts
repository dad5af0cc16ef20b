import { z } from 'zod';

/** Where a requirement is revealed. */
export const InfoSource = z.enum(['query', 'persona', 'clarification']);
export type InfoSource = z.infer<typeof InfoSource>;
