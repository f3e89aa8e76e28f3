import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Of `packages/domain/src/accounts/passwords/password-hash.ts`. Other parameters, such as those of known answers, are left alone. */
const productionMemoryKib = 19 * 1024

const isDone = Symbol.for('cairn: password hashes are cheap')

/**
 * Makes password hashes in this process cost a thousandth. The suite signs in two thousand people, which would take a tenth of its
 * processor time. Hashes keep their form and count, and right and wrong passwords stay right and wrong; the tests of hashing
 * itself hash for real.
 *
 * @param isReal  Whether to leave them alone at the moment.
 */
export function makePasswordHashesCheap(isReal = () => false): void {
  const flags = globalThis as { [isDone]?: boolean }
  if (flags[isDone]) return
  flags[isDone] = true
  const { argon2 } = crypto
  crypto.argon2 = (algorithm, parameters, callback) => {
    const isProduction = parameters.memory === productionMemoryKib
    argon2(
      algorithm,
      isProduction && !isReal() ? { ...parameters, memory: 16, passes: 1 } : parameters,
      callback,
    )
  }
  syncBuiltinESMExports()
}
