import { type BatchRequest, writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { readPartition } from '../../storage/database/read-partition.ts'
import type { Item, RecordKey } from '../../storage/table/entity.ts'

/** One pass over the records of a deleted organization. */
export type DeletionWork = {
  readonly database: Database
  readonly now: Date
  readonly organizationId: string
  readonly organizationKey: string
  /** Whether the time of the sweep is up. The next one begins again, with what is left. */
  readonly isOver: () => boolean
  /** Records that the pass has removed. */
  removed: number
}

/** Removes some of the records. Returns false if the time was up before it has seen all of them. */
export type DeletionStep = (work: DeletionWork) => Promise<boolean>

/** Removes records by key, each by itself. A key may be there several times, as the address of several invitations is. */
export async function removeKeys(work: DeletionWork, keys: readonly RecordKey[]): Promise<void> {
  const unique = new Map(keys.map(({ pk, sk }) => [JSON.stringify([pk, sk]), { pk, sk }]))
  const requests = [...unique.values()].map((Key): BatchRequest => ({ DeleteRequest: { Key } }))
  await writeBatches(work.database, requests)
  work.removed += requests.length
}

/**
 * Removes what is in a partition, page by page. Returns false if the time was up.
 *
 * @param removeFirst  Removes what the records of a page lead to: they go last, so that a crash leaves the way to it.
 */
export async function removeAllIn(
  work: DeletionWork,
  pk: string,
  removeFirst: (items: Item[]) => Promise<void> = async () => undefined,
): Promise<boolean> {
  let after: RecordKey | undefined
  do {
    if (work.isOver()) return false
    const { items, last } = await readPartition(work.database, pk, { after })
    await removeFirst(items)
    const keys = items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
    for (let start = 0; start < keys.length; start += keysAtOnce) {
      if (work.isOver()) return false
      await removeKeys(work, keys.slice(start, start + keysAtOnce))
    }
    after = last
  } while (after !== undefined)
  return true
}

/** The step is interrupted after so many records at the latest. */
const keysAtOnce = 100
