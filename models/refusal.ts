import type { ModelRequest } from '../schemas/model.ts';
import type { Complaint } from './complaint.ts';
import type { Dialect, Parameter } from './dialect.ts';

const UNSUPPORTED =
  /unsupported|not (?:\w+ )?(?:support|permit|allow|available)|unrecogni[sz]ed|unknown|unexpected|extra (?:inputs|fields)|only the default|deprecated|\binstead\b/i;
const FORMAT =
  /response[ _]format|json[ _]schema|json[ _](?:object|mode)|structured output|guided[ _](?:json|decoding)|grammar/i;
const LIMIT = /max_(?:completion_)?tokens/i;
const SYSTEM = /\bsystem\b[^.]*\b(?:role|message|prompt)|\brole\b[^.]*\bsystem\b/i;

const named = ({ param, text }: Complaint, parameter: string, pattern: RegExp) =>
  param?.includes(parameter) === true || pattern.test(text);

/**
 * The parameter a 400 or 422 is about, where asking in another dialect may help; null for every other complaint. A
 * value out of range is not one: leaving out what the user set would change what they measure.
 */
export function refusedParameter(complaint: Complaint, request: ModelRequest, sent: Dialect): Parameter | null {
  if (complaint.status !== 400 && complaint.status !== 422) return null;
  const formatSent = request.schema !== null && sent.format !== 'plain';
  if (formatSent && named(complaint, 'response_format', FORMAT)) return 'format';
  const unsupported = UNSUPPORTED.test(`${complaint.code ?? ''} ${complaint.text}`);
  if (!unsupported) return null;
  if (request.parameters.temperature !== null && named(complaint, 'temperature', /\btemperature\b/i))
    return 'temperature';
  if (named(complaint, sent.limit, LIMIT)) return 'limit';
  const systemSent = request.messages.some(({ role }) => role === 'system');
  return systemSent && SYSTEM.test(complaint.text) ? 'system' : null;
}
