/** Signing in with the browser: authorization code with PKCE, back to a port of this machine (RFC 8252). */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiTokenScope } from '@cairn/client'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Pause, readServer, register, requestTokens, type Server, type Tokens } from './requests.ts'

/** Long enough to sign in and to decide. */
const patienceMinutes = 10

export type Grant = Tokens & { clientId: string }

/** The scopes that the commands need. The person may leave some out. */
const wantedScopes = [
  'goals:read',
  'goals:write',
  'goals:read:all',
  'goals:write:all',
  'labels:read',
  'labels:write',
  'members:read',
  'inbox',
  'comments:write',
] satisfies ApiTokenScope[]

/** An older service may refuse what it does not know. */
export function scopesOf({ scopes_supported: known }: Server): string {
  return wantedScopes.filter((scope) => !Array.isArray(known) || known.includes(scope)).join(' ')
}

/** @param show  Shows the address that the person opens. */
export async function authorize(origin: string, pause: Pause, show: (url: string) => void): Promise<Grant> {
  const server = await readServer(origin, pause)
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const loopback = await receiveCallback(state, server.issuer)
  try {
    const { redirectUri } = loopback
    const clientId = await register(server, { redirect_uris: [redirectUri] }, pause)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: origin,
      scope: scopesOf(server),
      state,
    })
    show(`${server.authorization_endpoint}?${query}`)
    const fields = {
      grant_type: 'authorization_code',
      code: await loopback.code,
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
      resource: origin,
    }
    return { ...(await requestTokens(server, fields, Date.now(), pause)), clientId }
  } finally {
    loopback.stop()
  }
}

/** Listens for the browser that comes back. */
async function receiveCallback(state: string, issuer: string) {
  let settle: (code: string) => void
  let fail: (error: Error) => void
  const code = new Promise<string>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  // It may fail before anybody waits for it.
  code.catch(() => undefined)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const answer = (status: number, text: string) => {
      response
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(text)
    }
    // Another page of the browser may guess the port, but not the state. `iss` tells servers apart (RFC 9207).
    const isOurs = searchParams.get('state') === state && searchParams.get('iss') === issuer
    if (pathname !== '/callback' || !isOurs)
      return answer(404, 'This is not a sign-in that cairn has begun.\n')
    const received = searchParams.get('code')
    if (received !== null) {
      answer(200, 'You can close this page and go back to the terminal.\n')
      return settle(received)
    }
    answer(200, 'Nothing was allowed. You can close this page.\n')
    fail(new CommandError('The sign-in was refused in the browser.', exitCodes.notAllowed))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setTimeout(
    () => fail(new CommandError(`Nobody signed in within ${patienceMinutes} minutes.`)),
    patienceMinutes * 60_000,
  )
  return {
    code,
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    stop: () => {
      clearTimeout(timer)
      server.close()
    },
  }
}
