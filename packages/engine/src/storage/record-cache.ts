import type { Item } from '../values/value.ts'

/** An item as it is stored, parsed once. It is frozen: readers share it. */
export type StoredRecord = {
  /** Of its row. */
  readonly id: number
  /** `keyText` of its key. */
  readonly key: string
  readonly item: Item
  /** In bytes, as DynamoDB counts. */
  readonly size: number
  /** Whether the document client's callers can have the item as it is. */
  readonly isPlain: boolean
}

/** The memory that an object takes beyond the text of its record, roughly: with one projection of it. */
const overheadBytes = 1_000

/**
 * Parsed records, bounded in bytes. This process is the only writer, so what is here is what is stored. Two generations
 * take the place of exact recency: what was not used while the younger one filled up is forgotten with the older one.
 */
export class RecordCache {
  readonly #maximumBytes: number
  #young = newGeneration()
  #old = newGeneration()

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  byId(id: number): StoredRecord | undefined {
    return this.#young.byId.get(id) ?? this.#promote(this.#old.byId.get(id))
  }

  byKey(key: string): StoredRecord | undefined {
    return this.#young.byKey.get(key) ?? this.#promote(this.#old.byKey.get(key))
  }

  /** Replaces what is known of the same key. */
  add(record: StoredRecord): void {
    this.remove(record.key)
    const bytes = bytesOf(record)
    if (bytes > this.#maximumBytes / 2) return
    if (this.#young.bytes + bytes > this.#maximumBytes / 2) {
      this.#old = this.#young
      this.#young = newGeneration()
    }
    this.#young.byId.set(record.id, record)
    this.#young.byKey.set(record.key, record)
    this.#young.bytes += bytes
  }

  remove(key: string): void {
    for (const generation of [this.#young, this.#old]) {
      const record = generation.byKey.get(key)
      if (record === undefined) continue
      generation.byKey.delete(key)
      generation.byId.delete(record.id)
      generation.bytes -= bytesOf(record)
    }
  }

  clear(): void {
    this.#young = newGeneration()
    this.#old = newGeneration()
  }

  get bytes(): number {
    return this.#young.bytes + this.#old.bytes
  }

  #promote(record: StoredRecord | undefined): StoredRecord | undefined {
    if (record !== undefined) this.add(record)
    return record
  }
}

function newGeneration() {
  return { byId: new Map<number, StoredRecord>(), byKey: new Map<string, StoredRecord>(), bytes: 0 }
}

/** Texts of Latin letters take a byte a letter, and names are shared; so twice the size is on the safe side. */
function bytesOf({ size, key }: StoredRecord): number {
  return 2 * size + 2 * key.length + overheadBytes
}
