import { readUserAndMemberships } from '../../../organizations/session/user-organizations.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { accountDeletionEntity } from '../../../storage/table/entities/due/account-deletion.ts'
import { personKeyOf } from '../../notifications/person.ts'
import { changeDeletion, endMemberships, listMemberships, membershipsAtOnce } from './account-deletion.ts'

/** Ends what the first transaction had no place for: for people in more than 90 organizations. */
export async function endRemainingMemberships(database: Database, userId: string): Promise<void> {
  const userKey = keyOf(userId)
  await retryOnLostRace(database, async () => {
    const [{ memberships }, deletion] = await Promise.all([
      readUserAndMemberships(database, userKey),
      readRecord(database, accountDeletionEntity, { personKey: personKeyOf(userId) }),
    ])
    if (!deletion || memberships.length === 0) return undefined
    const ended = memberships.slice(0, membershipsAtOnce)
    const organizations = ended.map(({ organizationId, role }) => ({ organizationId, role }))
    await transact<string>(database, {
      deletion: changeDeletion(deletion, {
        organizations: [...deletion.organizations, ...organizations],
      }),
      user: listMemberships(userKey, memberships.slice(membershipsAtOnce)),
      ...endMemberships(ended),
    })
    // Until none is left.
    return lostRace
  })
}
