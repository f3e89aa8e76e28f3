import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes, signalCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { runCairn } from './run-cairn.ts'
import { openPage } from './settings/open-page.ts'

// Whoever reads the output has enough: `cairn goals | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
})

let handle: Parameters<Io['takeSignals']>[0] = () => false
// An exit, unlike a signal, removes what is half written.
for (const [signal, code] of Object.entries(signalCodes)) {
  process.on(signal, () => handle(signal as NodeJS.Signals) || process.exit(code))
}

const takeSignals: Io['takeSignals'] = (handler) => {
  handle = handler
  const resized = () => void handler('SIGWINCH')
  process.on('SIGWINCH', resized)
  return () => {
    handle = () => false
    process.off('SIGWINCH', resized)
  }
}

process.exitCode = await runCairn(process.argv.slice(2), {
  environment: process.env,
  // Not opened by a command that does not read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  pause: (milliseconds, signal) => delay(milliseconds, undefined, signal && { signal }),
  takeSignals,
  openPage,
})
