/**
 * Records with a timer: something is to be done with them at a time. All of them share one index, in 8 partitions so that no
 * partition takes the writes of all timers. `background/due/sweep.ts` reads it.
 */
import { shardOf } from './shard.ts'

/** The attributes of a record with a timer. */
export const timerAttributes = {
  /** Only records whose timer is on are in the index. */
  timer: { type: 'string', required: true },
  /** The due time, in Unix milliseconds. */
  dueAt: { type: 'number', required: true, padding: { length: 13, char: '0' } },
  /** The partition of the index: `shardOf` the record's id, or `parkedShard`. */
  dueShard: { type: 'number', required: true },
  /** Attempts that failed since the last one that succeeded. The pause grows with them (`background/due/failures.ts`). */
  failedAttempts: { type: 'number' },
} as const

export type Timer = { timer: string; dueAt: number; dueShard: number }

/**
 * The index of a record with a timer.
 *
 * @param id  The attribute that tells records apart that are due at the same time.
 */
export function dueIndex<const Id extends string>(id: Id) {
  return {
    index: 'gsi3',
    condition: ({ timer }: Record<string, unknown>) => timer === 'on',
    pk: { field: 'gsi3pk', composite: ['dueShard'], template: 'due#${dueShard}', casing: 'none' },
    sk: { field: 'gsi3sk', composite: ['dueAt', id], template: `\${dueAt}#\${${id}}`, casing: 'none' },
  } as const
}

/** The last time in 13 digits, in the year 2286. Deadlines may be later. */
const lastTime = 9_999_999_999_999

/** A timer that is due at a time in Unix milliseconds; one that is off if there is none. */
export function timerOf(id: string, dueAt: number | undefined): Timer {
  return {
    timer: dueAt === undefined ? 'off' : 'on',
    dueAt: Math.max(0, Math.min(dueAt ?? 0, lastTime)),
    dueShard: shardOf(id),
  }
}
