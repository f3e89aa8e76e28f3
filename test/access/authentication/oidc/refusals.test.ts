/** Attempts that must not lead to a session: forged, replayed and mixed up responses of the provider, and people it does not vouch for. */
import { exportSPKI } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createBrowserJar } from '../support/browser-jar.ts'
import { createKey, signToken } from '../support/issuer.ts'
import {
  ada,
  callBack,
  comeBack,
  leaveForSignIn,
  type Script,
  signInWith,
  startScriptedIssuer,
  startServiceOf,
  symmetricToken,
  unsignedToken,
} from '../support/scripted-issuer.ts'
import { createSend } from '../support/send.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const service = stopAfterFile(await startServiceOf(issuer, { environment: { RATE_LIMITS: 'off' } }))
const send = createSend(service.origin)
const { seconds } = issuer
const otherKey = await createKey('key-1', 'RS256')
const strangeKey = await createKey('key-1', 'PS256')
const publicKey = await exportSPKI(issuer.key.publicKey)

beforeEach(() => issuer.play())

type Outcome = Awaited<ReturnType<typeof callBack>>

function expectRefused(outcome: Outcome, problem: string): void {
  expect(outcome).toMatchObject({ status: 302, problem, cookie: undefined })
  expect(new URL(outcome.location).origin).toBe(service.origin)
}

async function sessionOf(cookie = '') {
  return send('GET', '/v1/auth/session', { headers: { cookie } })
}

it('a correct sign-in starts a session', async () => {
  const { cookie, location } = await signInWith(service, issuer, { returnTo: '/goals?status=active' })
  expect(location).toBe(`${service.origin}/goals?status=active`)
  expect(await sessionOf(cookie)).toMatchObject({
    status: 200,
    body: { user: { id: 'company:1815', displayName: 'Ada Lovelace', email: 'ada@example.com' } },
  })
})

describe('a response to the browser is refused', () => {
  it.each<[string, string, Record<string, string | undefined>]>([
    ['another state', 'expired', { state: 'A'.repeat(200) }],
    ['no state', 'expired', { state: undefined }],
    ['an empty state', 'expired', { state: '' }],
    ['another issuer', 'failed', { iss: 'https://evil.test' }],
    ['the issuer with a slash', 'failed', { iss: `${issuer.issuer}/` }],
    ['no issuer, which the provider says that it sends', 'failed', { iss: undefined }],
    ['no code', 'failed', { code: undefined }],
    ['a made-up code', 'expired', { code: 'made-up' }],
    ['a refusal', 'refused', { code: undefined, error: 'access_denied' }],
    ['an error that needs the person', 'refused', { code: undefined, error: 'login_required' }],
    ['an error of the provider', 'unavailable', { code: undefined, error: 'temporarily_unavailable' }],
    ['any other error', 'failed', { code: undefined, error: 'invalid_scope' }],
    ['a code and an error', 'refused', { error: 'access_denied' }],
  ])('with %s: %s', async (_, problem, changes) => {
    expectRefused(await comeBack(service, issuer, await leaveForSignIn(service), changes), problem)
  })

  it('with a parameter twice', async () => {
    const { browser, url } = await leaveForSignIn(service)
    const state = new URL(url).searchParams.get('state') ?? ''
    const code = issuer.codeFor(url)
    const parameters = new URLSearchParams([
      ['code', code],
      ['code', code],
      ['state', state],
      ['iss', issuer.issuer],
    ])
    expectRefused(await callBack(service, browser, parameters), 'failed')
  })

  it('in another browser, which has not begun the sign-in (login CSRF)', async () => {
    const attacker = await leaveForSignIn(service)
    const victim = createBrowserJar()
    expectRefused(await comeBack(service, issuer, { ...attacker, browser: victim }), 'expired')
    // Nor if the victim has begun one of its own.
    await leaveForSignIn(service, { browser: victim })
    expectRefused(await comeBack(service, issuer, { ...attacker, browser: victim }), 'expired')
  })

  it("with the code of another browser's sign-in", async () => {
    const victim = await leaveForSignIn(service)
    const attacker = await leaveForSignIn(service)
    const code = issuer.codeFor(victim.url)
    expectRefused(await comeBack(service, issuer, attacker, { code }), 'expired')
  })

  it('a second time, even if the provider accepts the code again', async () => {
    const left = await leaveForSignIn(service)
    const first = await comeBack(service, issuer, left)
    expect(first.problem).toBeNull()
    expectRefused(await comeBack(service, issuer, left), 'expired')
  })

  it('a second time after a failure', async () => {
    const left = await leaveForSignIn(service)
    expectRefused(await comeBack(service, issuer, left, { code: 'made-up' }), 'expired')
    expectRefused(await comeBack(service, issuer, left), 'expired')
  })

  it('after 15 minutes', async () => {
    const inTime = await leaveForSignIn(service)
    const late = await leaveForSignIn(service)
    issuer.clock.advance(15 * 60_000)
    expect((await comeBack(service, issuer, inTime)).problem).toBeNull()
    issuer.clock.advance(1_000)
    expectRefused(await comeBack(service, issuer, late), 'expired')
    issuer.clock.reset()
  })

  it('with a cookie that is malformed, or there twice', async () => {
    for (const broken of ['x', `${'A'.repeat(43)}.x`, `${'A'.repeat(43)}${'.AAAAAAAAAAAAAAAA'.repeat(17)}`]) {
      const left = await leaveForSignIn(service)
      left.browser.adopt(service.origin, `sign-in=${broken}`)
      expectRefused(await comeBack(service, issuer, left), 'expired')
    }
  })
})

