import type { SessionAccess } from '../../../requests/access.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { type PrincipalRecord, principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import { whileSessionLasts } from '../sessions/session-generation.ts'

/**
 * The writes of what both the user's record and the account of the built-in provider know. `user` fails if the session has ended or the
 * account was deleted, `principal` if the address of the account has changed since the request began.
 */
export function profileWrites(
  { user, own, stored: { userKey } }: Pick<SessionAccess, 'user' | 'own' | 'stored'>,
  { displayName, language }: Partial<Pick<PrincipalRecord, 'displayName' | 'language'>>,
) {
  const changes = {
    ...(displayName !== undefined && { displayName }),
    ...(language !== undefined && { language }),
  }
  return {
    user: {
      Update: userEntity.patch({ userKey }).set(changes).where(whileSessionLasts(own)),
    },
    principal:
      own?.account === 'email' && Object.keys(changes).length > 0
        ? {
            Update: principalEntity
              .patch({ emailKey: keyOf(user.email) })
              .set(changes)
              .where(({ userId }, { eq }) => eq(userId, user.id)),
          }
        : undefined,
  }
}
