import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** Windows has no such permissions: a profile's folders are private there. */
const hasModes = process.platform !== 'win32'

/**
 * Reads a file of JSON that only its user can read; returns undefined if there is none.
 * @throws `CommandError` if others can read it, or if it is not JSON.
 */
export async function readPrivate(file: string): Promise<unknown> {
  try {
    const { mode } = await stat(file)
    if (hasModes && (mode & 0o077) !== 0) {
      throw new CommandError(
        `Others on this machine can read ${file}. Revoke its token, then: chmod 600 '${file}'`,
        exitCodes.notAllowed,
      )
    }
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError)
      throw new CommandError(`${file} is damaged. Delete it and sign in again.`)
    throw error
  }
}

/** Writes the file at once, so that a crash or another process leaves the old or the new one. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (hasModes) await chmod(folder, 0o700)
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, file)
}
