import type { Finding } from '../../../schemas/finding.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { defineGate } from '../../gate.ts';
import { slotCount, slotPath } from './slot-pairs.ts';

const CODE = 'slot_incomplete';
const LEAST_KEYWORDS = 3;

const isBlank = (text: string) => tokensOf(text).length === 0;

/** Finds a slot with fewer than three keywords, or a response, hidden info or default response without a word in it. */
export const slotIncomplete = defineGate<ScriptedWording>({
  name: 'slots: complete',
  codes: { [CODE]: 'a slot has too few keywords, or an empty text' },
  scope: { unit: 'slots', reads: ['whole script'], of: slotCount },
  check: ({ wording: { script } }) => {
    const findings: Finding[] = [];
    const add = (path: string, detail: string) => findings.push({ code: CODE, path, detail });
    for (const slot of script.clarification_slots) {
      const keywords = slot.trigger_keywords.filter((keyword) => !isBlank(keyword));
      if (keywords.length < LEAST_KEYWORDS) {
        add(slotPath(slot, 'trigger_keywords'), `${keywords.length} keywords, expected at least ${LEAST_KEYWORDS}`);
      }
      for (const part of ['user_response', 'hidden_info'] as const) {
        if (isBlank(slot[part])) add(slotPath(slot, part), 'there is no word in it');
      }
    }
    if (isBlank(script.default_response)) add('default_response', 'there is no word in it');
    return findings;
  },
});
