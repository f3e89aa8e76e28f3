import { Service } from 'electrodb'
import { perDatabase } from '../database.ts'
import { membershipEntity } from './membership.ts'
import { userEntity } from './user.ts'

/** A user's own record and memberships, read by one query of the user's partition. */
export const userContextService = perDatabase((configuration) => {
  const database = { client: configuration.client, tableName: configuration.table }
  return new Service({ user: userEntity(database), membership: membershipEntity(database) })
})
