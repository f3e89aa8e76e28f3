import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { transact } from '../database/transaction.ts'
import { currentFormat, formatEntity, formatKey } from './entities/format.ts'

/** The table's records are in another form than this version stores. The message is a sentence for whoever starts the service. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

/**
 * Stores the format in a table that has none, and refuses a table of another one. Called once by a process that serves or sweeps,
 * before it reads anything else.
 *
 * @throws FormatError
 */
export async function checkFormat(database: Database): Promise<void> {
  const record = { ...formatKey, format: currentFormat }
  let known = await readRecord(database, formatEntity, formatKey)
  if (!known) {
    const failed = await transact(database, { format: { Put: formatEntity.create(record) } })
    // Another process started at the same moment.
    known = failed.length > 0 ? await readRecord(database, formatEntity, formatKey) : record
  }
  requireCurrent(known?.format)
}

/**
 * Refuses a table of another format, and writes nothing. For maintenance commands. A table without a format is accepted: no service
 * has started on it yet.
 *
 * @throws FormatError
 */
export async function requireFormat(database: Database): Promise<void> {
  const { format = currentFormat } = (await readRecord(database, formatEntity, formatKey)) ?? {}
  requireCurrent(format)
}

function requireCurrent(format: number | undefined): void {
  if (format === currentFormat) return
  throw new FormatError(
    `The data has format ${format}, and this version of Cairn reads format ${currentFormat}. Start the version that wrote the data, or move the data as CHANGELOG.md says.`,
  )
}
