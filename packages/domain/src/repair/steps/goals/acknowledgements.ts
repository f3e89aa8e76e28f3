import { isDeepStrictEqual } from 'node:util'
import { shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import {
  type GoalAcknowledgementCountRecord,
  goalAcknowledgementCountEntity,
  goalAcknowledgementEntity,
} from '../../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalReportEntity } from '../../../storage/table/entities/goals/goal-report.ts'
import type { Repair, RepairStep } from '../../step.ts'

type Revision = Pick<GoalAcknowledgementCountRecord, 'organizationKey' | 'goalKey' | 'revision'>

/** Rewrites the counts of acknowledgements. */
export const acknowledgementStep: RepairStep = {
  name: 'acknowledgements',
  see: {
    // The first one stands for all of its report.
    goalAcknowledgement: (repair, record) =>
      record.number === 1 ? repairCount(repair, record) : Promise.resolve(),
    goalAcknowledgementCount: (repair, record) => repairCount(repair, record),
  },
}

async function repairCount(repair: Repair, { organizationKey, goalKey, revision }: Revision): Promise<void> {
  const { database } = repair
  const key = { organizationKey, goalKey, revision }
  const [stored, report, records] = await Promise.all([
    readRecord(database, goalAcknowledgementCountEntity, key),
    readRecord(database, goalReportEntity, key),
    queryAllRecords(
      database,
      goalAcknowledgementEntity,
      'record',
      { organizationKey, goalKey },
      // No key has a character above `~`.
      {
        between: [
          { revision, userKey: '' },
          { revision, userKey: '~' },
        ],
        consistent: true,
      },
    ),
  ])
  const first = records
    .toSorted((left, right) => left.number - right.number)
    .slice(0, shownAcknowledgements)
    .map(({ userId, at }) => ({ userId, at }))
  const count = records.length
  const isSame = (stored?.count ?? 0) === count && isDeepStrictEqual(stored?.first ?? [], first)
  // Acknowledgements of a report that does not exist are no matter of counting.
  if (isSame || !report) return
  const after = { ...key, count, first }
  await repair.write('counts of acknowledgements written', {
    // Every acknowledgement changes the count.
    count: stored
      ? {
          Put: goalAcknowledgementCountEntity
            .put(after)
            .where((record, { eq }) => eq(record.count, stored.count)),
        }
      : { Put: goalAcknowledgementCountEntity.create(after) },
    report: { ConditionCheck: goalReportEntity.remove(key) },
  })
}
