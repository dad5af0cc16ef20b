import { expect, test } from 'vitest';
import { connectionErrorIn, connectionErrorOf, connectionErrorText } from '../../models/faults.ts';

const failedFetch = (cause: Error, more: object = {}) =>
  new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: Object.assign(cause, more) }) });
const withCode = (code: string, message = '…') => failedFetch(new Error(message), { code });

test.each([
  withCode('ECONNREFUSED'),
  withCode('ENOTFOUND'),
  withCode('EAI_AGAIN'),
  withCode('ENETUNREACH'),
  withCode('UND_ERR_CONNECT_TIMEOUT'),
  failedFetch(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'connect' }),
  failedFetch(new AggregateError([new Error('one'), new Error('two')], 'both'), { code: 'ETIMEDOUT' }),
  withCode('ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'),
])('a connection that never came about reached nobody, and may come about later: %#', (thrown) => {
  expect(connectionErrorOf(thrown)).toMatchObject({ reached: false, hopeless: null });
});

test.each([
  withCode('ECONNRESET', 'read ECONNRESET'),
  failedFetch(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' }),
  withCode('UND_ERR_SOCKET', 'other side closed'),
  withCode('UND_ERR_HEADERS_TIMEOUT'),
  withCode('UND_ERR_BODY_TIMEOUT'),
  withCode('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
  withCode('ERR_SSL_UNEXPECTED_EOF_WHILE_READING'),
  new Error('something else'),
  'not even an error',
])('a connection that broke may have reached the endpoint: %#', (thrown) => {
  expect(connectionErrorOf(thrown)).toMatchObject({ reached: true, hopeless: null });
});

test.each([
  [failedFetch(new Error('bad port')), 'port'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
  [withCode('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'tls'],
  [withCode('EPROTO'), 'tls'],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate'],
  [withCode('CERT_HAS_EXPIRED'), 'certificate'],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate'],
  [withCode('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'certificate'],
  [failedFetch(new Error('redirect count exceeded')), 'redirects'],
] as const)('no waiting mends it, and nobody was reached: %#', (thrown, hopeless) => {
  expect(connectionErrorOf(thrown)).toMatchObject({ reached: false, hopeless });
});

test('an answer that is no HTTP tells of a request that was sent', () => {
  const thrown = failedFetch(
    new Error('Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)'),
  );
  expect(connectionErrorOf(thrown)).toMatchObject({ reached: true, hopeless: 'not_http' });
});

test.each([
  [withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  [failedFetch(new Error('bad\nport')), 'bad port'],
  ['not even an error', 'connection failed'],
])('the code says most, and else the innermost message: %#', (thrown, detail) => {
  expect(connectionErrorIn(thrown)).toBe(detail);
});

test('people are told the message of a code of fetch, and of any other the code', () => {
  expect(connectionErrorText(withCode('UND_ERR_SOCKET', 'other side closed'))).toBe(
    'other side closed (UND_ERR_SOCKET)',
  );
  expect(connectionErrorText(withCode('ECONNREFUSED'))).toBe('ECONNREFUSED');
});

test('causes that go round end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(connectionErrorIn(error)).toBe('round');
});
