/**
 * The operations of an OpenID provider: authorization code with PKCE (RFC 7636, RFC 9700). The provider says who somebody is; the
 * session after that is the service's own, so it ends from both sides.
 */
import type { Logger } from '@aws-lambda-powertools/logger'
import { ServiceError } from '@cairn/contract/errors/errors'
import { beginProviderSession } from '@cairn/domain/accounts/auth/provider-sessions/begin-provider-session'
import {
  endByLogoutToken,
  endByProviderSession,
} from '@cairn/domain/accounts/auth/provider-sessions/end-provider-session'
import {
  parseProviderSessionToken,
  providerSessionKeyOf,
} from '@cairn/domain/accounts/auth/provider-sessions/provider-session-token'
import { revokeProviderSession } from '@cairn/domain/accounts/auth/provider-sessions/revoke-provider-session'
import { endOtherSessions } from '@cairn/domain/accounts/auth/sessions/end-other-sessions'
import { endSession } from '@cairn/domain/accounts/auth/sessions/end-session'
import { listSessions } from '@cairn/domain/accounts/auth/sessions/list-sessions'
import { completeLogin } from '@cairn/domain/accounts/auth/sign-in/complete-login'
import { safeReturnTo } from '@cairn/domain/accounts/auth/sign-in/return-to'
import { countAttempt, forgetAttempt } from '@cairn/domain/requests/rate-limits/rate-limiter'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import { ConfigurationError } from '../../../configuration/settings.ts'
import { clientError } from '../../../pipeline/errors.ts'
import type { AuthenticationProvider } from '../../provider.ts'
import { withoutAccounts } from '../../redirect-provider.ts'
import type { OidcConfiguration } from './oidc-configuration.ts'
import { loggedOf, SignInProblem, type SignInProblemCode } from './sign-in-problem.ts'
import { beginSignIn, endSignIn } from './sign-in-state.ts'

/** The page of an invitation, with its token. */
const invitationPattern = /^\/invitations\/([^/?#]+)/

/** @throws `ConfigurationError` without a client secret. */
export function createOidcProvider(
  configuration: OidcConfiguration,
  webOrigin: string,
  logger: Pick<Logger, 'warn'>,
): AuthenticationProvider {
  const { issuer, clientSecret, providerWord } = configuration
  if (clientSecret === undefined) throw new ConfigurationError('AUTH_OIDC_CLIENT_SECRET is "unused".')

  /** Loads `openid-client` with the first sign-in. */
  let loaded: ReturnType<typeof load> | undefined
  const load = async () => {
    const [{ createOidcIssuer }, { verifyLogoutToken }] = await Promise.all([
      import('./oidc-issuer.ts'),
      import('./logout-token.ts'),
    ])
    const provider = createOidcIssuer(configuration, clientSecret, `${webOrigin}/v1/auth/callback`)
    return { provider, verifyLogoutToken }
  }
  const use = () => {
    loaded ??= load()
    return loaded
  }

  const pathOf = (returnTo: string | undefined) => safeReturnTo(webOrigin, returnTo).slice(webOrigin.length)

  /** The sign-in page of the web app, which explains the problem. */
  const explain = (problem: SignInProblemCode, path: string) => ({
    redirectTo: `${webOrigin}/sign-in?${new URLSearchParams({ problem, ...(path !== '/home' && { returnTo: path }) })}`,
  })

  /** Logs a problem without anything that the provider or the client has sent, and explains it to the person. */
  function refuse(error: unknown, path: string) {
    if (!(error instanceof SignInProblem)) {
      // A person reads the answer to a callback, so not even the database's failure may be JSON.
      const { code } = clientError(error)
      if (code !== 'unavailable') throw error
      logger.warn('sign-in failed', { problem: code })
      return explain('service_unavailable', path)
    }
    logger.warn('sign-in failed', loggedOf(error))
    return explain(error.code, path)
  }

  async function returnFromProvider(
    context: RequestContext,
    state: string,
    query: { code?: string | undefined; iss?: string | undefined; error?: string | undefined },
  ) {
    const { cookies, now } = context
    const signIn = endSignIn(cookies, now, state)
    if (!signIn) return explain('expired', '/home')
    const { path, nonce, codeVerifier } = signIn
    const { code, iss, error } = query
    try {
      const { provider } = await use()
      // Only failures count.
      const attempt = { claimedKey: 'oidc' }
      const [, { user, providerSessionId, idToken }] = await Promise.all([
        countAttempt(context, 'login', attempt),
        provider.finishSignIn(now, { code, iss, error }, { state, nonce, codeVerifier }),
      ])
      const providerSessionKey =
        providerSessionId === undefined ? undefined : providerSessionKeyOf(issuer, providerSessionId)
      const previous = parseProviderSessionToken(cookies.read('session') ?? '', providerWord)
      const [outcome] = await Promise.all([
        beginProviderSession(context, user, {
          providerSessionKey,
          idToken,
          previous,
          invitationToken: invitationPattern.exec(path)?.[1],
        }),
        forgetAttempt(context, 'login', attempt),
      ])
      if (outcome === 'refused') return explain('expired', path)
      // The page of an invitation that has been accepted would only say that it no longer works.
      return { redirectTo: `${webOrigin}${outcome === 'joined' ? '/home' : path}` }
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'too_many_requests')
        return explain('too_many', path)
      return refuse(thrown, path)
    }
  }

  return {
    ...withoutAccounts,
    getAuthConfiguration: async () => ({
      method: 'redirect',
      ownSessions: true,
      providerHost: new URL(issuer).host,
      ...(configuration.accountUrl && { accountUrl: configuration.accountUrl }),
    }),
    listSessions,
    endSession,
    endOtherSessions,

    startLogin: async ({ cookies, now }, _access, { query }) => {
      const path = pathOf(query.returnTo)
      try {
        const { provider } = await use()
        return { redirectTo: await provider.signInUrl(now, () => beginSignIn(cookies, now, path)) }
      } catch (error) {
        return refuse(error, path)
      }
    },

    completeLogin: async (context, access, input) => {
      const { state, code, iss, error } = input.query
      if (state === undefined && code === undefined && error === undefined) {
        return completeLogin(context, access, input)
      }
      return returnFromProvider(context, state ?? '', { code, iss, error })
    },

    logout: async (context) => {
      const { cookies, now } = context
      const signInPage = `${webOrigin}/sign-in`
      const claim = parseProviderSessionToken(cookies.read('session') ?? '', providerWord)
      const session = claim && (await revokeProviderSession(context, claim))
      cookies.clear('session')
      if (!session) return { redirectTo: signInPage }
      try {
        const { provider } = await use()
        return { redirectTo: (await provider.logoutUrl(now, session.idToken, signInPage)) ?? signInPage }
      } catch (error) {
        // The session has ended here. That the provider does not respond must not look as if it had not.
        refuse(error, '/home')
        return { redirectTo: signInPage }
      }
    },

    backchannelLogout: async (context, _access, { body }) => {
      const { provider, verifyLogoutToken } = await use()
      const logout = await verifyLogoutToken(
        configuration,
        body.logout_token,
        await provider.keys(),
        context.now,
      )
      if (logout && (await endByLogoutToken(context, logout))) return undefined
      throw new ServiceError(
        'invalid_or_expired_token',
        'The logout token is not valid, or has been used before.',
      )
    },

    frontchannelLogout: async (context, _access, { query: { iss, sid } }) => {
      if (iss === issuer && sid !== undefined) {
        await endByProviderSession(context, providerSessionKeyOf(issuer, sid))
      }
      return { status: 'ok' }
    },
  }
}
