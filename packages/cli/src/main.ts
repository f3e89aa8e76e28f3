import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes } from './exit-codes.ts'
import { interruptedCode, runCairn } from './run-cairn.ts'

// Whoever reads the output has enough: `cairn goals | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
})
process.on('SIGINT', () => process.exit(interruptedCode))

process.exitCode = await runCairn(process.argv.slice(2), {
  environment: process.env,
  // Not opened by a command that does not read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  pause: (milliseconds) => delay(milliseconds),
})
