import { randomUUID } from 'node:crypto'
import { createSession } from '@cairn/domain/accounts/auth/sessions/sessions'
import { hashPassword } from '@cairn/domain/accounts/passwords/password-hash'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { createCursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import type { TestService } from '../service/service.ts'
import { writeRecords } from '../table/write-records.ts'
import { noteSecret } from '../used-secrets.ts'
import { withCookie } from './clients.ts'
import type { Browser } from './sign-in.ts'

type Service = Pick<TestService, 'origin' | 'table'>

let people = 0

/**
 * Somebody with an unused session: the service has created no organization yet. Costs no password hash.
 *
 * @param now  When the session begins, by the clock of the service. Default: the real time.
 */
export function newcomer(service: Service, displayName: string, now?: Date): Promise<Browser> {
  const email = `${displayName.toLowerCase()}.${++people}@example.com`
  return sessionOf(service, { userId: `email:${randomUUID()}`, email, displayName }, now)
}

/** Another session for a person. Costs no password hash. */
export async function sessionOf(
  service: Service,
  { userId, email, displayName = 'Ada' }: { userId: string; email: string; displayName?: string },
  now = new Date(),
): Promise<Browser> {
  const { database } = service.table
  const cursors = createCursorSealer(Buffer.alloc(32))
  const context = { database, now, cursors, runInBackground: () => undefined }
  const user = await readRecord(database, userEntity, { userKey: keyOf(userId) })
  const { token } = await createSession(context, { id: userId, email, displayName }, user?.sessionGeneration)
  noteSecret(token)
  const cookie = `session=${token}`
  return { email, userId, cookie, api: withCookie(service, cookie) }
}

/** Gives somebody an account with this password: `newcomer` has none. */
export async function giveAccount(
  { table: { database } }: Pick<Service, 'table'>,
  { userId, email }: Pick<Browser, 'userId' | 'email'>,
  secret: string,
): Promise<void> {
  const now = new Date().toISOString()
  const [passwordHash, user] = await Promise.all([
    hashPassword(secret),
    readRecord(database, userEntity, { userKey: keyOf(userId) }),
  ])
  const sessionGeneration = user?.sessionGeneration
  await writeRecords(database, principalEntity, [
    {
      emailKey: keyOf(email),
      email,
      userId,
      displayName: 'Ada',
      passwordHash,
      createdAt: now,
      verifiedAt: now,
      ...(sessionGeneration !== undefined && { sessionGeneration }),
    },
  ])
}

/** The id of the session with this cookie. */
export function sessionIdOf({ cookie }: Pick<Browser, 'cookie'>): string {
  return hashSecret(cookie.slice(cookie.indexOf('.') + 1))
}
