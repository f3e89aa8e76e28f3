import { parseProviderSessionToken } from '@cairn/domain/accounts/auth/provider-sessions/provider-session-token'
import { validateProviderSession } from '@cairn/domain/accounts/auth/provider-sessions/validate-provider-session'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { createSessionCookie, type SessionCookie } from '../../cookies.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import type { SessionReader } from '../../session-reader.ts'
import { type OidcConfiguration, readOidcConfiguration } from './oidc-configuration.ts'

/** Reads the session cookie that the service issued after a sign-in at the provider. Only sign-ins ask the provider anything. */
function createOidcSessionReader(cookie: SessionCookie, providerWord: string): SessionReader {
  return {
    readsAuthorization: false,
    read: async (event) => {
      const token = cookie.read(event) ?? ''
      const session = parseProviderSessionToken(token, providerWord)
      if (!session) return undefined
      return {
        userId: session.userId,
        key: hashSecret(token),
        confirm: (context) => validateProviderSession(context, session),
      }
    },
  }
}

/** An OpenID provider that people sign in at, and a session cookie of the service. */
export const oidcDescriptor = {
  readConfiguration: readOidcConfiguration,
  createSessionReader: ({ providerWord }, webOrigin) =>
    createOidcSessionReader(createSessionCookie(webOrigin), providerWord),
  isProxy: false,
  deployment: {
    variables: {
      AUTH_OIDC_ISSUER: 'https address',
      AUTH_OIDC_CLIENT_ID: 'required',
      AUTH_OIDC_SCOPES: 'optional',
      AUTH_OIDC_ALGORITHMS: 'optional',
      AUTH_OIDC_PROVIDER_WORD: 'optional',
      AUTH_ACCOUNT_URL: 'optional https address',
    },
    secret: {
      variable: 'AUTH_OIDC_CLIENT_SECRET',
      description: 'the client secret of the OpenID provider, which the deployer sets',
      usedBy: 'auth',
    },
    packages: [],
    signInPackages: ['jose', 'openid-client'],
  },
} as const satisfies ProviderDescriptor<OidcConfiguration>
