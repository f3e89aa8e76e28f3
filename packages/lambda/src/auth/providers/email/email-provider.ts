import { deleteAccount } from '@cairn/domain/accounts/auth/account/delete-account'
import { changeEmail } from '@cairn/domain/accounts/auth/email-change/change-email'
import { changePassword } from '@cairn/domain/accounts/auth/passwords/change-password'
import { forgotPassword } from '@cairn/domain/accounts/auth/passwords/forgot-password'
import { resetPassword } from '@cairn/domain/accounts/auth/passwords/reset-password'
import { updateProfile } from '@cairn/domain/accounts/auth/profile/update-profile'
import { register } from '@cairn/domain/accounts/auth/register'
import { endOtherSessions } from '@cairn/domain/accounts/auth/sessions/end-other-sessions'
import { endSession } from '@cairn/domain/accounts/auth/sessions/end-session'
import { listSessions } from '@cairn/domain/accounts/auth/sessions/list-sessions'
import { completeLogin } from '@cairn/domain/accounts/auth/sign-in/complete-login'
import { login } from '@cairn/domain/accounts/auth/sign-in/login'
import { logout } from '@cairn/domain/accounts/auth/sign-in/logout'
import { startLogin } from '@cairn/domain/accounts/auth/sign-in/start-login'
import { previewEmailVerification } from '@cairn/domain/accounts/auth/verification/preview-email-verification'
import { resendEmailVerification } from '@cairn/domain/accounts/auth/verification/resend-email-verification'
import { verifyEmail } from '@cairn/domain/accounts/auth/verification/verify-email'
import { notOffered } from '../../../pipeline/operation.ts'
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
  resendEmailVerification,
  forgotPassword,
  resetPassword,
  changePassword,
  updateProfile,
  changeEmail,
  deleteAccount,
  listSessions,
  endSession,
  endOtherSessions,
  logout,
  backchannelLogout: notOffered,
  frontchannelLogout: notOffered,
}
