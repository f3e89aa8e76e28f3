import { authOperations } from '@cairn/contract/operations/auth'
import { getAuthSession } from '@cairn/domain/auth/get-auth-session'
import { safeReturnTo } from '@cairn/domain/auth/return-to'
import { createGroupHandler, notOffered, Reply, type Runtime, rateLimitSubjectOf } from '@cairn/lambda'
import { createAuthenticationProvider } from '@cairn/lambda/auth'

export const createGroup = (runtime: Runtime) => {
  const { webOrigin } = runtime.configuration
  const provider = createAuthenticationProvider(runtime)
  const { passwords } = provider

  return createGroupHandler<'auth'>(runtime, authOperations, {
    getAuthConfiguration: async () => ({ method: provider.method }),
    getAuthSession,
    startLogin: async (_context, _access, { query }) =>
      new Reply(undefined, { location: provider.startLogin(safeReturnTo(webOrigin, query.returnTo)) }),
    completeLogin: async (_context, _access, { query }, event) =>
      new Reply(undefined, {
        location: provider.completeLogin(event, safeReturnTo(webOrigin, query.returnTo)),
      }),
    login: passwords
      ? async (context, _access, { body }, event) => {
          const returnTo = safeReturnTo(webOrigin, body.returnTo)
          const subject = rateLimitSubjectOf(runtime, event)
          const { redirectTo, cookie } = await passwords.login(context, body, returnTo, subject)
          return new Reply({ redirectTo }, { cookies: [cookie] })
        }
      : notOffered,
    register: passwords
      ? async (context, _access, { body }, event) => {
          const { cookie } = await passwords.register(context, body, rateLimitSubjectOf(runtime, event))
          return new Reply({ emailVerificationRequired: true, email: body.email }, { cookies: [cookie] })
        }
      : notOffered,
    previewEmailVerification: passwords
      ? (context, _access, { body }, event) =>
          passwords.previewEmailVerification(context, body.token, event, rateLimitSubjectOf(runtime, event))
      : notOffered,
    verifyEmail: passwords
      ? async (context, _access, { body }, event) => {
          const { redirectTo } = await passwords.verifyEmail(
            context,
            body.token,
            rateLimitSubjectOf(runtime, event),
          )
          return { redirectTo }
        }
      : notOffered,
    logout: async (context, _access, _input, event) => {
      const { redirectTo, cookie } = await provider.logout(context, event)
      return new Reply({ redirectTo }, { cookies: [cookie] })
    },
  })
}
