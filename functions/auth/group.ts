import { authOperations } from '@cairn/contract/operations/auth'
import { getAuthSession } from '@cairn/domain/auth/get-auth-session'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { createAuthenticationProvider } from '@cairn/lambda/auth'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'

export const createGroup = (runtime: Runtime) => {
  const provider = createAuthenticationProvider(runtime)
  return createGroupHandler(
    runtime,
    authOperations,
    {
      ...provider,
      getAuthSession,
    },
    { email: createEmailDelivery(runtime) },
  )
}
