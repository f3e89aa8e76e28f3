/**
 * Talks to the OpenID provider: addresses, code exchange, identity tokens. Only sign-ins and logouts load this module and
 * `openid-client`, which checks `state`, `iss` of the response (RFC 9207) and the claims of identity tokens. It trusts the
 * connection for their signature, so `jose` checks that, with the algorithms and keys that `jwt` uses as well.
 */
import type { CanonicalUser } from '@cairn/domain/requests/access'
import * as client from 'openid-client'
import { createIssuerKeys } from '../../issuer/issuer-keys.ts'
import { limitAttempts, limitedFetch } from '../../issuer/limited-fetch.ts'
import { verifyToken } from '../../issuer/verify-token.ts'
import { areComplete, userOf } from './oidc-claims.ts'
import { isReachable, type OidcConfiguration } from './oidc-configuration.ts'
import { SignInProblem } from './sign-in-problem.ts'
import { problemOf } from './sign-in-problem-of.ts'

/** How long the provider's description of itself is used without asking again. */
const discoveryMilliseconds = 60 * 60 * 1000

/** In seconds. Discovery and the other requests of a sign-in fit into the 8 seconds of a request. */
const discoverySeconds = 2
const requestSeconds = 3
const exchangeMilliseconds = 6_000

/** How far the clocks of provider and service may differ. */
export const clockToleranceSeconds = 30

/** Tokens are exchanged right after they are issued. */
const idTokenMaximumAgeSeconds = 10 * 60

export type AuthorizationResponse = {
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Whom the provider vouches for. */
export type SignedIn = {
  user: CanonicalUser
  /** The provider's id of its own session. */
  providerSessionId: string | undefined
  idToken: string
}

type Discovered = {
  metadata: client.ServerMetadata
  keys: ReturnType<typeof createIssuerKeys>
  until: number
}

export type OidcIssuer = ReturnType<typeof createOidcIssuer>

/** @param redirectUri  Where the provider sends the browser back to, as registered there. */
export function createOidcIssuer(
  configuration: OidcConfiguration,
  clientSecret: string,
  redirectUri: string,
) {
  const { issuer, clientId, scopes, algorithms, providerWord, allowsLoopbackHttp } = configuration
  let discovered: Promise<Discovered> | undefined
  let known: Discovered | undefined

  const ask: client.CustomFetch = async (url, options) => {
    if (!isReachable(url, allowsLoopbackHttp)) throw new Error('An address of the provider has no TLS.')
    const response = await limitedFetch(url, options as RequestInit).catch((cause) => {
      throw new SignInProblem('unavailable', 'The provider does not respond.', { cause })
    })
    if (response.status < 500) return response
    throw new SignInProblem('unavailable', `The provider returned status ${response.status}.`)
  }

  const fetchDescription = limitAttempts(async (): Promise<Discovered> => {
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: ask,
      timeout: discoverySeconds,
      execute: allowsLoopbackHttp ? [client.allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    if (metadata.issuer !== issuer) throw new Error('The provider has another issuer than AUTH_OIDC_ISSUER.')
    const { jwks_uri: url = '' } = metadata
    if (!isReachable(url, allowsLoopbackHttp)) throw new Error('The keys of the provider have no TLS.')
    // Keys stay cached as long as their address.
    const keys = known?.metadata.jwks_uri === url ? known.keys : createIssuerKeys({ url })
    known = { metadata, keys, until: Date.now() + discoveryMilliseconds }
    return known
  })

  /** @throws `unavailable` if the provider does not describe itself. */
  async function discover(): Promise<Discovered> {
    if (known && known.until > Date.now()) return known
    discovered ??= fetchDescription().finally(() => {
      discovered = undefined
    })
    return discovered
  }

  /** The provider and the time of one request. */
  function configure({ metadata }: Discovered, now: Date): client.Configuration {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
    const authenticate =
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret)
    const times = {
      [client.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
      [client.clockTolerance]: clockToleranceSeconds,
    }
    const config = new client.Configuration(metadata, clientId, times, authenticate)
    config[client.customFetch] = ask
    config.timeout = requestSeconds
    if (allowsLoopbackHttp) client.allowInsecureRequests(config)
    return config
  }

  async function exchange(
    now: Date,
    response: AuthorizationResponse,
    { state, nonce, codeVerifier }: { state: string; nonce: string; codeVerifier: string },
  ): Promise<SignedIn> {
    const found = await discover()
    const config = configure(found, now)
    const returned = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...response, state })) {
      if (value !== undefined) returned.searchParams.set(name, value)
    }
    const tokens = await client.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const { id_token: idToken = '', access_token: accessToken } = tokens
    const claims = await verifyToken(idToken, found.keys, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
      maxTokenAge: idTokenMaximumAgeSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const { sub = '', azp, sid } = claims
    // OpenID Connect Core, 3.1.3.7.
    if (azp !== undefined && azp !== clientId)
      throw new SignInProblem('failed', 'The token is for another client.')
    if (sub.trim() === '') throw new SignInProblem('failed', 'The token names nobody.')
    const hasMore = !areComplete(claims) && found.metadata.userinfo_endpoint !== undefined
    const userInfo = hasMore ? await client.fetchUserInfo(config, accessToken, sub) : undefined
    return {
      user: userOf(providerWord, sub, claims, userInfo),
      providerSessionId: typeof sid === 'string' && sid !== '' ? sid : undefined,
      idToken,
    }
  }

  return {
    /**
     * Returns the address of the provider's sign-in page.
     * @throws `SignInProblem`
     */
    async signInUrl(
      now: Date,
      begin: () => { state: string; nonce: string; codeVerifier: string },
    ): Promise<string> {
      try {
        const config = configure(await discover(), now)
        const { state, nonce, codeVerifier } = begin()
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      } catch (error) {
        throw problemOf(error)
      }
    },

    /**
     * Exchanges the code of a callback for the person who has signed in.
     * @throws `SignInProblem`
     */
    async finishSignIn(...given: Parameters<typeof exchange>): Promise<SignedIn> {
      const limit = Promise.withResolvers<never>()
      const isLate = new SignInProblem('unavailable', 'The provider has not responded in time.')
      const timer = setTimeout(() => limit.reject(isLate), exchangeMilliseconds)
      try {
        return await Promise.race([exchange(...given), limit.promise])
      } catch (error) {
        throw problemOf(error)
      } finally {
        clearTimeout(timer)
      }
    },

    /**
     * Returns the address of the provider's logout page (RP-Initiated Logout 1.0); undefined if it has none.
     * @throws `SignInProblem` if the provider does not describe itself.
     */
    async logoutUrl(now: Date, idToken: string | undefined, returnTo: string): Promise<string | undefined> {
      try {
        const found = await discover()
        if (found.metadata.end_session_endpoint === undefined) return undefined
        return client.buildEndSessionUrl(configure(found, now), {
          post_logout_redirect_uri: returnTo,
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }).href
      } catch (error) {
        throw problemOf(error)
      }
    },

    /** @throws `unavailable` if the provider does not describe itself. */
    keys: async () => (await discover()).keys,
  }
}
