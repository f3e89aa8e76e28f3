import { isDeepStrictEqual } from 'node:util'
import { openReviewOf } from '../../goals/review/open-review.ts'
import { decodeRow, type GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { OpenReviewRecord } from '../../storage/table/entities/goals/work/goal-work.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import { byPartition, type Check, type Report } from '../finding.ts'
import { plain } from './plain.ts'

type Parts = {
  row: (RecordKey & { row: GoalRow }) | undefined
  standing: StoredRecord<'goalStanding'> | undefined
  text: StoredRecord<'goalText'> | undefined
}

type Reviews = Map<string, RecordKey & { review: OpenReviewRecord }>

/**
 * Checks that exactly those goals are listed that wait for somebody to confirm what was judged as met. Its memory grows with their
 * number.
 */
export function checkReviews(report: Report): Check {
  const open: Reviews = new Map()
  const listed: Reviews = new Map()
  const goals = byPartition<Parts>({
    begin: () => ({ row: undefined, standing: undefined, text: undefined }),
    see(parts, record) {
      const { pk, sk } = record
      if (record.__edb_e__ === 'goalRow') parts.row = { pk, sk, row: decodeRow(record) }
      if (record.__edb_e__ === 'goalStanding') parts.standing = record
      // The newest is the last.
      if (record.__edb_e__ === 'goalText') parts.text = record
      if (record.__edb_e__ === 'openReview') {
        listed.set(nameOf(record), { pk, sk, review: withoutKeys(record) })
      }
    },
    end({ row: found, standing, text }) {
      // Something else is wrong with a goal without one of them.
      if (!found || !standing || !text) return
      const { row, ...key } = found
      const review = openReviewOf({ row, standing, text })
      if (review) open.set(nameOf(review), { ...key, review })
    },
  })
  return {
    see: goals.see,
    end() {
      goals.end()
      for (const [name, { review, ...key }] of open) {
        const found = listed.get(name)
        if (!found) report('broken', key, `goal ${name} waits for a review, but is not listed`)
        else if (!isDeepStrictEqual(plain(found.review), plain(review))) {
          report('broken', found, `goal ${name} is listed with another review than it waits for`)
        }
      }
      for (const [name, { review: _, ...key }] of listed) {
        if (!open.has(name))
          report('broken', key, `goal ${name} is listed as waiting for a review, but is not`)
      }
    },
  }
}

function nameOf({ organizationKey, goalKey }: { organizationKey: string; goalKey: string }): string {
  return `${longId(organizationKey)}/${longId(goalKey)}`
}

function withoutKeys(record: StoredRecord<'openReview'>): OpenReviewRecord {
  const { organizationKey, goalKey, title, ownerUserId, reviewerUserId, reports } = record
  return { organizationKey, goalKey, title, ownerUserId, reviewerUserId, reports }
}
