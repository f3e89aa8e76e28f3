import { createHash } from 'node:crypto'

/**
 * A fixed-length, lower-case key part for text from outside (user ids, addresses, names, idempotency keys). Key parts
 * are lower-cased and joined with `#`, so such text must not enter a key unchanged: `A` would collide with
 * `a`, and `x#y` with `x`.
 */
export function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/**
 * The form in which a name sorts case-insensitively: by the code points of its lower case. The final character sorts
 * below every printable one, so that `a` sorts before `a b` although `#` follows in the key.
 */
export function sortableName(name: string): string {
  return `${foldedName(name)}\u0001`
}

/** The form in which names are compared without regard to case. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Compares names as the table orders keys: by code points (UTF-8 bytes), not by UTF-16 units as `<` does. */
export function compareNames(left: string, right: string): number {
  return Buffer.compare(Buffer.from(sortableName(left)), Buffer.from(sortableName(right)))
}
