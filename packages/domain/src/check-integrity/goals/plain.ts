/** A value as JSON has it: without undefined properties, and with ordinary objects instead of the database's. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
