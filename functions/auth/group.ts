import { authOperations } from '@cairn/contract/operations/auth'
import { getAuthSession, getAuthState } from '@cairn/domain/accounts/auth/get-auth-session'
import { deletePicture } from '@cairn/domain/accounts/auth/picture/delete-picture'
import { setPicture } from '@cairn/domain/accounts/auth/picture/set-picture'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { createAuthenticationProvider } from '@cairn/lambda/auth'
import { createEmailDelivery, mailboxPathOf } from '@cairn/lambda/email/email-delivery'

export const createGroup = (runtime: Runtime) => {
  const provider = createAuthenticationProvider(runtime)
  const mailboxPath = mailboxPathOf(runtime)
  return createGroupHandler(
    runtime,
    authOperations,
    {
      ...provider,
      getAuthConfiguration: async (...request) => ({
        ...(await provider.getAuthConfiguration(...request)),
        ...(mailboxPath !== undefined && { mailboxPath }),
      }),
      getAuthSession,
      getAuthState,
      setPicture,
      deletePicture,
    },
    { email: createEmailDelivery(runtime) },
  )
}
