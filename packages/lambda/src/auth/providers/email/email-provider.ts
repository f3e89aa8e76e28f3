import { completeLogin } from '@cairn/domain/auth/complete-login'
import { login } from '@cairn/domain/auth/login'
import { logout } from '@cairn/domain/auth/logout'
import { previewEmailVerification } from '@cairn/domain/auth/preview-email-verification'
import { register } from '@cairn/domain/auth/register'
import { startLogin } from '@cairn/domain/auth/start-login'
import { verifyEmail } from '@cairn/domain/auth/verify-email'
import type { AuthenticationProvider } from '../../provider.ts'

/** The built-in provider: address and password, and a session cookie of the service. */
export const emailProvider: AuthenticationProvider = {
  getAuthConfiguration: async () => ({ method: 'email' }),
  startLogin,
  completeLogin,
  login,
  register,
  previewEmailVerification,
  verifyEmail,
  logout,
}
