import { SettingError, type SettingName, type Settings } from './configuration-settings.ts'

const providers = ['email', 'trusted_proxy', 'jwt'] as const

/** The identity provider, with the environment variables that the functions read. */
export function readAuthentication(settings: Settings) {
  const provider = settings.choice('authProvider', providers, 'email')
  refuseOthers(settings, provider)
  return { provider, environment: { AUTH_PROVIDER: provider, ...environmentOf(settings, provider) } }
}

function environmentOf(settings: Settings, provider: (typeof providers)[number]): Record<string, string> {
  switch (provider) {
    case 'email':
      return {}
    case 'trusted_proxy':
      return {
        AUTH_PROXY_ISSUER: settings.required('authProxyIssuer'),
        AUTH_PROXY_AUDIENCE: settings.required('authProxyAudience'),
        AUTH_PROXY_LOGIN_URL: settings.httpsAddress('authProxyLoginUrl'),
        AUTH_PROXY_LOGOUT_URL: settings.httpsAddress('authProxyLogoutUrl'),
        ...optional(settings, { AUTH_PROXY_HEADER_WORD: 'authProxyHeaderWord' }),
      }
    case 'jwt':
      return {
        AUTH_JWT_ISSUER: settings.required('authJwtIssuer'),
        AUTH_JWT_AUDIENCE: settings.required('authJwtAudience'),
        AUTH_JWT_JWKS_URL: settings.httpsAddress('authJwtJwksUrl'),
        AUTH_JWT_LOGIN_URL: settings.httpsAddress('authJwtLoginUrl'),
        AUTH_JWT_LOGOUT_URL: settings.httpsAddress('authJwtLogoutUrl'),
        ...optional(settings, {
          AUTH_JWT_ALGORITHMS: 'authJwtAlgorithms',
          AUTH_JWT_HEADER: 'authJwtHeader',
          AUTH_JWT_PROVIDER_WORD: 'authJwtProviderWord',
        }),
      }
  }
}

function optional(settings: Settings, names: Record<string, SettingName>): Record<string, string> {
  const entries = Object.entries(names).map(([variable, name]) => [variable, settings.text(name)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Settings of a provider that is not selected are a mistake. */
function refuseOthers(settings: Settings, provider: (typeof providers)[number]): void {
  if (provider !== 'trusted_proxy' && settings.text('authProxyIssuer') !== undefined) {
    throw new SettingError('authProvider must be "trusted_proxy" if authProxyIssuer is set.')
  }
  if (provider !== 'jwt' && settings.text('authJwtIssuer') !== undefined) {
    throw new SettingError('authProvider must be "jwt" if authJwtIssuer is set.')
  }
}
