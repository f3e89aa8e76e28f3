import { noOwnerKey, ownerKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

/**
 * Checks that the owner of every goal is a member of its organization, or was removed and the goals are still being given away.
 * Remembers each owner once, however many goals there are.
 */
export function checkOwners(report: Report): Check {
  /** The first goal of each owner in each organization. */
  const owners = new Map<string, RecordKey>()
  /** Members, and those whose removal, or the deletion of whose account, is not finished. */
  const known = new Set<string>()
  const nameOf = (organizationKey: string, ownerKey: string) => `${organizationKey}/${ownerKey}`

  return {
    see(record) {
      switch (record.__edb_e__) {
        case 'membership':
          known.add(nameOf(shortId(record.organizationId), ownerKeyOf(record.userId)))
          break
        case 'memberRemoval':
          known.add(nameOf(record.organizationKey, ownerKeyOf(record.userId)))
          break
        case 'accountDeletion':
          for (const { organizationId } of record.organizations) {
            known.add(nameOf(shortId(organizationId), ownerKeyOf(record.userId)))
          }
          break
        case 'goalRow': {
          const name = nameOf(record.organizationKey, record.ownerKey)
          const { pk, sk } = record
          if (record.ownerKey !== noOwnerKey && !owners.has(name)) owners.set(name, { pk, sk })
          break
        }
      }
    },
    end() {
      for (const [name, key] of owners) {
        if (known.has(name)) continue
        const [organizationKey = ''] = name.split('/')
        report(
          'broken',
          key,
          `a goal of organization ${longId(organizationKey)} is owned by somebody who is no member`,
        )
      }
    },
  }
}
