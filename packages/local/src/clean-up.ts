import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@aws-lambda-powertools/logger'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { closeDatabase, createDatabase } from '@cairn/domain/database'
import { type CleanUpHandler, createCleanUpHandler } from '@cairn/function-goal-cleanup/handler'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { TableAddress } from './table.ts'

export type CleanUpFollower = {
  /** Ends after the records that are at work. */
  stop(): Promise<void>
}

const pollMilliseconds = 1_000
const handlerTimeoutMilliseconds = 60_000

/**
 * Hands the table's stream to the handler that finishes the deletion of goals, as Lambda does when deployed: in order,
 * on from the first failure. Begins with the oldest record that the engine still has, so that what a killed service
 * left is removed at its next start; what was removed before is found gone.
 *
 * Trouble with the engine is no trouble of the service: the stream waits, and is read on when it answers again.
 */
export function followStream(address: TableAddress, logger: Logger): CleanUpFollower {
  const { endpoint, region, tableName, credentials } = address
  const options = { endpoint, region, ...(credentials && { credentials }) }
  const tables = new DynamoDBClient(options)
  const streams = new DynamoDBStreamsClient(options)
  const database = createDatabase(address)
  const handle = createCleanUpHandler(database, logger)
  const stopping = new AbortController()

  async function follow(): Promise<void> {
    const shards = new Map<string, string | undefined>()
    let streamArn: string | undefined
    while (!stopping.signal.aborted) {
      try {
        streamArn ??= (await tables.send(new DescribeTableCommand({ TableName: tableName }))).Table
          ?.LatestStreamArn
        if (streamArn !== undefined) await readShards(streamArn, shards)
      } catch (error) {
        if (!stopping.signal.aborted) logger.debug('the stream does not answer', { error: error as Error })
      }
      await delay(pollMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  /** @param done  Of each shard, the last record that was handled. */
  async function readShards(streamArn: string, done: Map<string, string | undefined>): Promise<void> {
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }))
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      if (ShardId !== undefined) await readShard(streamArn, ShardId, done)
    }
  }

  async function readShard(
    streamArn: string,
    shardId: string,
    done: Map<string, string | undefined>,
  ): Promise<void> {
    const last = done.get(shardId)
    let { ShardIterator: iterator } = await streams.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ...(last === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }),
      }),
    )
    while (iterator !== undefined && !stopping.signal.aborted) {
      const { Records = [], NextShardIterator } = await streams.send(
        new GetRecordsCommand({ ShardIterator: iterator }),
      )
      // The SDK's types and Lambda's differ in what may be absent, not in what is there.
      const records = Records as DynamoDBRecord[]
      if (records.length === 0) return
      const handled = await hand(handle, records)
      done.set(shardId, handled ?? last)
      if (handled !== records.at(-1)?.dynamodb?.SequenceNumber) return
      iterator = NextShardIterator
    }
  }

  const following = follow()
  return {
    stop: async () => {
      stopping.abort()
      await following
      tables.destroy()
      streams.destroy()
      closeDatabase(database)
    },
  }
}

/** Answers the last record before the first failure. */
async function hand(handle: CleanUpHandler, records: DynamoDBRecord[]): Promise<string | undefined> {
  const deadline = Date.now() + handlerTimeoutMilliseconds
  const event: DynamoDBStreamEvent = { Records: records }
  const { batchItemFailures } = await handle(event, { getRemainingTimeInMillis: () => deadline - Date.now() })
  const failed = batchItemFailures[0]?.itemIdentifier
  const index = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed)
  return (failed === undefined ? records.at(-1) : records[index - 1])?.dynamodb?.SequenceNumber
}
