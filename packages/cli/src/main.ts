import { exitCodes } from './exit-codes.ts'
import { createProgram } from './program.ts'
import { Interrupted } from './settings/secret-input.ts'

/** As shells say it: 128 and the number of SIGINT. */
const interruptedCode = 130

// Whoever reads the output has enough: `cairn goals | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
})
process.on('SIGINT', () => process.exit(interruptedCode))

try {
  await createProgram().parseAsync()
} catch (error) {
  if (!(error instanceof Interrupted)) throw error
  process.exitCode = interruptedCode
}
