import type { RecordKey, StoredRecord } from '../table/entities.ts'

/**
 * What the table holds and must not. `broken`: two records contradict each other, or a record itself. `orphaned`:
 * records of a goal that does not exist, which nothing leads to and the stream's clean-up removes.
 */
export type Finding = {
  kind: 'broken' | 'orphaned'
  /** The record that shows it; another one may be the wrong one. */
  key: RecordKey
  message: string
}

export type Report = (kind: Finding['kind'], record: RecordKey, message: string) => void

/** One group of invariants. Sees every record once, those of a partition one after the other. */
export type Check = {
  see(record: StoredRecord): void
  /** Called behind the last record. */
  end(): void
}

/** Hands over what a check gathers of a partition when its last record was seen. */
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
