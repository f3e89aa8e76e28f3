import { appendFile, readFile } from 'node:fs/promises'
import { CommandError } from '../exit-codes.ts'

/**
 * Which goal of an export became which goal: a line of JSON for each, in a file beside the export. Idempotency keys last a day; with the
 * journal an import can be resumed later too.
 */
export type Journal = {
  find: (key: string) => string | undefined
  add: (key: string, goalId: string) => Promise<void>
}

type Line = { key: string; goalId: string }

/** @param file  Undefined if the export comes from standard input: then only the idempotency keys protect. */
export async function openJournal(file: string | undefined): Promise<Journal> {
  const known = new Map<string, string>()
  for (const line of file === undefined ? [] : await linesIn(file)) known.set(line.key, line.goalId)
  return {
    find: (key) => known.get(key),
    add: async (key, goalId) => {
      known.set(key, goalId)
      if (file === undefined) return
      const line = `${JSON.stringify({ key, goalId } satisfies Line)}\n`
      await appendFile(file, line, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(`Cannot write ${file}: ${error.code}. Name another file: --journal`)
      })
    },
  }
}

async function linesIn(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CommandError(`Cannot read ${file}: ${error.code}`)
  })
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      // The last line, if a crash has cut it: the idempotency key finds the goal.
      return []
    }
  })
}
