import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import type { SessionAccess } from '../../../requests/access.ts'
import type { Context } from '../../../requests/context.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { sessionHasEnded } from '../sessions/own-session.ts'
import { whileSessionLasts } from '../sessions/session-generation.ts'

/**
 * Writes a picture and its id in the user's record, in one transaction.
 *
 * @param pictureId  Undefined: there is none any longer.
 * @throws `unauthorized` if the session has ended since the request began, or the account was deleted.
 */
export async function changePicture(
  context: Context,
  access: SessionAccess,
  pictureId: string | undefined,
  writePicture: () => TransactionItem,
): Promise<void> {
  const { database } = context
  const { own, stored } = access
  await retryOnLostRace(database, async () => {
    const audit = await accountAuditEntry(context, access, {
      action: 'account.profile_changed',
      // Without values, like a name.
      changes: [{ field: 'picture', from: null, to: null }],
    })
    const user = userEntity.patch({ userKey: stored.userKey })
    const changed = pictureId === undefined ? user.remove(['pictureId']) : user.set({ pictureId })
    const failed = await transact<string>(database, {
      user: { Update: changed.where(whileSessionLasts(own)) },
      picture: writePicture(),
      audit,
    })
    if (failed.includes('user')) throw sessionHasEnded()
    return failed.length > 0 ? lostRace : undefined
  })
}
