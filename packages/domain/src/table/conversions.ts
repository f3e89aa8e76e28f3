import { createConversions, type Entity, type Schema } from 'electrodb'

const conversionsByEntity = new WeakMap<object, unknown>()

/** Converts the attributes of a record to keys and cursors. Created once per entity. */
export function conversionsOf<
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C>,
>(entity: Entity<A, F, C, S>) {
  let conversions = conversionsByEntity.get(entity) as
    | ReturnType<typeof createConversions<A, F, C, S>>
    | undefined
  if (conversions === undefined) {
    conversions = createConversions(entity)
    conversionsByEntity.set(entity, conversions)
  }
  return conversions
}
