/**
 * Creates a value on first use and keeps it. Every schema is lazy: a function starts without the schemas of operations
 * that it does not serve, and never creates those of responses, which only clients, tests and the OpenAPI document use.
 */
export function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
