import { createSend } from '../requests/exchange.ts'
import { startTestService, type TestServiceOptions } from '../service/service.ts'
import { stopAfterFile } from '../stop-after-file.ts'
import { signIn } from './sign-in.ts'

/** Starts a service for one test file and signs in Ada, the owner of an organization. `send` is her browser. */
export async function startWithAda(options?: TestServiceOptions) {
  const service = stopAfterFile(await startTestService(options))
  const signInAs = (displayName: string) =>
    signIn(service, { email: `${displayName.toLowerCase()}@example.com`, displayName })
  const ada = await signInAs('Ada')
  return { service, ada, send: createSend(service, ada), signInAs }
}
