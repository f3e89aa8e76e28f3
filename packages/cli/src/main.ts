import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes } from './exit-codes.ts'
import { runCairn, signalCodes } from './run-cairn.ts'
import { openPage } from './settings/open-page.ts'

// Whoever reads the output has enough: `cairn goals | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
})
// An exit, unlike a signal, removes what is half written.
for (const [signal, code] of Object.entries(signalCodes)) process.on(signal, () => process.exit(code))

process.exitCode = await runCairn(process.argv.slice(2), {
  environment: process.env,
  // Not opened by a command that does not read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  pause: (milliseconds) => delay(milliseconds),
  openPage,
})
