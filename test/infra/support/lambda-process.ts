import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { makePasswordHashesCheap } from '../../support/cheap-password-hashes.ts'

/** Plays Lambda: loads the handler in the file that its argument names, and calls it with each event. */
makePasswordHashesCheap()
const { handler } = await import(pathToFileURL(process.argv[2] ?? '').href)
// Now, because this process will be killed.
flushCompileCache()

process.on('message', async ({ id, event, timeout }: { id: string; event: unknown; timeout: number }) => {
  const end = Date.now() + timeout
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => end - Date.now() }
  try {
    process.send?.({ id, result: await handler(event, context) })
  } catch (error) {
    process.send?.({ id, failure: String((error as Error | undefined)?.stack ?? error) })
  }
})
process.send?.({ ready: true })
