import {
  type GoalHealth,
  type GoalStatus,
  goalHealths,
  goalStatuses,
} from '@cairn/contract/schemas/goals/goal-values'
import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { shortId } from '../../short-id.ts'

/** A goal's status and health, by which goals are counted. */
export type GoalCell = `${GoalStatus}_${GoalHealth | 'none'}`

export const countedHealths = [...goalHealths, 'none'] as const

const cells = goalStatuses.flatMap((status) =>
  countedHealths.map((health): GoalCell => `${status}_${health}`),
)

/** Every goal of an organization counts in one of these records, so that many changes at once do not meet in one record. */
export const goalCountShards = 8

/** How many goals of an organization have which status and health, written in the transactions that change them. */
export const goalCountEntity = lazyEntity({
  model: { entity: 'goalCount', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', required: true },
    /** 0 to 7. */
    shard: { type: 'string', required: true },
    /** Advances with every write, so that an unchanged one shows that nothing was counted meanwhile. */
    changes: { type: 'number' },
    ...(Object.fromEntries(cells.map((cell) => [cell, { type: 'number' }])) as Record<
      GoalCell,
      { readonly type: 'number' }
    >),
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: 't#${organizationKey}', casing: 'none' },
      sk: { field: 'sk', composite: ['shard'], template: '${shard}', casing: 'none' },
    },
  },
})

export type GoalCountRecord = EntityItem<typeof goalCountEntity>

/** Ids are random, so their first digit spreads goals evenly. */
export function countKeyOf({ organizationId, goalId }: { organizationId: string; goalId: string }) {
  const shard = String(Number.parseInt(goalId.slice(0, 1), 16) % goalCountShards)
  return { organizationKey: shortId(organizationId), shard }
}

export function cellOf({
  status,
  health,
}: {
  status: GoalStatus
  health?: GoalHealth | undefined
}): GoalCell {
  return `${status}_${health ?? 'none'}`
}

type CountedHealth = (typeof countedHealths)[number]

/** The status and the health of a cell. */
export function partsOf(cell: GoalCell): [status: GoalStatus, health: CountedHealth] {
  const end = cell.indexOf('_')
  return [cell.slice(0, end) as GoalStatus, cell.slice(end + 1) as CountedHealth]
}