/** The provider's responses to the service. */
const wrong: [string, string, Partial<Script>][] = [
  ['another nonce', 'failed', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
  ['no nonce', 'failed', { claims: (claims) => ({ ...claims, nonce: undefined }) }],
  ['another issuer', 'failed', { claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) }],
  ['another audience', 'failed', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
  ['an audience more', 'failed', { claims: (claims) => ({ ...claims, aud: ['cairn', 'another'] }) }],
  [
    'an audience more, authorized for another client',
    'failed',
    { claims: (claims) => ({ ...claims, aud: ['cairn', 'another'], azp: 'another' }) },
  ],
  ['a token for another client', 'failed', { claims: (claims) => ({ ...claims, azp: 'another' }) }],
  ['no audience', 'failed', { claims: (claims) => ({ ...claims, aud: undefined }) }],
  ['no subject', 'failed', { claims: (claims) => ({ ...claims, sub: undefined }) }],
  ['a blank subject', 'failed', { claims: (claims) => ({ ...claims, sub: ' ' }) }],
  ['a subject that is a number', 'failed', { claims: (claims) => ({ ...claims, sub: 7 }) }],
  ['an expired token', 'failed', { claims: (claims) => ({ ...claims, exp: seconds() - 31 }) }],
  ['no expiry', 'failed', { claims: (claims) => ({ ...claims, exp: undefined }) }],
  ['no time of issue', 'failed', { claims: (claims) => ({ ...claims, iat: undefined }) }],
  ['a token of the future', 'failed', { claims: (claims) => ({ ...claims, iat: seconds() + 32 }) }],
  ['a token that is not valid yet', 'failed', { claims: (claims) => ({ ...claims, nbf: seconds() + 32 }) }],
  ['an old token', 'failed', { claims: (claims) => ({ ...claims, iat: seconds() - 631 }) }],
  ['the signature of another key', 'failed', { sign: (claims) => signWith(otherKey, claims) }],
  ['an algorithm that is not allowed', 'failed', { sign: (claims) => signWith(strangeKey, claims) }],
  ['no signature', 'failed', { sign: (claims) => unsignedToken(claims, { alg: 'none' }) }],
  [
    'the algorithm “none” and a key id',
    'failed',
    { sign: (claims) => unsignedToken(claims, { alg: 'none', kid: 'key-1' }) },
  ],
  ['HS256 with the public key', 'failed', { sign: (claims) => symmetricToken(claims, publicKey, 'key-1') }],
  [
    'a changed signature',
    'failed',
    { sign: async (claims) => `${(await signWith(issuer.key, claims)).slice(0, -8)}AAAAAAAA` },
  ],
  ['no identity token', 'failed', { tokens: ({ id_token: _, ...rest }) => rest }],
  ['no access token', 'failed', { tokens: ({ access_token: _, ...rest }) => rest }],
  ['an identity token that is none', 'failed', { tokens: (tokens) => ({ ...tokens, id_token: 'x' }) }],

  [
    'an unverified address',
    'email_not_verified',
    { claims: (claims) => ({ ...claims, email_verified: false }) },
  ],
  [
    'an address that “true” verifies',
    'email_not_verified',
    { claims: (claims) => ({ ...claims, email_verified: 'true' }) },
  ],
  [
    'an address without a word on it',
    'email_not_verified',
    { claims: (claims) => ({ ...claims, email_verified: undefined }) },
  ],
  ['no address', 'no_email', { claims: (claims) => ({ ...claims, email: undefined }) }],
  ['an address that is none', 'no_email', { claims: (claims) => ({ ...claims, email: 'ada' }) }],
  [
    'two addresses',
    'no_email',
    { claims: (claims) => ({ ...claims, email: 'ada@example.com, eve@example.com' }) },
  ],
  [
    'an address that is a list',
    'no_email',
    { claims: (claims) => ({ ...claims, email: ['ada@example.com'] }) },
  ],
  ['a subject that is too long', 'no_email', { claims: (claims) => ({ ...claims, sub: 'x'.repeat(256) }) }],
  ['an invisible name', 'no_email', { claims: (claims) => ({ ...claims, name: '\u202e' }) }],
  [
    'the verified address of somebody else at the userinfo endpoint',
    'failed',
    {
      claims: (claims) => ({ ...claims, email: undefined }),
      userInfo: { ...ada, sub: 'eve' },
    },
  ],
  [
    'an unverified address, and another one that the userinfo endpoint verifies',
    'email_not_verified',
    {
      claims: (claims) => ({ ...claims, email_verified: false, name: undefined }),
      userInfo: { ...ada, email: 'eve@example.com' },
    },
  ],
  [
    'an unverified address at the userinfo endpoint',
    'email_not_verified',
    {
      claims: (claims) => ({ ...claims, email: undefined }),
      userInfo: { ...ada, email_verified: false },
    },
  ],
]

const signWith = (key: typeof otherKey, claims: Record<string, unknown>) => signToken(claims, key)

describe('a response to the service is refused', () => {
  it.each(wrong)('with %s: %s', async (_, problem, script) => {
    issuer.play(script)
    expectRefused(await signInWith(service, issuer), problem)
  })
})

it('a response to the service is refused with no name and address anywhere: no_email', async () => {
  issuer.play({
    claims: ({ name: _n, email: _e, ...claims }) => claims,
    metadata: ({ userinfo_endpoint: _, ...metadata }) => metadata,
  })
  const another = stopAfterFile(await startServiceOf(issuer))
  expect(await signInWith(another, issuer)).toMatchObject({ problem: 'no_email', cookie: undefined })
})

describe('is accepted', () => {
  it.each<[string, Partial<Script>]>([
    ['a clock that is 30 seconds behind', { claims: (claims) => ({ ...claims, exp: seconds() - 29 }) }],
    [
      'a clock that is 30 seconds ahead',
      { claims: (claims) => ({ ...claims, iat: seconds() + 29, nbf: seconds() + 29 }) },
    ],
    [
      'an audience more, authorized for this client',
      { claims: (claims) => ({ ...claims, aud: ['cairn', 'another'], azp: 'cairn' }) },
    ],
    [
      'the name and address of the userinfo endpoint',
      {
        claims: ({ name: _n, email: _e, email_verified: _v, ...claims }) => claims,
        userInfo: ada,
      },
    ],
    ['no session id of the provider', { claims: (claims) => ({ ...claims, sid: undefined }) }],
    [
      'a provider that takes the client secret in two ways',
      {
        metadata: (metadata) => ({
          ...metadata,
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        }),
      },
    ],
  ])('%s', async (_, script) => {
    issuer.play(script)
    const { cookie, problem } = await signInWith(service, issuer)
    expect(problem).toBeNull()
    expect(await sessionOf(cookie)).toMatchObject({ status: 200, body: { user: { id: 'company:1815' } } })
  })

  it.each([
    ['parts of a name', { name: undefined, given_name: 'Ada', family_name: 'King' }, 'Ada King'],
    ['a user name', { name: ' ', preferred_username: 'ada.k' }, 'ada.k'],
    ['nothing but the address', { name: undefined }, 'ada@example.com'],
    ['characters that deceive', { name: 'Ada\u202e Lovelace' }, 'Ada Lovelace'],
  ])('a person with %s', async (_, changes, displayName) => {
    issuer.play({ claims: (claims) => ({ ...claims, ...changes }) })
    const { cookie } = await signInWith(service, issuer)
    expect(await sessionOf(cookie)).toMatchObject({ status: 200, body: { user: { displayName } } })
  })
})

it('the log says why without a word of what was sent', async () => {
  issuer.play({ claims: (claims) => ({ ...claims, nonce: 'another', email: 'secret.person@example.com' }) })
  await signInWith(service, issuer)
  const log = service.lines.filter((line) => line.includes('sign-in failed'))
  expect(log.at(-1)).toContain('"problem":"failed"')
  expect(service.lines.join('\n')).not.toMatch(/secret\.person|code-\d|eyJ/)
})
