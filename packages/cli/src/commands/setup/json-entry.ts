/**
 * An entry in a file of JSON: a member of an object, or an item of an array. It is inserted first, right behind the bracket, so that
 * whatever follows stays as it is: comments, order, line ends. The way back is exact. What tells how the file was before is in the layout:
 * objects that the insertion has made are written on one line with what they are for, and a file that it has made is not.
 */
import { type JsonNode, type ObjectNode, parseJson, plainOf } from './json-text.ts'

export type Entry = {
  /** The keys that lead to where the entry is: objects, and at last an array if the entry is an item. */
  path: readonly string[]
  value: unknown
  /** Members of a new file beside the entry. */
  base?: object
} & (
  | { key: string }
  /** Finds an item that an insertion has made, whatever it says. */
  | { isOwn: (value: unknown) => boolean }
)

/** A file that cannot be changed without changing what belongs to others. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}

const indent = '  '
/** Editors of the other products indent as the file does; the entry does too if it can see how. */
const lineEndOf = (text: string) => (/\r\n/.test(text) ? '\r\n' : '\n')

/** Returns the text with the entry, which is not there yet. Undefined: the file does not exist. */
export function insertEntry(text: string | undefined, entry: Entry): string {
  if (text === undefined) return `${JSON.stringify(whole(entry), null, 2)}\n`
  const { node, missing } = placeOf(text, entry)
  const depth = entry.path.length - missing.length
  return insertAt(text, node, written(entry, missing, depth, lineEndOf(text)))
}

/** Returns the text without the entry: byte for byte what it was before the insertion, and undefined if there was no file. */
export function removeEntry(text: string, entry: Entry): string | undefined {
  const found = findEntry(text, entry)
  if (!found) return text
  const own = { ...entry, value: found.value } as Entry
  const unwrapped = [undefined, ...candidates(text, own)].find((before) => insertEntry(before, own) === text)
  const isExact = unwrapped !== undefined || insertEntry(undefined, own) === text
  // Somebody has laid it out anew.
  return isExact ? unwrapped : cut(text, found.node)
}

type Found = { node: Node; value: unknown }
/** A member or an item, and where it stands. */
type Node = { start: number; end: number; list: JsonNode; index: number }

/** Returns the entry that a text has; undefined if it has none. @throws `NotUnderstood` if something else is in its place. */
export function findEntry(text: string, entry: Entry): Found | undefined {
  const { node, missing } = placeOf(text, entry)
  if (missing.length > 0) return undefined
  if (node.kind === 'object' && 'key' in entry) {
    const index = node.members.findIndex(({ key }) => key === entry.key)
    const member = node.members[index]
    return member && { node: { ...member, list: node, index }, value: plainOf(member.value) }
  }
  if (node.kind === 'array' && 'isOwn' in entry) {
    const index = node.items.findIndex((item) => entry.isOwn(plainOf(item)))
    const item = node.items[index]
    return item && { node: { start: item.start, end: item.end, list: node, index }, value: plainOf(item) }
  }
  throw new NotUnderstood(`${entry.path.join('.')} is not what it should be`)
}

/** Returns the deepest object of the path that is there, and the keys below it that are not. */
function placeOf(text: string, { path }: Entry): { node: JsonNode; missing: readonly string[] } {
  let node: JsonNode
  try {
    node = parseJson(text)
  } catch (error) {
    throw new NotUnderstood((error as Error).message)
  }
  if (node.kind !== 'object') throw new NotUnderstood('it is not an object')
  for (const [depth, key] of path.entries()) {
    if (node.kind !== 'object') throw new NotUnderstood(`${path.slice(0, depth).join('.')} is not an object`)
    const member: ObjectNode['members'][number] | undefined = node.members.find((each) => each.key === key)
    if (!member) return { node, missing: path.slice(depth) }
    node = member.value
    if (node.kind === 'leaf')
      throw new NotUnderstood(`${path.slice(0, depth + 1).join('.')} has another value`)
  }
  return { node, missing: [] }
}

/** The value of a whole file with the entry alone. */
function whole(entry: Entry): unknown {
  const innermost: unknown = 'key' in entry ? { [entry.key]: entry.value } : [entry.value]
  const own = entry.path.reduceRight((value, key) => ({ [key]: value }), innermost)
  return { ...entry.base, ...(own as object) }
}

/** Returns the text of an entry. What leads to it and is not there is on the line on which it begins. */
function written(entry: Entry, missing: readonly string[], depth: number, lineEnd: string): string {
  const margin = indent.repeat(depth + 1)
  const value = JSON.stringify(entry.value, null, 2)
  const own = 'key' in entry ? `${JSON.stringify(entry.key)}: ${value}` : value
  const [open, close] = 'key' in entry ? ['{ ', ' }'] : ['[', ']']
  const around = missing.map((key, index) => {
    const isLast = index === missing.length - 1
    return `${JSON.stringify(key)}: ${isLast ? open : '{ '}`
  })
  const ends = missing.map((_, index) => (index === 0 ? close : ' }'))
  return `${around.join('')}${own}${ends.join('')}`
    .split('\n')
    .map((line) => `${lineEnd}${margin}${line}`)
    .join('')
}

/** Inserts a text behind the bracket of an object or an array. Alone in it, it gets a line of its own. */
function insertAt(text: string, node: JsonNode, inserted: string): string {
  const position = node.start + 1
  const isAlone =
    (node.kind === 'object' ? node.members : node.kind === 'array' ? node.items : []).length === 0
  const lineEnd = lineEndOf(inserted)
  const margin = /\r?\n( *)/.exec(inserted)?.[1] ?? ''
  const end = isAlone ? `${lineEnd}${margin.slice(indent.length)}` : ','
  return text.slice(0, position) + inserted + end + text.slice(position)
}

/** Yields how the text may have been before: without the entry, and without what leads to it. */
function* candidates(text: string, entry: Entry): Generator<string> {
  for (let made = 0; made <= entry.path.length; made++) {
    const inner = entry.path.slice(0, entry.path.length - made)
    const list = nodeAt(text, inner)
    const inserted = written(entry, entry.path.slice(inner.length), inner.length, lineEndOf(text))
    if (!list || !text.startsWith(inserted, list.start + 1)) continue
    const rest = text.slice(list.start + 1 + inserted.length)
    const head = text.slice(0, list.start + 1)
    if (rest.startsWith(',')) yield head + rest.slice(1)
    const alone = `${lineEndOf(text)}${indent.repeat(inner.length)}`
    if (rest.startsWith(alone)) yield head + rest.slice(alone.length)
  }
}

function nodeAt(text: string, path: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = parseJson(text)
  for (const key of path) {
    node = node?.kind === 'object' ? node.members.find((each) => each.key === key)?.value : undefined
  }
  return node
}

/** Cuts a member or an item out, with one comma. */
function cut(text: string, { start, end, list, index }: Node): string {
  const siblings = list.kind === 'object' ? list.members : list.kind === 'array' ? list.items : []
  const next = siblings[index + 1]
  if (next) return text.slice(0, start) + text.slice(next.start)
  const previous = siblings[index - 1]
  if (previous) return text.slice(0, previous.end) + text.slice(end)
  return text.slice(0, list.start + 1) + text.slice(list.end - 1)
}
