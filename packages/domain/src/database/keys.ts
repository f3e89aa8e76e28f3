import { createHash } from 'node:crypto'

/**
 * A fixed-length, lower-case key part for text that the service did not make (user ids, addresses, names,
 * idempotency keys). ElectroDB joins key parts with `#` and lower-cases them, so such text never enters a key as
 * it is: `A` and `a`, or `x#y` and `x`, would meet.
 */
export function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/**
 * The form in which a name sorts "case-insensitively": by the code points of its lower case. The closing
 * character sorts below every printable one, so that `a` stands before `a b` although `#` follows in the key.
 */
export function sortableName(name: string): string {
  return `${foldedName(name)}\u0001`
}

/** The form in which two names are the same "without regard to case". */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Orders as the table orders keys: by code points (UTF-8 bytes), not by UTF-16 units as `<` does. */
export function compareNames(left: string, right: string): number {
  return Buffer.compare(Buffer.from(sortableName(left)), Buffer.from(sortableName(right)))
}
