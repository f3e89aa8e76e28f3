import { usageRetentionDays } from '@cairn/contract/goals/usage'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { daysAfter, timeToLiveOf } from '../../../../../requests/context.ts'
import { lazyEntity } from '../../../lazy-entity.ts'
import { shortHash } from '../../../short-id.ts'

const sum = (field: string) => ({ type: 'number', field, required: true }) as const

/** The program or person that reported, in whatever run. */
export type UsageActor = Pick<GoalUpdate['actor'], 'kind' | 'id'>

/**
 * The sums of what one actor's reports of a day on a goal have used, written in their transactions. Those of an organization are in the order of
 * days. They outlive their goal.
 */
export const goalUsageEntity = lazyEntity({
  model: { entity: 'goalUsage', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** In UTC: `2026-11-20`. */
    day: { type: 'string', field: 'd', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** 128 bits of the hash of the actor. */
    actorKey: { type: 'string', field: 'k', required: true },
    actor: { type: CustomAttributeType<UsageActor>('any'), field: 'a', required: true },
    /** The name of a program, as its last report of the day says it. Absent for people. */
    actorName: { type: 'string', field: 'w' },
    inputTokens: sum('i'),
    outputTokens: sum('u'),
    seconds: sum('s'),
    costMicros: sum('c'),
    reports: sum('n'),
    /** In Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: 'u#${organizationKey}', casing: 'none' },
      sk: {
        field: 'sk',
        composite: ['day', 'goalKey', 'actorKey'],
        template: '${day}#${goalKey}#${actorKey}',
        casing: 'none',
      },
    },
  },
})

export type GoalUsageRecord = EntityItem<typeof goalUsageEntity>

export function actorKeyOf({ kind, id }: UsageActor): string {
  return shortHash(JSON.stringify([kind, id]))
}

/** Returns the time to live of the sums of a day. */
export function usageTimeToLive(day: string): number {
  return timeToLiveOf(daysAfter(new Date(day), usageRetentionDays))
}
