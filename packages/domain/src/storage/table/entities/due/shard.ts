import { createHash } from 'node:crypto'

export const dueShards = 8

/** The partition of the index for records that were parked. No sweep reads it. */
export const parkedShard = 99

/** The partition of the index for a record's timer: the same for the same id. */
export function shardOf(id: string): number {
  return createHash('sha256').update(id, 'utf8').digest().readUInt8() % dueShards
}
