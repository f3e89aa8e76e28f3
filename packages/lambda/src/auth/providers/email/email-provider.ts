import { deleteAccount } from '@cairn/domain/auth/account/delete-account'
import { completeLogin } from '@cairn/domain/auth/complete-login'
import { changeEmail } from '@cairn/domain/auth/email-change/change-email'
import { login } from '@cairn/domain/auth/login'
import { logout } from '@cairn/domain/auth/logout'
import { changePassword } from '@cairn/domain/auth/passwords/change-password'
import { forgotPassword } from '@cairn/domain/auth/passwords/forgot-password'
import { resetPassword } from '@cairn/domain/auth/passwords/reset-password'
import { updateProfile } from '@cairn/domain/auth/profile/update-profile'
import { register } from '@cairn/domain/auth/register'
import { endOtherSessions } from '@cairn/domain/auth/sessions/end-other-sessions'
import { endSession } from '@cairn/domain/auth/sessions/end-session'
import { listSessions } from '@cairn/domain/auth/sessions/list-sessions'
import { startLogin } from '@cairn/domain/auth/start-login'
import { previewEmailVerification } from '@cairn/domain/auth/verification/preview-email-verification'
import { resendEmailVerification } from '@cairn/domain/auth/verification/resend-email-verification'
import { verifyEmail } from '@cairn/domain/auth/verification/verify-email'
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
