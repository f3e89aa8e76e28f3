/**
 * Values as the engine holds them. Whatever JSON can say exactly is a plain JavaScript value, so that a record that the
 * document client reads needs no conversion. The rest (long numbers, bytes) has classes of its own.
 */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value }
  | Decimal
  | Uint8Array

export type Item = { readonly [name: string]: Value }

/** A number that a JavaScript number cannot hold exactly, in the form of `canonicalNumber`. */
export class Decimal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type ValueType = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M'

export function typeOf(value: Value): ValueType {
  if (typeof value === 'string') return 'S'
  if (typeof value === 'number' || value instanceof Decimal) return 'N'
  if (typeof value === 'boolean') return 'BOOL'
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return 'L'
  return value instanceof Uint8Array ? 'B' : 'M'
}

export function isMap(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && typeOf(value) === 'M'
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

/** Whether JSON holds the value exactly: no long numbers, no bytes. */
export function isPlain(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (value instanceof Decimal || value instanceof Uint8Array) return false
  for (const name in value) if (!isPlain((value as Item)[name] as Value)) return false
  return true
}

/** Freezes maps and lists in depth, so that no reader can change a record for the others. Bytes cannot be frozen. */
export function freezeDeep<V extends Value>(value: V): V {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  for (const inner of Object.values(value)) freezeDeep(inner as Value)
  return Object.freeze(value)
}

/** Sets an attribute, also one by the name of `__proto__`. */
export function setAttribute(target: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  } else target[name] = value
}

/** An attribute of the item itself, never one of JavaScript's prototypes. */
export function attributeOf(item: Item, name: string): Value | undefined {
  return Object.hasOwn(item, name) ? item[name] : undefined
}
