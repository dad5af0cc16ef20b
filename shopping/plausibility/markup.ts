import { tokensOf } from '../../text/normalise.ts';
import { type Check, quoted } from './judgement.ts';
import { PhraseFinder } from './phrase-finder.ts';
import { PHRASES } from './reading.ts';

const MARKUP = /<[^>]*>|[<>]|&(?:#x?[\da-f]+|[a-z]{2,8});|\{\{|\$\{|\\[nrtu]|%[0-9a-f]{2}%|[›‹]|\]\(|`|\[object/i;
const ADDRESS = /https?:|www\.|\b[\w-]+\.(?:com|net|org|cn|co|io|html?|php|jpe?g|png)\b|[\w.]+@[\w-]+\.\w/i;
const artefacts = new PhraseFinder(PHRASES.artefacts);
const instructions = new PhraseFinder(PHRASES.instructions);
/** The turns of a conversation. */
const ROLE = /\b(?:assistant|system|user|human|ai)\s*:|<\|/i;
const ACTIVE =
  /<\s*\/?\s*(?:script|style|iframe|object|embed|svg|img|form|input|link|meta|base)\b|\bon\w+\s*=\s*["']?|javascript:|data:text/i;
/** Without a tag or an entity, cleaning takes no words out of a raw value, and the option shows all of them. */
const TAG_OR_ENTITY = /<[\w!/]|&[#\w]+;/;
/** Control and bidi characters; the C0 controls that are white space are only that. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Finds page markup, addresses and text of the page around the value. */
export const markup: Check = ({ field, option, tokens }) => {
  if (MARKUP.test(option)) return `markup: ${quoted(option)} holds markup`;
  if (field !== 'Brand' && ADDRESS.test(option)) return `markup: ${quoted(option)} holds an address`;
  if (/^["“'‘«].*["”'’»]$/u.test(option)) return `markup: ${quoted(option)} stands in quotation marks`;
  const artefact = artefacts.find(tokens);
  return artefact === undefined
    ? null
    : `artefact: "${artefact}" in ${quoted(option)} is text of the page, not of the product`;
};

/** Finds a value that speaks to a model. */
export const instruction: Check = ({ option, tokens }) =>
  ROLE.test(option) || instructions.find(tokens) !== undefined
    ? `instruction: ${quoted(option)} addresses a model`
    : null;

/**
 * What only the raw value shows: active markup, hidden characters, instructions that cleaning cut apart. Harmless tags
 * and entities are not held against a value, since cleaning repairs them fully.
 */
export function rawNoise(rawValue: string): string | null {
  if (CONTROL.test(rawValue)) return 'control_characters: the raw value hides control characters';
  if (!TAG_OR_ENTITY.test(rawValue)) return null;
  if (ACTIVE.test(rawValue)) return `markup: ${quoted(rawValue)} holds active markup`;
  const speaks = ROLE.test(rawValue) || instructions.find(tokensOf(rawValue)) !== undefined;
  return speaks ? `instruction: ${quoted(rawValue)} addresses a model` : null;
}
