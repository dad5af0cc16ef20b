import { describe, expect, test } from 'vitest';
import { FIRST_DIALECT } from '../../models/chat-completion.ts';
import { complaintOf, verdictOn } from '../../models/faults.ts';
import { requestOf } from './requests.ts';

const judged = (status: number, body: unknown, proven = true) =>
  verdictOn(complaintOf(status, body), { request: requestOf(), dialect: FIRST_DIALECT, proven });
const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('a filter that declines the input is the answer', () => {
  test.each([
    [
      'Azure',
      400,
      error(
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
        { type: null, param: 'prompt', code: 'content_filter', status: 400 },
      ),
    ],
    [
      'LiteLLM before Azure',
      400,
      error(
        "litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        { code: '400' },
      ),
    ],
    [
      'OpenAI',
      400,
      error('Invalid prompt: your prompt was flagged as potentially violating our usage policy.', {
        type: 'invalid_request_error',
        code: 'invalid_prompt',
      }),
    ],
    [
      'OpenAI, in other words',
      400,
      error('Your request was rejected as a result of our safety system.', { code: 'content_policy_violation' }),
    ],
    [
      'Anthropic',
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
      },
    ],
    [
      'OpenRouter',
      403,
      error(
        'openai/gpt-4o requires moderation on OpenAI. Your input was flagged for "violence". No credits were charged.',
        { code: 403, metadata: { reasons: ['violence'], flagged_input: 'a knife', provider_name: 'OpenAI' } },
      ),
    ],
    ['OpenRouter, in its data alone', 403, error('Forbidden', { code: 403, metadata: { flagged_input: 'a knife' } })],
    ['OpenRouter’s guardrail', 403, error('Request blocked: prompt injection patterns detected', { code: 403 })],
    [
      'xAI',
      403,
      {
        code: 'The caller does not have permission to execute the specified operation',
        error:
          'Content violates usage guidelines. Team: 1, API key ID: 2, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO',
      },
    ],
    ['somebody', 403, error('Your prompt was flagged. Further violations may get your account suspended.')],
  ] as [string, number, unknown][])('%s, %d', (_, status, body) => {
    expect(judged(status, body)).toMatchObject({ kind: 'reply', finish: 'refusal' });
  });
});

describe('a block of the account is no answer, and ends the run', () => {
  test.each([
    [
      403,
      error(
        'Your resource has been temporarily blocked because we detected behavior that may violate our content policy.',
        { code: 'Forbidden' },
      ),
    ],
    [403, error('Your account has been flagged for potential abuse of our content policy.')],
    [403, error('Your access was terminated for violating our usage policies.')],
    [403, error('Access terminated due to prompts violating our usage policies.')],
    [403, error('We have suspended your account for prompts that violate our usage policies.')],
    [403, error('Your API key has been disabled.', { type: 'permission_error' })],
    [400, { type: 'error', error: { type: 'invalid_request_error', message: 'This organization has been disabled.' } }],
    [400, error('Your organization was flagged for violating our usage policies.')],
    [
      429,
      error('Your access was terminated due to violation of our policies, please check your email.', {
        type: 'access_terminated',
        code: null,
      }),
    ],
  ] as [number, unknown][])('%d %j', (status, body) => {
    expect(judged(status, body)).toEqual({ kind: 'unusable', because: 'account' });
  });
});

describe('a 403 for what the key may not do ends the run', () => {
  test.each([
    error('Country, region, or territory not supported', { code: 'unsupported_country_region_territory' }),
    error('Project `proj_1` does not have access to model `some-model`', { code: 'model_not_found' }),
    error('Your organization must be verified to use the model `some-model`.'),
    error('You are not allowed to sample from this model'),
    error('Access denied due to Virtual Network/Firewall rules.', { code: '403' }),
    error('Public access is disabled. Please configure private endpoint.', { code: 'AccessDenied' }),
    {
      type: 'error',
      error: { type: 'permission_error', message: 'Your API key does not have permission to use the resource.' },
    },
    { type: 'error', error: { type: 'forbidden', message: 'Request not allowed' } },
    '<html><title>403 Forbidden</title><h1>403 Forbidden</h1>nginx</html>',
    '',
  ])('%j', (body) => {
    expect(judged(403, body)).toEqual({ kind: 'unusable', because: 'access' });
  });
});

test('a 403 about one request concerns it alone where others were answered, and else the access', () => {
  const body = error('This request is not permitted.');
  expect(judged(403, body)).toEqual({ kind: 'rejected' });
  expect(judged(403, body, false)).toEqual({ kind: 'unusable', because: 'access' });
});

test.each([
  error('The content of system messages is not allowed to be an array'),
  error('Invalid input: unexpected property, extra inputs are not permitted'),
])('a 400 that finds fault with the form of a request is no refusal: %j', (body) => {
  expect(judged(400, body).kind).toBe('rejected');
});

test('a limit that restricts an account for a while is a limit', () => {
  expect(judged(429, error("This request would exceed your account's rate limit."))).toEqual({ kind: 'rate_limited' });
});
