import { createConversions, type Entity, type Schema } from 'electrodb'

const made = new WeakMap<object, unknown>()

/** Keys and cursors out of the attributes of an entity's records, made once an entity. */
export function conversionsOf<
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C>,
>(entity: Entity<A, F, C, S>) {
  let conversions = made.get(entity) as ReturnType<typeof createConversions<A, F, C, S>> | undefined
  if (conversions === undefined) {
    conversions = createConversions(entity)
    made.set(entity, conversions)
  }
  return conversions
}
