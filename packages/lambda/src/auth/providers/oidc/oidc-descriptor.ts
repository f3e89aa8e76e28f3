import { createSessionCookie } from '../../cookies/session-cookie.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import { type OidcConfiguration, readOidcConfiguration } from './oidc-configuration.ts'
import { createOidcSessionReader } from './oidc-session-reader.ts'

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
