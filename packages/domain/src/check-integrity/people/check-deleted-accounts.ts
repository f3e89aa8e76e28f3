import { keyOf } from '../../storage/database/keys.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/**
 * Checks that nothing is left of deleted accounts but the user's record, without name and address, unless the deletion is not
 * finished. Sessions expire by themselves, and tokens are revoked with the membership.
 */
export function checkDeletedAccounts(report: Report): Check {
  /** Users whose account was deleted, by `shortHash` of their id, and those of whom something is left to do. */
  const deleted = new Map<string, RecordKey & { userId: string }>()
  const unfinished = new Map<string, RecordKey & { userId: string }>()
  /** The first record of each kind of a user that must not outlive the account. */
  const left = new Map<string, Map<string, RecordKey>>()

  function name(kind: string, personKey: string, { pk, sk }: RecordKey): void {
    const records = left.get(personKey) ?? new Map<string, RecordKey>()
    if (!records.has(kind)) records.set(kind, { pk, sk })
    left.set(personKey, records)
  }

  return {
    see(record) {
      const { pk, sk } = record
      switch (record.__edb_e__) {
        case 'user':
          if (record.deletedAt === undefined) break
          deleted.set(shortHash(record.userId), { pk, sk, userId: record.userId })
          if (record.email !== '' || record.userKey !== keyOf(record.userId)) {
            report('broken', record, `the deleted user ${record.userId} still has an address`)
          }
          break
        case 'accountDeletion':
          unfinished.set(record.personKey, { pk, sk, userId: record.userId })
          break
        case 'principal':
          name('an account', shortHash(record.userId), record)
          break
        case 'picture':
          name('a picture', record.personKey, record)
          break
        case 'membership':
          name('a membership', shortHash(record.userId), record)
          break
        case 'personAlarm':
        case 'questionMail':
        case 'reminder':
          name('an email to come', record.personKey, record)
          break
      }
    },
    end() {
      for (const [personKey, { userId, ...key }] of unfinished) {
        if (!deleted.has(personKey)) {
          report('broken', key, `the account of user ${userId} is being deleted, but the user is not`)
        }
      }
      for (const [personKey, { userId }] of deleted) {
        if (unfinished.has(personKey)) continue
        for (const [kind, key] of left.get(personKey) ?? []) {
          report('broken', key, `${kind} of the deleted user ${userId}`)
        }
      }
    },
  }
}
