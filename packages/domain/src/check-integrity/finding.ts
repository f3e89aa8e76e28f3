import type { StoredRecord } from '../storage/table/entities.ts'
import type { RecordKey } from '../storage/table/entity.ts'

/**
 * A problem in the table. `broken`: a record contradicts itself or another record. `orphaned`: records of a deleted
 * goal, which nothing refers to and which the cleanup removes.
 */
export type Finding = {
  kind: 'broken' | 'orphaned'
  /** The record that shows the problem. A record that it contradicts may be the wrong one. */
  key: RecordKey
  message: string
}

export type Report = (kind: Finding['kind'], record: RecordKey, message: string) => void

/** A group of invariants. Sees every record once, and all records of a partition one after the other. */
export type Check = {
  see(record: StoredRecord): void
  /** Called after the last record. */
  end(): void
}

/** Creates a check that collects a state per partition, and calls `end` with it after the partition's last record. */
export function byPartition<State>(options: {
  begin: () => State
  see: (state: State, record: StoredRecord) => void
  end: (state: State) => void
}): Check {
  let current: { pk: string; state: State } | undefined
  return {
    see(record) {
      if (current?.pk !== record.pk) {
        if (current) options.end(current.state)
        current = { pk: record.pk, state: options.begin() }
      }
      options.see(current.state, record)
    },
    end() {
      if (current) options.end(current.state)
      current = undefined
    },
  }
}
