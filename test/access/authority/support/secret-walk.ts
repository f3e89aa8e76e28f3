import { createHash } from 'node:crypto'
import { cookieOf, logIn, mailedToken, preview, register, verify } from '../../../support/people/accounts.ts'
import { bearer, mistyped } from '../../../support/people/api-tokens.ts'
import { tokenIn } from '../../../support/people/invite.ts'
import type { HttpResponse, Send } from '../../../support/requests/exchange.ts'

/** Every secret, by its name. */
export type Secrets = {
  readonly all: ReadonlyMap<string, string>
  /** Keeps the secret and returns it. */
  keep(name: string, secret: string): string
  /** Keeps a token whose last 43 characters are its secret, with that part and its hash. */
  keepToken(name: string, token: string): string
}

export function createSecrets(): Secrets {
  const all = new Map<string, string>()
  const keep = (name: string, secret: string) => {
    all.set(`${name} ${all.size}`, secret)
    return secret
  }
  return {
    all,
    keep,
    keepToken: (name, token) => {
      keep(`hash of ${name}`, createHash('sha256').update(token.slice(-43)).digest('hex'))
      keep(`secret part of ${name}`, token.slice(-43))
      return keep(name, token)
    },
  }
}

export const invitationsPath = '/v1/organizations/current/invitations'
export const acceptPath = '/v1/organizations/invitations/accept'
export const newGoal = { detailedDescription: 'body-canary', timeframe: { kind: 'continuous' } }
export const newToken = { name: 'token-name-canary', scopes: ['goals:read', 'goals:write'] }
export const ada = {
  email: 'ada@example.com',
  displayName: 'name-canary',
  password: 'a secret horse battery',
}
const guest = { email: 'bob@example.com', displayName: 'Bob', password: 'another secret horse' }

/** Credentials that are valid after the walk. */
export type Used = { cookie: string; secret: string; token: string; link: string; tokenId: string }

/** Registers, verifies, signs in, invites, accepts, creates and uses tokens: correctly, wrongly, twice and too late. */
export async function walkGoodDay(
  { lines }: { lines: readonly string[] },
  send: Send,
  { keep, keepToken }: Secrets,
): Promise<Used> {
  const { email, displayName, password } = ada
  keep('password', password)
  keep('password', guest.password)
  await register(send, { email, displayName, password: keep('first password', 'the first secret horse') })
  keepToken('dead link', mailedToken({ lines }, email))
  const registration = cookieOf(await register(send, { email, displayName, password }))
  keepToken('registration cookie', registration.slice('registration='.length))
  const link = keepToken('link', mailedToken({ lines }, email))
  await preview(send, link, registration)
  const wrongRegistration = keep('wrong registration cookie', 'A'.repeat(43))
  await preview(send, link, `registration=${wrongRegistration}`)
  await verify(send, keep('wrong link', `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`))
  await logIn(send, email, password)
  await verify(send, link)
  await verify(send, link)
  await logIn(send, email, keep('wrong password', `${password}?`))
  await register(send, { email, displayName, password: keep('late password', 'too late a secret horse') })
  const cookie = cookieOf(await logIn(send, email, password))
  keepToken('cookie', cookie.slice('session='.length))
  const wrongCookie = keep('wrong cookie', `${cookie.slice('session='.length, -1)}_`)
  await send('GET', '/v1/auth/session', { headers: { cookie } })
  await send('GET', '/v1/auth/session', { headers: { cookie: `session=${wrongCookie}` } })
  await send('GET', '/v1/auth/session', {
    headers: { cookie: `session=${keep('garbage', 'garbage-in-a-cookie')}` },
  })

  await register(send, guest)
  await verify(send, keepToken('link of the guest', mailedToken({ lines }, guest.email)))
  const guests = cookieOf(await logIn(send, guest.email, guest.password))
  keepToken('cookie of the guest', guests.slice('session='.length))
  const first = tokenOf(
    await send('POST', invitationsPath, {
      body: { email: guest.email, role: 'member' },
      headers: { cookie },
    }),
  )
  const accept = (token: string, by: string) =>
    send('POST', acceptPath, { body: { token }, headers: { cookie: by } })
  const previewInvitation = (token: string) =>
    send('POST', '/v1/organizations/invitations/preview', { body: { token } })
  await previewInvitation(first.token)
  await previewInvitation(keep('wrong invitation to preview', mistyped(first.token)))
  await register(send, {
    ...guest,
    email: 'late@example.com',
    invitationToken: keep('foreign token', first.token.replace(/.$/, '-')),
  })
  await accept(first.token, cookie)
  const second = tokenOf(await send('POST', `${invitationsPath}/${first.id}/resend`, { headers: { cookie } }))
  for (const token of [first.token, keep('wrong invitation', mistyped(second.token)), 'not a token'])
    await accept(token, guests)
  await send('DELETE', `${invitationsPath}/${first.id}`, { headers: { cookie } })
  const third = tokenOf(
    await send('POST', invitationsPath, { body: { email: guest.email, role: 'admin' }, headers: { cookie } }),
  )
  await accept(third.token, guests)
  await accept(third.token, guests)

  const created = await send('POST', '/v1/api-tokens', {
    body: newToken,
    headers: { cookie },
  })
  const { secret, token } = created.body as { secret: string; token: { id: string } }
  keep('API token', secret)
  keep('random part of the API token', secret.slice(-51, -8))
  keep('hash of the API token', createHash('sha256').update(secret).digest('hex'))
  const rotated = await send('POST', `/v1/api-tokens/${token.id}/rotate`, {
    body: { overlapHours: 1 },
    headers: { cookie },
  })
  const { secret: newSecret } = rotated.body as { secret: string }
  keep('rotated API token', newSecret)
  keep('random part of the rotated API token', newSecret.slice(-51, -8))
  await send('GET', '/v1/goals', { headers: { origin: undefined, ...bearer(newSecret) } })
  await send('GET', '/v1/organizations/current/api-tokens', { headers: { cookie } })
  const asProgram = (text: string, scheme = 'Bearer') =>
    send('GET', '/v1/goals?status=active', {
      headers: { origin: undefined, authorization: `${scheme} ${text}` },
    })
  for (const text of [secret, keep('mistyped API token', mistyped(secret)), secret.slice(0, -1)])
    await asProgram(text)
  await asProgram(keep('basic credentials', Buffer.from(`${email}:${password}`).toString('base64')), 'Basic')
  await send('GET', '/v1/auth/session', { headers: { origin: undefined, ...bearer(secret) } })
  await send('POST', '/v1/goals', { body: newGoal, headers: { origin: undefined, ...bearer(secret) } })
  await send('POST', '/v1/goals', {
    rawBody: `{"${keep('broken body', 'secret in a broken body')}`,
    headers: { cookie },
  })
  await send('GET', `/v1/goals?cursor=${keep('query', 'secret-in-a-query')}`, { headers: { cookie } })
  await send('GET', `/v1/goals/${keep('path', 'secret-in-a-path')}`, { headers: { cookie } })
  await send('GET', `/nowhere/${keep('path of no route', 'secret-in-no-route')}`)
  await send('POST', '/v1/auth/logout', { headers: { cookie: guests } })
  await send('GET', '/v1/goals', { headers: { cookie: guests } })
  return { cookie, secret, token: second.token, link, tokenId: token.id }

  function tokenOf({ body }: HttpResponse): { id: string; token: string } {
    const { invitation, acceptUrl } = body as { invitation: { id: string }; acceptUrl: string }
    return { id: invitation.id, token: keepToken('invitation', tokenIn(acceptUrl)) }
  }
}
