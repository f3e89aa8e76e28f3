import type { Database } from '../storage/database/client.ts'
import { transact } from '../storage/database/transaction.ts'
import type { AnyRecord, EntityName, StoredRecord } from '../storage/table/entities.ts'
import type { TransactionItem } from '../storage/table/entity.ts'

/** The parts that a step of a repair uses. */
export type Repair = {
  readonly database: Database
  readonly now: Date
  /** Whether it only says what it would do. */
  readonly isDryRun: boolean
  /** Whether nobody has written for a while, so that no event is on its way to the feed. */
  readonly isQuiet: boolean
  /**
   * Makes one correction: all writes or none. Their conditions say that what was read is still so.
   *
   * @param what  What it does, for the report: such as "postings added".
   * @throws `Overtaken` if a condition fails: the record is looked at again.
   */
  write(what: string, items: Record<string, TransactionItem | undefined>, number?: number): Promise<void>
  /** Makes a correction that needs no condition, because it is safe to repeat at any time. */
  run(what: string, work: () => Promise<unknown>, number?: number): Promise<void>
  /**
   * Waits until indexes have what was written before. A step that has compared the table with an index and found a difference
   * waits, and compares again.
   */
  settle(): Promise<void>
}

type See<R> = (repair: Repair, record: R, item: AnyRecord) => Promise<void>

/**
 * A step of the repair: looks at records, and corrects what follows from them. Every correction is conditional on what it was
 * derived from, because others write at the same time. A step that finds nothing wrong writes nothing.
 *
 * A new kind of derived record is one more step in `repair-steps.ts`, and a check in `check-integrity/`.
 */
export type RepairStep = {
  /** One word, different from those of all other steps. */
  name: string
  /** Looks at the records of an entity. That of organizations is called for each organization once. */
  see?: { [Name in EntityName]?: See<StoredRecord<Name>> }
  /** Looks at every record. */
  seeAll?: See<StoredRecord>
  /** Looks at the first record of every partition. */
  seePartition?: See<StoredRecord>
}

/** A record has changed since it was read. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Creates what steps have. */
export function createRepair(
  options: Pick<Repair, 'database' | 'now' | 'isDryRun' | 'isQuiet' | 'settle'> & {
    count: (what: string, number: number) => void
  },
): Repair {
  const { count, ...repair } = options
  const { database, isDryRun } = repair
  return {
    ...repair,
    async write(what, items, number = 1) {
      if (!isDryRun && (await transact(database, items)).length > 0) throw new Overtaken()
      count(what, number)
    },
    async run(what, work, number = 1) {
      if (!isDryRun) await work()
      count(what, number)
    },
  }
}
