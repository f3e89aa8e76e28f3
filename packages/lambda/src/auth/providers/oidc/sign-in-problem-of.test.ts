import { ServiceError } from '@cairn/contract/errors/errors'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { expect, test } from 'vitest'
import { loggedOf, SignInProblem } from './sign-in-problem.ts'
import { problemOf } from './sign-in-problem-of.ts'

const refusal = (error: string) =>
  new AuthorizationResponseError('refused', { cause: new URLSearchParams({ error }) })
const answer = (error: string) =>
  new ResponseBodyError('refused', { cause: { error }, response: new Response() } as never)

test.each<[string, unknown, string]>([
  ['what it is already', new SignInProblem('no_email', 'None.'), 'no_email'],
  ['what caused it', new Error('outer', { cause: new SignInProblem('expired', 'Late.') }), 'expired'],
  ['a provider that does not respond', new ServiceError('unavailable', 'Later.'), 'unavailable'],
  ['a provider that says so', refusal('server_error'), 'unavailable'],
  ['a provider that says so', refusal('temporarily_unavailable'), 'unavailable'],
  ['a person who has gone back', refusal('access_denied'), 'refused'],
  ['a provider that wants more', refusal('consent_required'), 'refused'],
  ['another refusal', refusal('invalid_scope'), 'failed'],
  ['another refusal', refusal('not_access_denied'), 'failed'],
  ['another refusal', refusal('access_denied_x'), 'failed'],
  ['another refusal', refusal('login_required_x'), 'failed'],
  ['a code that was used', answer('invalid_grant'), 'expired'],
  ['another answer', answer('invalid_client'), 'failed'],
  ['a used code within another error', new Error('outer', { cause: answer('invalid_grant') }), 'expired'],
  ['anything else', new TypeError('x'), 'failed'],
  ['no error', 'x', 'failed'],
])('%s is a problem of the sign-in: %#', (_, error, code) => {
  expect(problemOf(error).code).toBe(code)
})

test('has the message and the cause for the log', () => {
  const error = new TypeError('x')
  expect(problemOf(error)).toMatchObject({ name: 'SignInProblem', message: 'x', cause: error })
  expect(problemOf('x').message).toBe('The sign-in failed.')
})

/** Text that a provider may write into its error, where a person reads it. */
const sent = {
  error: 'invalid_grant',
  error_description: 'ada@example.com is not welcome',
  error_uri: 'https://provider.test/ada',
}

test.each<[string, Error, object]>([
  [
    'the sign-in page',
    new AuthorizationResponseError('authorization response from the server is an error', {
      cause: new URLSearchParams(sent),
    }),
    { problem: 'failed', reason: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' },
  ],
  [
    'the exchange of the code',
    new ResponseBodyError('server responded with an error in the response body', {
      cause: sent,
      response: new Response(),
    }),
    { problem: 'expired', reason: 'OAUTH_RESPONSE_BODY_ERROR' },
  ],
])('the log of an error of %s has its kind, and nothing that the provider has sent', (_, error, logged) => {
  const fields = loggedOf(problemOf(error))
  expect(fields).toEqual({ ...logged, detail: error.message })
  for (const text of Object.values(sent)) expect(JSON.stringify(fields)).not.toContain(text)
})

test('the log of an error without a kind has its message', () => {
  expect(loggedOf(problemOf(new TypeError('x')))).toEqual({
    problem: 'failed',
    reason: undefined,
    detail: 'x',
  })
})
