/**
 * Moves the goals of version 0.1 into the current layout when the service starts, before it responds to requests. The database is
 * copied first. A start that is interrupted anywhere is continued by the next one.
 */
import { existsSync } from 'node:fs'
import { rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@cairn/domain/database/client'
import { writeLayout } from '@cairn/domain/migration/layout'
import { moveGoals, surveyGoals } from '@cairn/domain/migration/move-goals'
import { databaseFileName } from '@cairn/engine'
import { StartError, sentenceOf } from '../start-error.ts'
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
  const { goals, isBegun } = await surveyGoals(database)
  if (goals > 0) {
    const copy =
      directory === null ? undefined : await copyBefore(path.resolve(directory), isBegun, freeBytesIn)
    report(
      `Moving ${goals} goals of version 0.1 into the layout of this version. The database before it is ${copy ?? 'not kept'}.`,
    )
    try {
      for await (const _ of moveGoals(database));
    } catch (error) {
      throw new StartError(`${sentenceOf(error)} ${copy ? `${copy} is the database before the move.` : ''}`)
    }
  }
  await writeLayout(database)
}

/** Returns the copy of the database before any goal was moved: a new one, or that of the interrupted start. */
async function copyBefore(
  directory: string,
  isBegun: boolean,
  freeBytesIn: typeof freeBytes,
): Promise<string> {
  const source = path.join(directory, databaseFileName)
  const { newest, next } = copyNames(directory)
  const kept = isBegun ? newest : undefined
  const needed = (await bytesOf(source)) * (growth + (kept ? 0 : 1))
  const free = await freeBytesIn(directory)
  if (free < needed) {
    throw new StartError(
      `The disk of ${directory} has too little room to move the goals of version 0.1: ${inMegabytes(needed)} are needed, ${inMegabytes(free)} are free. Nothing was changed.`,
    )
  }
  if (kept) return kept
  const draft = path.join(directory, 'engine-layout-1.tmp')
  await rm(draft, { force: true })
  await copyDatabase(source, draft)
  await rename(draft, next)
  await sync(directory)
  return next
}

/** The newest copy, if there is any, and the name of the next one: of a database that was restored from an old backup. */
function copyNames(directory: string): { newest: string | undefined; next: string } {
  const nameOf = (number: number) =>
    path.join(directory, `engine-layout-1${number > 1 ? `-${number}` : ''}.sqlite`)
  let number = 1
  while (existsSync(nameOf(number))) number++
  return { newest: number > 1 ? nameOf(number - 1) : undefined, next: nameOf(number) }
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
