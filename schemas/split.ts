import { z } from 'zod';

const EXAMPLE = 'such as train=0.73,test=0.27';

/** Split names and the share of groups each gets; the shares add up to 1. */
export const SplitShares = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_-]*$/),
    z
      .number(`expected shares in figures, ${EXAMPLE}`)
      .positive('expected shares above 0')
      .max(1, 'expected shares up to 1'),
    {
      error: ({ code }) =>
        code === 'invalid_key'
          ? 'expected split names in lower case, such as train'
          : `expected names and shares, ${EXAMPLE}`,
    },
  )
  .refine(
    (shares) => Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 1) < 1e-9,
    `expected shares that add up to 1, ${EXAMPLE}`,
  );
export type SplitShares = z.infer<typeof SplitShares>;
