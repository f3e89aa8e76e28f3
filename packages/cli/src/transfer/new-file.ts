import { createWriteStream, rmSync } from 'node:fs'
import { access, link, rename } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { CommandError } from '../exit-codes.ts'
import { cleanedUp } from '../settings/cleaned-up.ts'

export type Sink = { write: (text: string) => Promise<void>; end: () => Promise<void> }

/**
 * Writes a file that only the user can read: aside at first, so that the file is whole or not there. It never replaces a file.
 * @throws what `fill` throws, and `CommandError` if the file cannot be written.
 */
export async function writeNewFile<T>(file: string, fill: (write: Sink['write']) => Promise<T>): Promise<T> {
  if (await isThere(file)) throw cannotWrite(file, { code: 'EEXIST' })
  const aside = `${file}.${process.pid}.part`
  return cleanedUp(
    () => rmSync(aside, { force: true }),
    async () => {
      const sink = streamTo(aside, file)
      const result = await fill(sink.write)
      await sink.end()
      await publish(aside, file).catch((error: NodeJS.ErrnoException) => {
        throw cannotWrite(file, error)
      })
      return result
    },
  )
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Gives a file its name. A link is refused where a file is; a rename would replace it.
 *
 * @param makeLink  Fails with another code on file systems without links.
 */
export async function publish(aside: string, file: string, makeLink = link): Promise<void> {
  try {
    await makeLink(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await isThere(file))) throw error
    await rename(aside, file)
  }
}

function cannotWrite(file: string, { code }: Pick<NodeJS.ErrnoException, 'code'>): CommandError {
  return new CommandError(`Cannot write ${file}: ${code === 'EEXIST' ? 'it exists' : code}`)
}

function streamTo(aside: string, file: string): Sink {
  const stream = createWriteStream(aside, { mode: 0o600, flags: 'wx' })
  const failure = finished(stream).catch((error: NodeJS.ErrnoException) => {
    throw cannotWrite(file, error)
  })
  failure.catch(() => undefined)
  return {
    write: (text) =>
      Promise.race([
        new Promise<void>((resolve) => {
          stream.write(text, () => resolve())
        }),
        failure,
      ]),
    end: async () => {
      stream.end()
      await failure
    },
  }
}
