import { z } from 'zod';

/** Sources that reveal a requirement. */
export const InfoSource = z.enum(['query', 'persona', 'clarification']);
export type InfoSource = z.infer<typeof InfoSource>;
