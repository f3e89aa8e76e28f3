import { randomUUID } from 'node:crypto'
import { createSession } from '@cairn/domain/auth/sessions'
import { createCursorSealer } from '@cairn/domain/pagination/cursor'
import type { TestService } from '../service/service.ts'
import { noteSecret } from '../used-secrets.ts'
import { withCookie } from './clients.ts'
import type { Browser } from './sign-in.ts'

type Service = Pick<TestService, 'origin' | 'table'>

let people = 0

/** Somebody with an unused session: the service has created no organization yet. Costs no password hash. */
export function newcomer(service: Service, displayName: string): Promise<Browser> {
  const email = `${displayName.toLowerCase()}.${++people}@example.com`
  return sessionOf(service, { userId: `email:${randomUUID()}`, email, displayName })
}

/** Another session for a person. Costs no password hash. */
export async function sessionOf(
  service: Service,
  { userId, email, displayName = 'Ada' }: { userId: string; email: string; displayName?: string },
): Promise<Browser> {
  const { database } = service.table
  const cursors = createCursorSealer(Buffer.alloc(32))
  const context = { database, now: new Date(), cursors, runInBackground: () => undefined }
  const { token } = await createSession(context, { id: userId, email, displayName })
  noteSecret(token)
  const cookie = `session=${token}`
  return { email, userId, cookie, api: withCookie(service, cookie) }
}
