/**
 * Moves the goals of version 0.1 into the current layout when the service starts, before it responds to requests. The database is
 * copied first. A start that is interrupted anywhere is continued by the next one.
 */
import { existsSync } from 'node:fs'
import { rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@cairn/domain/database/client'
import { readCopyName, writeCopyName, writeLayout } from '@cairn/domain/migration/layout'
import { countGoals, moveGoals } from '@cairn/domain/migration/move-goals'
import { databaseFileName } from '@cairn/engine'
import { StartError } from '../start-error.ts'
import { copyDatabase } from './copy-database.ts'
import { sync } from './sync.ts'

/** The new records are written before the old ones are deleted, once to the write-ahead log and once to the file. */
const growth = 2

/**
 * Moves all goals, and records that the table has none of version 0.1.
 *
 * @param directory  The data directory, which this process has locked; null for a database in memory.
 * @param report  Receives one sentence if there is anything to move.
 * @param freeBytesIn  The free room of a directory's disk.
 * @throws StartError if there is no room for the copy, before anything is changed, or a goal cannot be moved.
 */
export async function moveEarlierGoals(
  database: Database,
  directory: string | null,
  report: (sentence: string) => void,
  freeBytesIn = freeBytes,
): Promise<void> {
  const goals = await countGoals(database)
  if (goals > 0) {
    const copy =
      directory === null ? undefined : await keepCopy(database, path.resolve(directory), freeBytesIn)
    report(
      `Moving ${goals} goals of version 0.1 into the layout of this version. The database before it is ${copy ?? 'not kept'}.`,
    )
    let problems: string[] = []
    for await (const count of moveGoals(database)) problems = count.problems
    if (problems.length > 0) {
      throw new StartError(`${problems[0]} ${copy ? `${copy} is the database before the move.` : ''}`)
    }
  }
  await writeLayout(database)
}

/** Returns the copy of the database before any goal was moved: a new one, or that of a start that was interrupted. */
async function keepCopy(
  database: Database,
  directory: string,
  freeBytesIn: typeof freeBytes,
): Promise<string> {
  const source = path.join(directory, databaseFileName)
  const recorded = await readCopyName(database)
  const name = recorded ?? unusedName(directory)
  const copy = path.join(directory, name)
  const isKept = recorded !== undefined && existsSync(copy)
  const needed = (await bytesOf(source)) * (growth + (isKept ? 0 : 1))
  const free = await freeBytesIn(directory)
  if (free < needed) {
    throw new StartError(
      `The disk of ${directory} has too little room to move the goals of version 0.1: ${inMegabytes(needed)} are needed, ${inMegabytes(free)} are free. Nothing was changed.`,
    )
  }
  if (isKept) return copy
  // Recorded first, so that starts that are interrupted again and again keep one copy.
  if (recorded === undefined) await writeCopyName(database, name)
  const draft = path.join(directory, 'engine-layout-1.tmp')
  await rm(draft, { force: true })
  await copyDatabase(source, draft)
  await rename(draft, copy)
  await sync(directory)
  return copy
}

/** There may be copies already, if the database was restored from an old backup. */
function unusedName(directory: string): string {
  for (let number = 1; ; number++) {
    const name = `engine-layout-1${number > 1 ? `-${number}` : ''}.sqlite`
    if (!existsSync(path.join(directory, name))) return name
  }
}

/** The size of the database with its write-ahead log. */
async function bytesOf(file: string): Promise<number> {
  const log = await stat(`${file}-wal`).catch(() => undefined)
  return (await stat(file)).size + (log?.size ?? 0)
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}
