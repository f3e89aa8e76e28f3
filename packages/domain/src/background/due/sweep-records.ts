import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { EmailDelivery } from '../../accounts/email/email-delivery.ts'
import type { Database } from '../../storage/database/client.ts'
import { dueShards } from '../../storage/table/entities/due/shard.ts'
import {
  type AnyRecord,
  type EntityName,
  isKnown,
  type StoredRecord,
  toStoredRecord,
} from '../../storage/table/entities.ts'
import { isTransient } from '../transient.ts'
import { type FailureOutcome, forgetFailures, NoHandlerError, recordFailure } from './failures.ts'

/**
 * Does what is due with a record. The record comes from the index, which may be behind: whatever decides is read again,
 * and a conditional write makes sure that only one of several sweepers does the work. When the work is done, the timer is off
 * or later; otherwise a later sweep finds the record again (`failures.ts`).
 */
export type DueHandler<Name extends EntityName, S = DueServices> = (
  services: S,
  record: StoredRecord<Name>,
  now: Date,
) => Promise<void>

/** A handler for each entity that has timers. */
export type DueHandlers<S = DueServices> = { [Name in EntityName]?: DueHandler<Name, S> }

export type SweepCount = {
  handled: number
  failed: number
  /** Left for later because no more emails can be sent at the moment. */
  throttled: number
  /** Records that need a person, each reported once: parked after ten failures, or failing for hours with a transient cause. */
  alarms: string[]
}

export type SweepLimits = {
  /** No record is begun after this time of the process's clock, in Unix milliseconds. The next sweep continues. */
  deadline: number
  /** No record is begun once it is aborted. */
  signal?: AbortSignal | undefined
}

/** Records of one shard that are handled at once. */
const recordsAtOnce = 4
const pageSize = 50

/** Log messages of failures that need a person. */
const messages: { [Outcome in FailureOutcome]?: string } = {
  parked: 'parked what is due, which has failed too often: npm run repair',
  lasting: 'failed to do what is due for hours, which is tried again each hour',
}

/**
 * Gives each record that is due at `now` to the handler of its entity, if there is one. Any number of sweeps may run at once. A
 * record whose handler fails is logged and does not stop the others. It is due again after a pause.
 * @throws if the index cannot be read.
 */
export async function sweepRecords<S extends Pick<DueServices, 'database' | 'logError'>>(
  services: S,
  handlers: DueHandlers<S>,
  now: Date,
  { deadline, signal }: SweepLimits,
): Promise<SweepCount> {
  const isOver = () => signal?.aborted === true || Date.now() >= deadline
  const count: SweepCount = { handled: 0, failed: 0, throttled: 0, alarms: [] }
  /** No email can be sent at the moment, so their other records are left as they are. */
  const throttledEntities = new Set<unknown>()
  const limited = { ...services, database: { ...services.database, deadline } }

  async function handle(item: AnyRecord): Promise<void> {
    const handler = handlers[item.__edb_e__ as EntityName] as DueHandler<EntityName, S> | undefined
    // This sweep is only about others.
    if (!handler && isKnown(item)) return
    if (throttledEntities.has(item.__edb_e__)) return
    try {
      if (!handler || !isKnown(item)) throw new NoHandlerError(`There is no handler for ${item.__edb_e__}.`)
      await handler(limited, toStoredRecord(item), now)
      count.handled++
      await forgetFailures(services.database, item)
    } catch (error) {
      await fail(item, error)
    }
  }

  async function fail(item: AnyRecord, error: unknown): Promise<void> {
    const { pk, sk } = item
    const subject = { entity: item.__edb_e__, pk, sk }
    const name = `${item.__edb_e__} ${pk} ${sk}`
    try {
      // Without the deadline of the sweep, which may be the cause.
      const outcome = await recordFailure(services.database, item, error, now)
      if (outcome === 'throttled') {
        count.throttled++
        throttledEntities.add(item.__edb_e__)
        return
      }
      count.failed++
      services.logError(messages[outcome] ?? 'failed to do what is due', { ...subject, error })
      if (outcome === 'parked' || outcome === 'lasting') count.alarms.push(name)
    } catch (cause) {
      count.failed++
      services.logError('failed to do what is due', { ...subject, error })
      services.logError('failed to record a failure, so the next sweep tries again', {
        ...subject,
        error: cause,
      })
      // If the database is down, its own alarms tell.
      if (!isTransient(cause)) count.alarms.push(name)
    }
  }

  async function sweepShard(shard: number): Promise<void> {
    for await (const page of duePages(services.database, shard, now)) {
      const waiting = [...page]
      const work = async () => {
        for (let item = waiting.shift(); item; item = waiting.shift()) {
          if (isOver()) return
          await handle(item)
        }
      }
      await Promise.all(Array.from({ length: recordsAtOnce }, work))
      if (isOver()) return
    }
  }

  await Promise.all(Array.from({ length: dueShards }, (_, shard) => sweepShard(shard)))
  return count
}

/** Yields the records of a shard that are due, those that are due longest first. */
async function* duePages(
  { client, tableName }: Database,
  shard: number,
  now: Date,
): AsyncGenerator<AnyRecord[]> {
  // Sort keys begin with the time, so this is behind everything that is due at `now`.
  const end = String(now.getTime() + 1).padStart(13, '0')
  let after: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: 'gsi3',
        KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk < :end',
        ExpressionAttributeValues: { ':shard': `due#${shard}`, ':end': end },
        Limit: pageSize,
        ExclusiveStartKey: after,
      }),
    )
    yield Items as AnyRecord[]
    after = LastEvaluatedKey
  } while (after !== undefined)
}

/** The services that work that is due needs. */
export type DueServices = {
  readonly database: Database
  readonly email: EmailDelivery
  /** Scheme, host and port of the web app, without a trailing slash. */
  readonly webOrigin: string
  /** Lets a worker deliver what these organizations' webhooks have not received. Does not wait for receivers. */
  readonly wakeWebhooks: (organizationIds: readonly string[]) => Promise<void>
  readonly logError: (message: string, details: Record<string, unknown>) => void
}
