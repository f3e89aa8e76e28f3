import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { makePasswordHashesCheap } from '../../support/cheap-password-hashes.ts'

/** Plays Lambda: loads the handler in the file that its argument names, and calls it with each event. */
makePasswordHashesCheap()
const { handler } = await import(pathToFileURL(process.argv[2] ?? '').href).catch((error: unknown) => {
  // Node would print the line of code first. That of a bundle is more than a pipe takes at once, and the message could be lost.
  console.error((error as Error | undefined)?.stack ?? error)
  process.exit(1)
})
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
