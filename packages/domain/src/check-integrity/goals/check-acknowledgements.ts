import { isDeepStrictEqual } from 'node:util'
import { shownAcknowledgements } from '@cairn/contract/schemas/goals/goal-history'
import type { StoredRecord } from '../../storage/table/entities.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import type { Report } from '../finding.ts'
import type { GoalPartition } from './partition.ts'
import { plain } from './plain.ts'

/**
 * Checks that others than the author acknowledged a report, each once, with numbers from 1 without a hole, that they confirmed what it
 * judged as met, and that its count has how many there are and the first of them.
 */
export function checkAcknowledgements(report: Report, partition: GoalPartition): void {
  const { name, reports, acknowledgements, acknowledgementCounts } = partition
  for (const record of reports) {
    const { revision, content } = record
    const of = `revision ${revision} of goal ${name}`
    const records = acknowledgements.filter((one) => one.revision === revision)
    const met = new Set(
      content.verdicts.flatMap(({ criterionId, result }) => (result === 'met' ? [criterionId] : [])),
    )
    for (const one of records) {
      const { userKey, userId, reportId, confirmed = [], later = [] } = one
      if ([...confirmed, ...later.flatMap(({ criterionIds }) => criterionIds)].some((id) => !met.has(id))) {
        report('broken', one, `${of} has a confirmation of what it did not judge as met`)
      }
      if (reportId !== content.id) report('broken', one, `${of} has an acknowledgement of another report`)
      if (userKey !== shortHash(userId)) {
        report('broken', one, `${of} has an acknowledgement of user ${userId} under the key of another user`)
      }
      if (userId === content.authorityUserId) {
        report('broken', one, `${of} is acknowledged by its own author`)
      }
    }
    const counted = acknowledgementCounts.find((one) => one.revision === revision)
    checkCount(report, of, records, counted ?? record, counted)
  }
  const revisions = new Set(reports.map(({ revision }) => revision))
  for (const record of [...acknowledgements, ...acknowledgementCounts]) {
    if (revisions.has(record.revision)) continue
    report(
      'broken',
      record,
      `revision ${record.revision} of goal ${name} is acknowledged, but does not exist`,
    )
  }
}

function checkCount(
  report: Report,
  of: string,
  records: readonly StoredRecord<'goalAcknowledgement'>[],
  key: { pk: string; sk: string },
  counted: StoredRecord<'goalAcknowledgementCount'> | undefined,
): void {
  const inOrder = records.toSorted((left, right) => left.number - right.number)
  if (inOrder.some(({ number }, index) => number !== index + 1)) {
    report('broken', key, `the acknowledgements of ${of} are numbered ${inOrder.map(({ number }) => number)}`)
  }
  const count = counted?.count ?? 0
  if (count !== records.length) {
    report('broken', key, `${of} has ${records.length} acknowledgements, but counts ${count}`)
  }
  const first = inOrder.slice(0, shownAcknowledgements).map(({ userId, at }) => ({ userId, at }))
  if (!isDeepStrictEqual(plain(counted?.first ?? []), first)) {
    report('broken', key, `${of} shows other acknowledgements than its first ones`)
  }
}
