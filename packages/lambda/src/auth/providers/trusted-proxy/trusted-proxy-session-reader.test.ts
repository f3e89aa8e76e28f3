import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HttpEvent } from '../../../pipeline/event.ts'
import { createTrustedProxySessionReader } from './trusted-proxy-session-reader.ts'

const secret = 'thirty-two bytes, no more and no'
const now = new Date('2026-11-20T10:00:00.000Z')

/** Whether an assertion for one path gives a session on the path and query of an event. */
async function isAccepted(
  pathsComeDecoded: boolean,
  asserted: string,
  rawPath: string,
  rawQueryString = '',
): Promise<boolean> {
  const reader = createTrustedProxySessionReader({
    secrets: [Buffer.from(secret)],
    issuer: 'deployment',
    audience: 'environment',
    loginUrl: 'https://proxy.test/login',
    logoutUrl: 'https://proxy.test/logout',
    accountUrl: undefined,
    assertionHeader: 'assertion',
    signatureHeader: 'signature',
    pathsComeDecoded,
  })
  const assertion = Buffer.from(
    JSON.stringify({
      version: 1,
      iss: 'deployment',
      aud: 'environment',
      iat: now.getTime() / 1000,
      method: 'PATCH',
      path: asserted,
      sessionId: 'session',
      user: { id: 'google:1', displayName: 'Ada', email: 'ada@example.com', emailVerified: true },
    }),
  ).toString('base64url')
  const signature = createHmac('sha256', secret).update(assertion).digest('base64url')
  const event = {
    rawPath,
    rawQueryString,
    headers: { assertion, signature },
    requestContext: { http: { method: 'PATCH' } },
  } as unknown as HttpEvent
  return (await reader.read(event, now)) !== undefined
}

const members = '/v1/organizations/current/members'

test.each([
  [`${members}/google%3A1`, `${members}/google%3A1`, ''],
  [`${members}/a?x=%2F&x=%20`, `${members}/a`, 'x=%2F&x=%20'],
])('accepts %s for the path that the local gateway passes on as sent', async (asserted, path, query) => {
  expect(await isAccepted(false, asserted, path, query)).toBe(true)
  expect(await isAccepted(true, asserted, path, query)).toBe(true)
})

// How API Gateway's HTTP APIs decode a path in `rawPath`. They do not decode the query.
test.each([
  [`${members}/google%3A1`, `${members}/google:1`, ''],
  [`${members}/a%20b%2Fc?x=%2F`, `${members}/a b/c`, 'x=%2F'],
  [`${members}/%C3%A9`, `${members}/é`, ''],
  [`${members}/a%253A`, `${members}/a%3A`, ''],
])('accepts %s for %s on Lambda only', async (asserted, path, query) => {
  expect(await isAccepted(true, asserted, path, query)).toBe(true)
  expect(await isAccepted(false, asserted, path, query)).toBe(false)
})

test.each([
  [`${members}/google%3A2`, `${members}/google:1`, ''],
  [`${members}/a%253A`, `${members}/a:`, ''],
  [`${members}/a%3Fx=1`, `${members}/a`, 'x=1'],
  [`${members}/a?x=1`, `${members}/a?x=1`, ''],
  [`${members}/a?x=%2F`, `${members}/a`, 'x=/'],
  [`${members}/a?x=1?y`, `${members}/a`, 'x=1'],
  [`${members}/a`, `${members}/a`, 'x=1'],
  [`${members}/%`, `${members}/a`, ''],
])('refuses %s for %s?%s on Lambda', async (asserted, path, query) => {
  expect(await isAccepted(true, asserted, path, query)).toBe(false)
})
