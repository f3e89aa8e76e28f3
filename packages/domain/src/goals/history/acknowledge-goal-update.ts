import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ServiceError } from '@cairn/contract/errors'
import { timestampOf } from '../../context.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import type { Implementation } from '../../operation.ts'
import { goalReportEntity } from '../../table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../table/entities/goals/goal-row.ts'
import { toRecord } from '../../table/entity/item.ts'
import { keyOfRecord } from '../../table/entity/keys.ts'
import { shortHash } from '../../table/short-id.ts'
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
    try {
      const { Attributes = {} } = await database.client.send(
        new UpdateCommand({
          TableName: database.tableName,
          Key: keyOfRecord(goalReportEntity, key),
          ConditionExpression: 'attribute_exists(pk)',
          UpdateExpression: 'SET #acknowledgements.#user = if_not_exists(#acknowledgements.#user, :own)',
          ExpressionAttributeNames: { '#acknowledgements': 'a', '#user': userKey },
          ExpressionAttributeValues: { ':own': { userId: user.id, at: timestampOf(now) } },
          ReturnValues: 'ALL_NEW',
        }),
      )
      const acknowledged = toRecord(goalReportEntity, Attributes)
      if (!acknowledged) throw new Error('The updated record is not a report.')
      return { update: toGoalUpdateResponse(acknowledged) }
    } catch (error) {
      // Both happen only if the goal is being deleted.
      if (error instanceof Error && raceErrors.has(error.name)) return lostRace
      throw error
    }
  })
}

const raceErrors = new Set(['ConditionalCheckFailedException', 'TransactionConflictException'])
