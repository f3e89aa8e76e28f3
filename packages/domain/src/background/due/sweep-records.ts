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

/**
 * Does what is due with a record. The record comes from the index, which may be behind: whatever decides is read again,
 * and a conditional write makes sure that only one of several sweepers does the work. When the work is done, the timer is off
 * or later; otherwise the next sweep finds the record again.
 */
export type DueHandler<Name extends EntityName, S = DueServices> = (
  services: S,
  record: StoredRecord<Name>,
  now: Date,
) => Promise<void>

/** A handler for each entity that has timers. */
export type DueHandlers<S = DueServices> = { [Name in EntityName]?: DueHandler<Name, S> }

export type SweepCount = { handled: number; failed: number }

export type SweepLimits = {
  /** No record is begun after this time of the process's clock, in Unix milliseconds. The next sweep continues. */
  deadline: number
  /** No record is begun once it is aborted. */
  signal?: AbortSignal | undefined
}

/** Records of one shard that are handled at once. */
const recordsAtOnce = 4
const pageSize = 50

/**
 * Gives each record that is due at `now` to the handler of its entity. Any number of sweeps may run at once. A record whose
 * handler fails is logged and does not stop the others.
 * @throws if the index cannot be read.
 */
export async function sweepRecords<S extends Pick<DueServices, 'database' | 'logError'>>(
  services: S,
  handlers: DueHandlers<S>,
  now: Date,
  { deadline, signal }: SweepLimits,
): Promise<SweepCount> {
  const isOver = () => signal?.aborted === true || Date.now() >= deadline
  const count: SweepCount = { handled: 0, failed: 0 }
  const limited = { ...services, database: { ...services.database, deadline } }

  async function handle(item: AnyRecord): Promise<void> {
    const handler = handlers[item.__edb_e__ as EntityName] as DueHandler<EntityName, S> | undefined
    try {
      // A record that a later version has written, before it was rolled back, waits.
      if (!handler || !isKnown(item)) throw new Error(`There is no handler for ${item.__edb_e__}.`)
      await handler(limited, toStoredRecord(item), now)
      count.handled++
    } catch (error) {
      count.failed++
      const { pk, sk } = item
      services.logError('failed to do what is due', { entity: item.__edb_e__, pk, sk, error })
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
