import { itemTimeToLive } from '../inbox/item-id.ts'
import { timestampOf, timeToLiveOf } from '../requests/context.ts'
import { usageTimeToLive } from '../storage/table/entities/goals/work/goal-usage.ts'
import { openQuestionTimeToLive } from '../storage/table/entities/goals/work/goal-work.ts'
import type { StoredRecord } from '../storage/table/entities.ts'
import type { Check, Report } from './finding.ts'

/** By `checkFeed` and `checkWork`. A run is forgotten some time after its claim. */
const checkedElsewhere = new Set<string>(['feedPage', 'goalClaim', 'goalClaimRun'])

/**
 * Checks that the table deletes every record when it expires, and no other record. A verified account that kept the
 * time to live of its verification link would be deleted within a day.
 */
export function checkLifetimes(report: Report): Check {
  return {
    see(record) {
      if (checkedElsewhere.has(record.__edb_e__)) return
      const ttl = 'ttl' in record ? record.ttl : undefined
      const expiresAt = expiryOf(record)
      const due = expiresAt === undefined ? undefined : timeToLiveOf(new Date(expiresAt))
      if (ttl === due) return
      report(
        'broken',
        record,
        `${record.__edb_e__} has time to live ${shown(ttl)}, but expires ${expiresAt ?? 'never'}`,
      )
    },
    end: () => undefined,
  }
}

/** Returns the time after which nothing needs the record; undefined for permanent records. */
function expiryOf(record: StoredRecord): string | undefined {
  switch (record.__edb_e__) {
    case 'invitation':
      return record.status === 'pending' ? record.expiresAt : undefined
    case 'goalUsage':
      return timestampOf(new Date(usageTimeToLive(record.day) * 1000))
    case 'inboxItem':
      return timestampOf(new Date(itemTimeToLive(record.itemId) * 1000))
    case 'openQuestion':
      return timestampOf(new Date(openQuestionTimeToLive(record.endsAt) * 1000))
    case 'principal':
      return record.verificationExpiresAt
    default:
      return 'expiresAt' in record ? record.expiresAt : undefined
  }
}

function shown(ttl: number | undefined): string {
  return ttl === undefined ? 'none' : new Date(ttl * 1000).toISOString()
}
