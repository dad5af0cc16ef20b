import { slotExtra } from './slot-extra.ts';
import { slotFalseTrigger } from './slot-false-trigger.ts';
import { slotHedged } from './slot-hedged.ts';
import { slotIncomplete } from './slot-incomplete.ts';
import { slotKeywords } from './slot-keywords.ts';
import { slotMissing } from './slot-missing.ts';
import { slotUnreachable } from './slot-unreachable.ts';
import { slotValueAbsent } from './slot-value-absent.ts';

/** The gates of what shoppers answer, in the order they are asked. */
export const SLOT_GATES = [
  slotMissing,
  slotIncomplete,
  slotValueAbsent,
  slotKeywords,
  slotHedged,
  slotExtra,
  slotUnreachable,
  slotFalseTrigger,
];
