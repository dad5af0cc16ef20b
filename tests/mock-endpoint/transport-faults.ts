import type { Answer } from './answer.ts';
import type { FaultSettings, TransportFault } from './fault-kinds.ts';

/** The same answer, lost, late or in part. What the request asked for has been done all the same. */
export function withTransportFault(answer: Answer, kind: TransportFault, { delayMs }: FaultSettings): Answer {
  switch (kind) {
    case 'slow':
      return { ...answer, delayMs };
    case 'reset_before_headers':
      return { ...answer, cut: 'before_headers', delivers: false };
    case 'reset_in_body':
      return { ...answer, cut: 'in_body', delivers: false };
    case 'truncated_body':
      // A whole HTTP message, whose length fits: only the JSON in it breaks off.
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)), delivers: false };
  }
}
