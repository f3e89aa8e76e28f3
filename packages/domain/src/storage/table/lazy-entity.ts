import { Entity, type Schema } from 'electrodb'

/**
 * Declares an entity, which ElectroDB creates when a property is first read. A function imports some 30 entities, creating each costs
 * its cold start up to half a millisecond, and a request uses a few of them.
 */
export function lazyEntity<
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C, P>,
  P extends string = string,
>(schema: S): Entity<A, F, C, S, P> {
  let created: Entity<A, F, C, S, P> | undefined
  const entity = () => {
    created ??= new Entity(schema)
    return created
  }
  return new Proxy({} as Entity<A, F, C, S, P>, {
    get(_, name) {
      const value = Reflect.get(entity(), name)
      // With the entity as `this`, so that its own code does not come through here.
      return typeof value === 'function' ? value.bind(entity()) : value
    },
  })
}
