import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'

export type SigningKey = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }

/** A key pair, with the public key as a JWK named `kid`. */
export async function createKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { kid, alg, privateKey, publicKey, jwk }
}

export const issuerName = 'https://issuer.test/'

/** The environment of a service that trusts the issuer whose keys are at `jwksUrl`. */
export function jwtEnvironment(jwksUrl: string): Record<string, string> {
  return {
    AUTH_PROVIDER: 'jwt',
    AUTH_JWT_ISSUER: issuerName,
    AUTH_JWT_AUDIENCE: 'cairn',
    AUTH_JWT_JWKS_URL: jwksUrl,
    AUTH_JWT_PROVIDER_WORD: 'issuer',
    AUTH_JWT_LOGIN_URL: 'https://issuer.test/login?client=cairn',
    AUTH_JWT_LOGOUT_URL: 'https://issuer.test/logout',
  }
}

/** Claims that are valid at this moment. */
export function claimsAt(now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    iss: issuerName,
    aud: 'cairn',
    sub: '1815',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
    iat: seconds,
    nbf: seconds,
    exp: seconds + 300,
  }
}

/** A token with these claims; an `undefined` claim is left out. */
export function signToken(
  claims: Record<string, unknown>,
  { kid, alg, privateKey }: SigningKey,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  return new SignJWT(given).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
}

export type Responder = (request: IncomingMessage, response: ServerResponse) => void

export type KeyServer = {
  jwksUrl: string
  /** Number of requests so far. */
  readonly fetches: number
  /** Serves these keys to later requests. */
  publish(...keys: SigningKey[]): void
  /** Gives later requests this response. */
  respondWith(responder: Responder): void
  stop(): Promise<void>
}

/** Serves an issuer's key set on loopback. */
export async function startKeyServer(...keys: SigningKey[]): Promise<KeyServer> {
  const serve =
    (published: SigningKey[]): Responder =>
    (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }))
    }
  let responder = serve(keys)
  let fetches = 0
  const server = createServer((request, response) => {
    fetches++
    responder(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    get fetches() {
      return fetches
    },
    publish: (...published) => {
      responder = serve(published)
    },
    respondWith: (given) => {
      responder = given
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
