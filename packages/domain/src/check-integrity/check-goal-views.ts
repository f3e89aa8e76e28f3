import { maximumOf } from '../goal-views/view-record.ts'
import { templates } from '../storage/table/entities/goal-views/goal-template.ts'
import { sharedViews } from '../storage/table/entities/goal-views/goal-view.ts'
import type { RecordKey } from '../storage/table/entity.ts'
import { longId, shortHash, shortId } from '../storage/table/short-id.ts'
import { byPartition, type Check, type Report } from './finding.ts'

function nounOf(holderKey: string): string {
  if (holderKey === templates) return 'templates'
  return holderKey === sharedViews ? 'shared views' : 'views of one member'
}

type Holder = { views: number; first: RecordKey; count: (RecordKey & { count: number }) | undefined }
type Partition = { organizationKey: string; holders: Map<string, Holder> }

/**
 * Checks that the numbers of own and shared views and of templates are right, and that own views are their owner's. The owner of
 * every view is a member, or was removed and the removal is unfinished.
 */
export function checkGoalViews(report: Report): Check {
  /** The first view of each owner in each organization. */
  const owners = new Map<string, RecordKey>()
  /** Members, and those whose removal, or the deletion of whose account, is not finished. */
  const known = new Set<string>()
  const nameOf = (organizationKey: string, userId: string) => `${organizationKey}/${userId}`

  const partitions = byPartition<Partition>({
    begin: () => ({ organizationKey: '', holders: new Map() }),
    see: (partition, record) => {
      const isTemplate = record.__edb_e__ === 'goalTemplate'
      if (!isTemplate && record.__edb_e__ !== 'goalView' && record.__edb_e__ !== 'goalViewCount') return
      const { pk, sk, organizationKey } = record
      const holderKey = isTemplate ? templates : record.holderKey
      partition.organizationKey = organizationKey
      const holder = partition.holders.get(holderKey) ?? { views: 0, first: { pk, sk }, count: undefined }
      partition.holders.set(holderKey, holder)
      if (record.__edb_e__ === 'goalViewCount') {
        holder.count = { pk, sk, count: record.count }
        return
      }
      holder.views++
      if (isTemplate) return
      const { ownerUserId, viewKey } = record
      if (holderKey !== sharedViews && (ownerUserId === undefined || shortHash(ownerUserId) !== holderKey)) {
        report('broken', record, `the view ${longId(viewKey)} is stored under the key of another user`)
      }
      if (ownerUserId === undefined) return
      const name = nameOf(organizationKey, ownerUserId)
      if (!owners.has(name)) owners.set(name, { pk, sk })
    },
    end: ({ organizationKey, holders }) => {
      for (const [holderKey, { views, first, count }] of holders) {
        const stored = count?.count ?? 0
        const whose = nounOf(holderKey)
        const found = `organization ${longId(organizationKey)} has ${views} ${whose}`
        if (stored !== views) report('broken', count ?? first, `${found}, but counts ${stored}`)
        if (views > maximumOf({ holderKey })) report('broken', first, `${found}, which are too many`)
      }
    },
  })

  return {
    see(record) {
      partitions.see(record)
      switch (record.__edb_e__) {
        case 'membership':
          known.add(nameOf(shortId(record.organizationId), record.userId))
          break
        case 'memberRemoval':
          known.add(nameOf(record.organizationKey, record.userId))
          break
        case 'accountDeletion':
          for (const { organizationId } of record.organizations) {
            known.add(nameOf(shortId(organizationId), record.userId))
          }
          break
      }
    },
    end() {
      partitions.end()
      for (const [name, key] of owners) {
        if (known.has(name)) continue
        const [organizationKey = ''] = name.split('/')
        report(
          'broken',
          key,
          `a view of organization ${longId(organizationKey)} is owned by somebody who is no member`,
        )
      }
    },
  }
}
