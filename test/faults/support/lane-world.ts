import { randomUUID } from 'node:crypto'
import { createClient } from '@cairn/contract/client'
import { createSession } from '@cairn/domain/auth/sessions'
import { createCursorSealer } from '@cairn/domain/pagination/cursor'
import type { Member, World } from '../../authority/support/world.ts'
import { join } from '../../support/people/invite.ts'
import { generousRateLimits } from '../../support/people/rate-limits.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import type { TestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import type { FaultProxy, Lane } from './fault-proxy.ts'

/** A service on a lane of the proxy, with people of its own: what happens there disturbs no other lane. */
export type LaneWorld = World & { lane: Lane; table: TestTable }

// One for all lanes: they share a table, and addresses are the same in all of it.
let numbers = 0

/** A person with a session that nobody used yet: no organization was made for it. Costs no password hash. */
export async function newcomer(
  { origin }: { origin: string },
  { database }: TestTable,
  displayName: string,
): Promise<Browser> {
  const userId = `email:${randomUUID()}`
  const email = `${displayName.toLowerCase()}${++numbers}@example.com`
  return sessionOf({ origin }, { database }, { userId, email, displayName })
}

/** A session of its own for somebody. */
export async function sessionOf(
  { origin }: { origin: string },
  { database }: Pick<TestTable, 'database'>,
  { userId, email, displayName = 'Ada' }: { userId: string; email: string; displayName?: string },
): Promise<Browser> {
  const cursors = createCursorSealer(Buffer.alloc(32))
  const context = { database, now: new Date(), cursors, runInBackground: () => undefined }
  const { token } = await createSession(context, { id: userId, email, displayName })
  const cookie = `session=${token}`
  return { email, userId, cookie, api: createClient({ baseUrl: origin, headers: { origin, cookie } }) }
}

export async function createLaneWorld(proxy: FaultProxy, table: TestTable, name: string): Promise<LaneWorld> {
  const lane = proxy.lane(name)
  const service = await startTestService({
    table,
    endpoint: lane.endpoint,
    environment: { RATE_LIMITS: generousRateLimits, LOG_LEVEL: 'ERROR' },
  })
  const memberOf = async (displayName: string): Promise<Member> => {
    const browser = await newcomer(service, table, displayName)
    const { activeOrganizationId } = await browser.api.getOrganizationContext()
    return { ...browser, organizationId: activeOrganizationId }
  }
  const owner = await memberOf('Ada')
  const guest = await memberOf('Dora')
  guest.organizationId = await join(owner, guest)
  const made = new Map<string, string>()
  return {
    service,
    lane,
    table,
    owner,
    guest,
    // No request of the matrix is about them.
    admin: guest,
    member: guest,
    stranger: guest,
    next: () => ++numbers,
    once: async (what, make) => {
      const value = made.get(what) ?? (await make())
      made.set(what, value)
      return value
    },
    renew: () => made.clear(),
    keep: (what, value) => made.set(what, value),
  }
}
