import type { Finding } from '../../schemas/finding.ts';
import type { SupportTask, SupportWording } from '../../service/task.ts';
import type { DescribedGate } from '../gate.ts';

/** A gate over the texts of a customer-service task: finds one kind of defect; no finding means that it holds. */
export interface SupportGate extends DescribedGate {
  check(task: Pick<SupportTask, 'locked' | 'lockDigest'>, wording: SupportWording): Finding[];
}

export const supportGate = (gate: Omit<SupportGate, 'final'> & { readonly final?: boolean }): SupportGate => ({
  final: false,
  ...gate,
});

/** A text of a wording with its place, and the intents it is about. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly intent: string | null;
  /** The fact it tells, of a reply to a question. */
  readonly fact: string | null;
}

export function textsOf({ raises, replies, instead, yes, unsure, thanks }: SupportWording): PlacedText[] {
  return [
    ...Object.entries(raises).map(([intent, text]) => ({ path: `raises.${intent}`, text, intent, fact: null })),
    ...Object.entries(instead).map(([intent, text]) => ({ path: `instead.${intent}`, text, intent, fact: null })),
    ...Object.entries(replies).map(([key, text]) => {
      const [intent = '', fact = ''] = key.split('.');
      return { path: `replies.${key}`, text, intent, fact };
    }),
    ...Object.entries({ yes, unsure, thanks }).map(([path, text]) => ({ path, text, intent: null, fact: null })),
  ];
}
