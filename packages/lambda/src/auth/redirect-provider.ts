import type { AuthenticationProvider } from './provider.ts'

/**
 * A provider whose login and logout are pages of its own. Its sessions come with every request and end where
 * they began: there is nothing of ours to issue or to revoke.
 */
export function createRedirectProvider(addresses: {
  loginUrl: string
  logoutUrl: string
}): AuthenticationProvider {
  return {
    method: 'redirect',
    startLogin: (returnTo) => {
      const url = new URL(addresses.loginUrl)
      url.searchParams.set('returnTo', returnTo)
      return url.href
    },
    // The browser is let in by the session that its next request carries, not by having been here.
    completeLogin: (_event, returnTo) => returnTo,
    logout: async () => ({ redirectTo: addresses.logoutUrl }),
  }
}
