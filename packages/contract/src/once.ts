/**
 * What is made when it is first asked for, and kept. Schemas are: a function starts without those of operations that
 * it is not asked for, and never makes those of answers, which only clients, tests and the OpenAPI document read.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
