/** How often a program on a device may ask whether somebody has decided (RFC 8628, 3.5). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Context, timestampOf } from '../../../requests/context.ts'
import { type OAuthRecord, oauthRecordEntity } from '../../../storage/table/entities/oauth/oauth-record.ts'

/** The pause between two requests. */
export const pollSeconds = 5
/** The pause of a program that asks too often grows by so much each time, up to the longest. In seconds. */
const addedSeconds = 5
const longestPollSeconds = 60
/** A timer may fire a little early. */
const toleranceMilliseconds = 500

/**
 * Counts a request of a program while nobody has decided. Returns the pause in seconds that it must make from now on if it has asked too
 * early. The pause grows with each such request, so what a flood writes is bounded.
 */
export function countPoll(
  { now, database, runInBackground }: Context,
  { polledAt, pollSeconds: known = pollSeconds, recordKey }: OAuthRecord,
): number | undefined {
  const pause = polledAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(polledAt)
  const isEarly = pause < known * 1_000 - toleranceMilliseconds
  const longer = Math.min(known + addedSeconds, longestPollSeconds)
  if (!isEarly || longer > known) {
    const change = isEarly ? { pollSeconds: longer } : { polledAt: timestampOf(now) }
    const update = oauthRecordEntity.patch({ recordKey }).set(change)
    // If it fails, the program may ask a little more often.
    runInBackground((abortSignal) =>
      database.client.send(new UpdateCommand(update.params({ table: database.tableName })), { abortSignal }),
    )
  }
  return isEarly ? longer : undefined
}
