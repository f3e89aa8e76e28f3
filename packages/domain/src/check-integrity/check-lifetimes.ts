import { timeToLiveOf } from '../context.ts'
import type { StoredRecord } from '../table/entities.ts'
import type { Check, Report } from './finding.ts'

/**
 * The table removes what has a time to live: it must be that of the record's expiry, and what is to stay must have
 * none. A verified account that kept its link's would be gone within a day.
 */
export function checkLifetimes(report: Report): Check {
  return {
    see(record) {
      const ttl = 'ttl' in record ? record.ttl : undefined
      const expiresAt = expiryOf(record)
      const due = expiresAt === undefined ? undefined : timeToLiveOf(new Date(expiresAt))
      if (ttl === due) return
      report(
        'broken',
        record,
        `${record.__edb_e__} is removed ${shown(ttl)}, its time is over ${expiresAt ?? 'never'}`,
      )
    },
    end: () => undefined,
  }
}

/** When nothing needs the record any more; undefined for what stays. */
function expiryOf(record: StoredRecord): string | undefined {
  switch (record.__edb_e__) {
    case 'invitation':
      return record.status === 'pending' ? record.expiresAt : undefined
    case 'principal':
      return record.verificationExpiresAt
    default:
      return 'expiresAt' in record ? record.expiresAt : undefined
  }
}

function shown(ttl: number | undefined): string {
  return ttl === undefined ? 'never' : new Date(ttl * 1000).toISOString()
}
