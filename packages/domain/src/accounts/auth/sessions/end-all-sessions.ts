/**
 * Ends sessions without a request, for the command `end-sessions` of whoever runs the installation: of a person whose device was
 * stolen, or of everybody (OWASP ASVS 5.0, 7.4.5).
 */
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { scanTable } from '../../../storage/database/scan-table.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { type PrincipalRecord, principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { providerAccountEntity } from '../../../storage/table/entities/people/provider-sessions/provider-account.ts'
import { type SessionRecord, sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { type UserRecord, userEntity } from '../../../storage/table/entities/people/user.ts'
import { toRecord } from '../../../storage/table/entity.ts'
import { endAllSessions, isGeneration } from './session-generation.ts'

/**
 * Ends all sessions that the service has issued to one person. Links that reset the password end too; API tokens stay.
 *
 * @param who  The address of an account, in any letter case, or a user id.
 * @returns false if there is no such account or user.
 */
export async function endSessionsOf(database: Database, who: string): Promise<boolean> {
  const address = who.trim().toLowerCase()
  const account = await readRecord(database, principalEntity, { emailKey: keyOf(address) })
  if (account?.verifiedAt !== undefined) return endThoseOfAccount(database, account.emailKey)
  const user = await readRecord(database, userEntity, { userKey: keyOf(who.trim()) })
  return user !== null && endThoseOfUser(database, user)
}

/**
 * Ends all sessions that the service has issued. It can be interrupted and run again. A sign-in while it runs may stay.
 *
 * @yields How many people's sessions have ended, after each page of the table.
 */
export async function* endSessionsOfEverybody(database: Database): AsyncGenerator<number> {
  let count = 0
  for await (const page of scanTable(database)) {
    for (const item of page) {
      const account = toRecord(principalEntity, item)
      const user = toRecord(userEntity, item)
      const isVerified = account?.verifiedAt !== undefined
      if (isVerified && (await endThoseOfAccount(database, account.emailKey))) count++
      // The others are ended together with their account.
      if (user && !(await readAccount(database, user)) && (await endThoseOfUser(database, user))) count++
      const session = toRecord(sessionEntity, item)
      if (session?.begunBy === 'provider' && (await endUnused(database, session))) count++
    }
    yield count
  }
}

async function endThoseOfAccount(database: Database, emailKey: string): Promise<boolean> {
  return retryOnLostRace(database, async () => {
    const account = await readRecord(database, principalEntity, { emailKey })
    if (!account) return false
    const { userId, sessionGeneration = 0 } = account
    const userKey = keyOf(userId)
    const user = await readRecord(database, userEntity, { userKey })
    const failed = await transact(database, {
      principal: {
        Update: principalEntity
          .patch({ emailKey })
          .add({ sessionGeneration: 1 })
          .where(
            (stored, operators) =>
              `${isGeneration(sessionGeneration)(stored, operators)} AND ${operators.eq(stored.userId, userId)}`,
          ),
      },
      user: endAllSessions(userKey, user),
    })
    return failed.length > 0 ? lostRace : true
  })
}

/** Those of a user without an account at this service, whom a provider signs in. */
async function endThoseOfUser(database: Database, user: UserRecord): Promise<boolean> {
  const account = await readAccount(database, user)
  if (account) return endThoseOfAccount(database, account.emailKey)
  const failed = await transact(database, { user: endAllSessions(user.userKey, user) })
  return failed.length === 0
}

async function readAccount(
  database: Database,
  { userId, email }: UserRecord,
): Promise<PrincipalRecord | undefined> {
  const account = await readRecord(database, principalEntity, { emailKey: keyOf(email) })
  return account?.userId === userId ? account : undefined
}

/** Those of a person whom a provider has signed in, and who has not sent a request yet: there is no user. */
async function endUnused(database: Database, { userKey }: SessionRecord): Promise<boolean> {
  const failed = await transact(database, {
    user: endAllSessions(userKey, null),
    account: { Update: providerAccountEntity.update({ userKey }).add({ sessionGeneration: 1 }) },
  })
  return failed.length === 0
}
