import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId, shortId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

export type WorkCheck = Check & {
  /** Goals with a claim, whose rows have to be read. */
  named(): { organizationId: string; goalId: string }[]
  add(row: GoalRow): void
}

type Named = { key: RecordKey; organizationKey: string; goalKey: string }

/**
 * Checks claims, of which each has its goal, and that organizations know that they have work on goals. A claim that has ended says no longer whose it
 * was by name, and expires.
 */
export function checkWork(report: Report): WorkCheck {
  const named: Named[] = []
  const rows = new Set<string>()
  const knowing = new Set<string>()
  /** The first work of each organization. */
  const working = new Map<string, RecordKey>()

  const seeWork = (record: RecordKey & { organizationKey: string }) => {
    const { pk, sk, organizationKey } = record
    if (!working.has(organizationKey)) working.set(organizationKey, { pk, sk })
  }
  const nameOf = ({ organizationKey, goalKey }: Pick<Named, 'organizationKey' | 'goalKey'>) =>
    `${organizationKey}/${goalKey}`

  return {
    see(record) {
      switch (record.__edb_e__) {
        case 'goalClaim': {
          const { pk, sk, organizationKey, goalKey, endsAt, content, ttl } = record
          seeWork(record)
          named.push({ key: { pk, sk }, organizationKey, goalKey })
          const isEnded = endsAt === 0
          if (isEnded !== (content === undefined)) {
            report('broken', record, `a claim that ${isEnded ? 'has ended names' : 'holds names no'} holder`)
          }
          if (isEnded !== (ttl !== undefined)) {
            report('broken', record, `a claim that ${isEnded ? 'has ended never expires' : 'holds expires'}`)
          }
          break
        }
        case 'openQuestion':
        case 'openReview':
        case 'goalHandoff':
          seeWork(record)
          break
        case 'goalLabelDirectory':
          if (record.hasWork) knowing.add(shortId(record.organizationId))
          break
      }
    },
    named: () =>
      named.map(({ organizationKey, goalKey }) => ({
        organizationId: longId(organizationKey),
        goalId: longId(goalKey),
      })),
    add(row) {
      rows.add(nameOf({ organizationKey: shortId(row.organizationId), goalKey: shortId(row.goalId) }))
    },
    end() {
      for (const { key, ...goal } of named) {
        if (rows.has(nameOf(goal))) continue
        report('broken', key, `a claim of goal ${longId(goal.goalKey)}, which does not exist`)
      }
      for (const [organizationKey, key] of working) {
        if (knowing.has(organizationKey)) continue
        report(
          'broken',
          key,
          `organization ${longId(organizationKey)} does not know that it has work on goals`,
        )
      }
    },
  }
}
