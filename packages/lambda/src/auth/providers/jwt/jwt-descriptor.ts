import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import { type JwtConfiguration, readJwtConfiguration } from './jwt-configuration.ts'
import { createJwtSessionReader } from './jwt-session-reader.ts'

/** An issuer whose JSON Web Token comes with every request. */
export const jwtDescriptor = {
  readConfiguration: readJwtConfiguration,
  createSessionReader: createJwtSessionReader,
  isProxy: false,
  deployment: {
    variables: {
      AUTH_JWT_ISSUER: 'required',
      AUTH_JWT_AUDIENCE: 'required',
      AUTH_JWT_JWKS_URL: 'https address',
      AUTH_JWT_LOGIN_URL: 'https address',
      AUTH_JWT_LOGOUT_URL: 'https address',
      AUTH_JWT_ALGORITHMS: 'optional',
      AUTH_JWT_HEADER: 'optional',
      AUTH_JWT_PROVIDER_WORD: 'optional',
      AUTH_ACCOUNT_URL: 'optional https address',
    },
    packages: ['jose'],
    signInPackages: [],
  },
} as const satisfies ProviderDescriptor<JwtConfiguration>
