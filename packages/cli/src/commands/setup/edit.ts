/** The change that a run of `cairn setup` makes to a file. */
import { isDeepStrictEqual } from 'node:util'
import { notUnderstood, readConfig } from './config-file.ts'
import { type Entry, findEntry, insertEntry, NotUnderstood, removeEntry } from './json-entry.ts'
import { type Change, isOwnServer } from './products.ts'
import { type Block, hasBlock, insertBlock, removeBlock, replaceBlock } from './toml-block.ts'

export type Mode = 'add' | 'remove'

export type Edit = {
  file: string
  state: 'added' | 'changed' | 'removed' | 'unchanged'
  /** Undefined: there is no file. */
  before: string | undefined
  after: string | undefined
}

/** @throws `CommandError` if the file is not understood, or has something of somebody else in the place. */
export async function editOf(change: Change, mode: Mode): Promise<Edit> {
  const { file } = change
  const before = await readConfig(file)
  try {
    const isThere =
      'block' in change ? before !== undefined && hasBlock(before) : hasAny(before, change.entries)
    const after =
      'block' in change ? blockEdit(before, change.block, mode) : entriesEdit(before, change.entries, mode)
    return { file, before, after, state: stateOf(before === after, isThere, mode) }
  } catch (error) {
    throw error instanceof NotUnderstood ? notUnderstood(file, error.message) : error
  }
}

function stateOf(isSame: boolean, isThere: boolean, mode: Mode): Edit['state'] {
  if (isSame) return 'unchanged'
  if (mode === 'remove') return 'removed'
  return isThere ? 'changed' : 'added'
}

function blockEdit(before: string | undefined, block: Block, mode: Mode): string | undefined {
  if (mode === 'remove') return before === undefined ? undefined : removeBlock(before)
  return before === undefined ? insertBlock(before, block) : replaceBlock(before, block)
}

const hasAny = (text: string | undefined, entries: readonly Entry[]) =>
  text !== undefined && entries.some((entry) => findEntry(text, entry) !== undefined)

/** Entries are removed in the opposite order: each insertion builds on those before. */
function entriesEdit(before: string | undefined, entries: readonly Entry[], mode: Mode): string | undefined {
  if (before !== undefined) for (const entry of entries) refuseOther(before, entry)
  const isDone = before !== undefined && entries.every((entry) => isAsWanted(before, entry))
  if (mode === 'add' && isDone) return before
  const removed = entries
    .toReversed()
    .reduce<string | undefined>((text, entry) => text && removeEntry(text, entry), before)
  return mode === 'remove'
    ? removed
    : entries.reduce<string | undefined>((text, entry) => insertEntry(text, entry), removed)
}

function isAsWanted(text: string, entry: Entry): boolean {
  const found = findEntry(text, entry)
  return found !== undefined && isDeepStrictEqual(found.value, entry.value)
}

/** @throws `NotUnderstood` if somebody else has a server of this name. */
function refuseOther(text: string, entry: Entry): void {
  const found = findEntry(text, entry)
  if (found && 'key' in entry && !isOwnServer(found.value)) {
    throw new NotUnderstood(`it has another server named ${entry.key}`)
  }
}
