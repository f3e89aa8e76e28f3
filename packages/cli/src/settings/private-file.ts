import { rmSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { cleanedUp } from './cleaned-up.ts'

/** Windows has no such permissions: a profile's folders are private there. */
const hasModes = process.platform !== 'win32'

export const damaged = (file: string) => new CommandError(`${file} is damaged. Delete it and sign in again.`)

/**
 * Reads a file of JSON that only its user can read; returns undefined if there is none.
 * @throws `CommandError` if others can read it, if it cannot be read, or if it is not JSON.
 */
export async function readPrivate(file: string): Promise<unknown> {
  let text: string
  try {
    const { mode } = await stat(file)
    if (hasModes && (mode & 0o077) !== 0) {
      throw new CommandError(
        `Others on this machine can read ${file}. Revoke its token, then: chmod 600 '${file}'`,
        exitCodes.notAllowed,
      )
    }
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw failureOf(error, `Cannot read ${file}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(file)
  }
}

/**
 * Writes the file at once, so that a crash or another process leaves the old or the new one.
 * @throws `CommandError` if it cannot be written.
 */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  await makePrivateFolder(path.dirname(file))
  await cleanedUp(
    () => rmSync(temporary, { force: true }),
    async () => {
      try {
        await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
        await rename(temporary, file)
      } catch (error) {
        throw failureOf(error, `Cannot write ${file}`)
      }
    },
  )
}

export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (hasModes) await chmod(folder, 0o700)
  } catch (error) {
    throw failureOf(error, `Cannot write to ${folder}`)
  }
}

/** Returns a one-sentence error for a refusal of the operating system. */
function failureOf(error: unknown, sentence: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof CommandError || code === undefined
    ? error
    : new CommandError(`${sentence}: ${code}`)
}
