import { auditKindOf, auditRetentionDays } from '@cairn/contract/events/audit-actions'
import { auditEntry } from '@cairn/contract/schemas/audit'
import { toAuditEntryResponse } from '../organizations/audit/to-audit-entry-response.ts'
import { daysAfter, timestampOf } from '../requests/context.ts'
import { shortHash } from '../storage/table/short-id.ts'
import { firstIdAt } from '../storage/table/time-ordered-id.ts'
import type { Check, Report } from './finding.ts'
import { plain } from './goals/plain.ts'

/**
 * Checks that each entry of an audit log is one that the contract knows, is found under its time, person and kind, and is kept for a
 * year.
 */
export function checkAudit(report: Report): Check {
  return {
    see(record) {
      if (record.__edb_e__ !== 'auditEntry') return
      const { entryId, createdAt, expiresAt, personKey, userId, kind, action } = record
      const time = new Date(createdAt)
      const broken = (what: string) => report('broken', record, `an entry of an audit log ${what}`)
      if (auditEntry().safeParse(plain(toAuditEntryResponse(record, new Map()))).error) {
        broken('is not valid')
        return
      }
      const next = new Date(time.getTime() + 1)
      if (entryId < firstIdAt(time) || entryId >= firstIdAt(next)) broken('has the id of another time')
      if (personKey !== shortHash(userId)) broken('is under the key of another user')
      if (kind !== auditKindOf(action)) broken(`of the kind ${kind} says ${action}`)
      if (expiresAt !== timestampOf(daysAfter(time, auditRetentionDays))) broken('is not kept for a year')
    },
    end: () => undefined,
  }
}
