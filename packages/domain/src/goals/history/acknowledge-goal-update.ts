import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ServiceError } from '@cairn/contract/errors'
import type { OutputOf } from '@cairn/contract/registry'
import type { Acknowledgement } from '@cairn/contract/schemas/goal-history'
import { recordGoalEvent } from '../../changes/record-events.ts'
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { acknowledgementEvent } from '../../events/goal-events.ts'
import type { Implementation } from '../../operation.ts'
import { type GoalReportRecord, goalReportEntity } from '../../table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../table/entities/goals/goal-row.ts'
import { toRecord } from '../../table/entity/item.ts'
import { keyOfRecord } from '../../table/entity/keys.ts'
import { longId, shortHash } from '../../table/short-id.ts'
import { goalNotFound } from '../authority.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { toGoalUpdateResponse } from './entries.ts'

/**
 * Adds the caller to those who acknowledged a report. The first acknowledgement counts: repeating it, at once or later,
 * changes nothing. It is outside of the report's hash, and neither a version nor an entry of the history.
 */
export const acknowledgeGoalUpdate: Implementation<'acknowledgeGoalUpdate'> = async (
  { database, now },
  access,
  { params },
) => {
  const { organizationId, user } = access
  const { goalId, revision } = params
  const key = { ...goalKeyOf({ organizationId, goalId }), revision }
  const userKey = shortHash(user.id)
  return retryOnLostRace(database, async () => {
    const [, goal, report] = await Promise.all([
      access.membership(),
      readGoalRow(database, organizationId, goalId),
      readRecord(database, goalReportEntity, key),
    ])
    if (!goal || !report) throw goalNotFound()
    if (report.content.authorityUserId === user.id) {
      throw new ServiceError('acknowledgement_own_report', 'Somebody else has to acknowledge your report.')
    }
    if (report.acknowledgements[userKey]) return { update: toGoalUpdateResponse(report) }
    const own = { userId: user.id, at: timestampOf(now) }
    return (await writeAcknowledgement(database, report, own, goal.title)) ?? lostRace
  })
}

/**
 * Adds an acknowledgement, and returns the response; undefined if the report has changed or is being deleted. Where the table
 * has a stream, which tells of it, this takes half the write units of a transaction.
 */
async function writeAcknowledgement(
  database: Database,
  report: GoalReportRecord,
  own: Acknowledgement,
  title: string,
): Promise<OutputOf<'acknowledgeGoalUpdate'> | undefined> {
  const userKey = shortHash(own.userId)
  const update = {
    TableName: database.tableName,
    Key: keyOfRecord(goalReportEntity, report),
    ExpressionAttributeNames: { '#acknowledgements': 'a', '#user': userKey },
    ExpressionAttributeValues: { ':own': own },
  }
  if (!database.hasStream) {
    const event = acknowledgementEvent(report, own, title)
    const failed = await transact(database, {
      report: {
        Update: {
          ...update,
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#acknowledgements.#user)',
          UpdateExpression: 'SET #acknowledgements.#user = :own',
        },
      },
      change: recordGoalEvent(database, longId(report.organizationKey), event),
    })
    if (failed.length > 0) return undefined
    const acknowledgements = { ...report.acknowledgements, [userKey]: own }
    return { update: toGoalUpdateResponse({ ...report, acknowledgements }) }
  }
  try {
    const { Attributes = {} } = await database.client.send(
      new UpdateCommand({
        ...update,
        ConditionExpression: 'attribute_exists(pk)',
        UpdateExpression: 'SET #acknowledgements.#user = if_not_exists(#acknowledgements.#user, :own)',
        ReturnValues: 'ALL_NEW',
      }),
    )
    const acknowledged = toRecord(goalReportEntity, Attributes)
    if (!acknowledged) throw new Error('The updated record is not a report.')
    return { update: toGoalUpdateResponse(acknowledged) }
  } catch (error) {
    // Both happen only if the goal is being deleted.
    if (error instanceof Error && raceErrors.has(error.name)) return undefined
    throw error
  }
}

const raceErrors = new Set(['ConditionalCheckFailedException', 'TransactionConflictException'])
