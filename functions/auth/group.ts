import { authOperations } from '@cairn/contract/operations/auth'
import { getAuthSession } from '@cairn/domain/auth/get-auth-session'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { createAuthenticationProvider } from '@cairn/lambda/auth'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'

export const createGroup = (runtime: Runtime) => {
  const provider = createAuthenticationProvider(runtime.configuration)
  const { getAuthConfiguration, startLogin, completeLogin, logout } = provider
  const { login, register, previewEmailVerification, verifyEmail } = provider
  return createGroupHandler(
    runtime,
    authOperations,
    {
      getAuthConfiguration,
      getAuthSession,
      startLogin,
      login,
      register,
      previewEmailVerification,
      verifyEmail,
      completeLogin,
      logout,
    },
    { email: createEmailDelivery(runtime) },
  )
}
