import { z } from 'zod';

/** Sources that reveal a requirement. */
export const InfoSource = z.enum(['query', 'persona', 'clarification']);
export type InfoSource = z.infer<typeof InfoSource>;

/** For requirements that some sources reveal. */
export const isFrom =
  (...sources: readonly InfoSource[]) =>
  ({ info_source: source }: { readonly info_source: InfoSource }): boolean =>
    sources.includes(source);
