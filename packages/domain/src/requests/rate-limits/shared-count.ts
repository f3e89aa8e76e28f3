import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Database } from '../../storage/database/client.ts'
import { rateLimitCountEntity } from '../../storage/table/entities/rate-limit-count.ts'
import { timestampOf, timeToLiveOf } from '../context.ts'

/** A number that all instances count together in the table. */
export type SharedCount = {
  /** `keyOf` what is counted. */
  subjectKey: string
  /** The end of the window. */
  endsAt: Date
}

/** Returns when the window that contains `now` ends. Windows are fixed by the clock, so all instances have the same. */
export function endOfWindow(now: Date, windowMinutes: number): Date {
  const window = windowMinutes * 60 * 1000
  return new Date((Math.floor(now.getTime() / window) + 1) * window)
}

/** Adds to a count. Returns what all instances have counted; undefined if the table does not say. */
export async function addToCount(
  database: Database,
  { subjectKey, endsAt }: SharedCount,
  number: number,
  abortSignal?: AbortSignal,
): Promise<number | undefined> {
  const addition = rateLimitCountEntity
    .update({ subjectKey, expiresAt: timestampOf(endsAt) })
    .set({ ttl: timeToLiveOf(endsAt) })
    .add({ count: number })
  const { Attributes } = await database.client.send(
    new UpdateCommand({ ...addition.params({ table: database.tableName }), ReturnValues: 'UPDATED_NEW' }),
    abortSignal ? { abortSignal } : {},
  )
  return Attributes?.count
}
