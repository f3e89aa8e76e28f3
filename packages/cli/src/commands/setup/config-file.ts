/** A configuration file of another product: read and written as bytes, at once, with its mode, through links. */
import { rmSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '../../exit-codes.ts'
import { cleanedUp } from '../../settings/cleaned-up.ts'

/** More than any configuration has. */
const maximumBytes = 16 * 1024 * 1024

/**
 * Returns the text of a file; undefined if there is none.
 * @throws `CommandError` if it cannot be read, or is not UTF-8.
 */
export async function readConfig(file: string): Promise<string | undefined> {
  let bytes: Buffer
  try {
    if ((await stat(file)).size > maximumBytes) throw notUnderstood(file, 'it is too large')
    bytes = await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw code === undefined ? error : new CommandError(`Cannot read ${file}: ${code}`)
  }
  const text = bytes.toString('utf8')
  // Other bytes would change when they are written back.
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw notUnderstood(file, 'it is not UTF-8')
  return text
}

/** Writes a file so that a crash leaves the old or the new one. Undefined removes it. */
export async function writeConfig(file: string, text: string | undefined): Promise<void> {
  try {
    // A link stays one: people keep such files elsewhere.
    const target = await realpath(file).catch(() => file)
    if (text === undefined) return await unlink(target)
    await mkdir(path.dirname(target), { recursive: true })
    const mode = await stat(target).then(
      ({ mode }) => mode & 0o7777,
      () => undefined,
    )
    const aside = `${target}.${process.pid}.tmp`
    await cleanedUp(
      () => rmSync(aside, { force: true }),
      async () => {
        await writeFile(aside, text, { flag: 'wx', ...(mode !== undefined && { mode }) })
        await rename(aside, target)
      },
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new CommandError(`Cannot write ${file}: ${code}`)
  }
}

export function notUnderstood(file: string, why: string): CommandError {
  return new CommandError(`${file} is left as it is: ${why}. Change it by hand: cairn setup --help`)
}
