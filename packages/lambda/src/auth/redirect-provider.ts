import { completeLogin } from '@cairn/domain/accounts/auth/sign-in/complete-login'
import { safeReturnTo } from '@cairn/domain/accounts/auth/sign-in/return-to'
import { notOffered } from '../pipeline/operation.ts'
import type { AuthenticationProvider } from './provider.ts'

/** The operations on accounts that belong to a provider with pages of its own: the web app says where to go. */
export const withoutAccounts = {
  login: notOffered,
  register: notOffered,
  previewEmailVerification: notOffered,
  verifyEmail: notOffered,
  resendEmailVerification: notOffered,
  forgotPassword: notOffered,
  resetPassword: notOffered,
  changePassword: notOffered,
  updateProfile: notOffered,
  changeEmail: notOffered,
  deleteAccount: notOffered,
} satisfies Partial<AuthenticationProvider>

/** The operations on sessions that the service does not have, and on ends of theirs that a provider announces. */
const withoutSessions = {
  listSessions: notOffered,
  endSession: notOffered,
  endOtherSessions: notOffered,
  backchannelLogout: notOffered,
  frontchannelLogout: notOffered,
} satisfies Partial<AuthenticationProvider>

/**
 * A provider with login and logout pages of its own. Every request carries its session, and the provider ends it: the
 * service has nothing to issue or to revoke.
 */
export function createRedirectProvider({
  loginUrl,
  logoutUrl,
  accountUrl,
}: {
  loginUrl: string
  logoutUrl: string
  accountUrl: string | undefined
}): AuthenticationProvider {
  return {
    ...withoutAccounts,
    ...withoutSessions,
    getAuthConfiguration: async () => ({ method: 'redirect', ...(accountUrl && { accountUrl }) }),
    startLogin: async ({ settings }, _access, { query }) => {
      const url = new URL(loginUrl)
      url.searchParams.set('returnTo', safeReturnTo(settings.webOrigin, query.returnTo))
      return { redirectTo: url.href }
    },
    completeLogin,
    logout: async () => ({ redirectTo: logoutUrl }),
  }
}
