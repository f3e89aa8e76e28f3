import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import {
  readTrustedProxyConfiguration,
  type TrustedProxyConfiguration,
} from './trusted-proxy-configuration.ts'
import { createTrustedProxySessionReader } from './trusted-proxy-session-reader.ts'

/** A proxy in front of the service that signs an assertion about the user for every request. */
export const trustedProxyDescriptor = {
  readConfiguration: readTrustedProxyConfiguration,
  createSessionReader: createTrustedProxySessionReader,
  isProxy: true,
  deployment: {
    variables: {
      AUTH_PROXY_ISSUER: 'required',
      AUTH_PROXY_AUDIENCE: 'required',
      AUTH_PROXY_LOGIN_URL: 'https address',
      AUTH_PROXY_LOGOUT_URL: 'https address',
      AUTH_PROXY_HEADER_WORD: 'optional',
      AUTH_ACCOUNT_URL: 'optional https address',
    },
    secret: {
      variable: 'AUTH_PROXY_SECRET',
      description: 'signs the assertions of the trusted proxy',
      usedBy: 'sessions',
    },
    packages: [],
    signInPackages: [],
  },
} as const satisfies ProviderDescriptor<TrustedProxyConfiguration>
