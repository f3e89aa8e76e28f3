import { createClient } from '@cairn/contract/http/client'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import type { Database } from '@cairn/domain/storage/database/client'
import { type LocalService, startLocalService } from '@cairn/local/service'
import { expect, it } from 'vitest'
import { createToken } from '../support/people/api-tokens.ts'
import { createGoal } from '../support/people/goals.ts'
import { invite } from '../support/people/invite.ts'
import { signIn, signInAgain } from '../support/people/sign-in.ts'
import { createClock } from '../support/service/clock.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { readTable } from '../support/table/read-table.ts'

const machine = machineForEachTest()
const clock = createClock()
const lines: string[] = []

async function withService<T>(
  deleteExpiredEvery: number,
  use: (service: LocalService) => Promise<T>,
): Promise<T> {
  const service = await startLocalService({
    port: 0,
    dataDirectory: machine.directory,
    clock: clock.read,
    deleteExpiredEvery,
    environment: { NODE_ENV: 'test' },
    lastCall: 0,
    writeLine: (line) => lines.push(line),
    report: (sentence) => lines.push(sentence),
  })
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}

const ada = { email: 'ada@example.com', displayName: 'Ada' }

async function problemsIn(database: Database): Promise<string[]> {
  const problems: string[] = []
  for await (const { message } of checkTable(database, { now: clock.read() })) problems.push(message)
  return problems
}

/** How many records there are of each kind that expires. */
async function expiringIn(database: Database): Promise<Record<string, number>> {
  const { session, apiToken, invitation, invitationAddress, principal, attemptCount } =
    await readTable(database)
  const counts = { session, apiToken, invitation, invitationAddress, principal, attemptCount }
  return Object.fromEntries(Object.entries(counts).map(([name, records]) => [name, records.length]))
}

it('deletes sessions, tokens, invitations, registrations and counts after they expire, also across a restart', async () => {
  const goalId = await withService(60_000, async (service) => {
    const browser = await signIn({ ...service, lines }, ada)
    await createToken(browser, undefined, { expiresInDays: 1 })
    await invite(browser, 'bob@example.com')
    const anonymous = createClient({ baseUrl: service.origin, headers: { origin: service.origin } })
    const body = { email: 'cleo@example.com', password: 'correct horse battery', displayName: 'Cleo' }
    await anonymous.register({ body })
    const { attemptCount, ...counts } = await expiringIn(service.database)
    expect(counts).toEqual({ session: 1, apiToken: 1, invitation: 1, invitationAddress: 1, principal: 2 })
    expect(attemptCount).toBeGreaterThan(0)
    return (await createGoal(browser)).id
  })
  clock.advance({ days: 3 })
  await withService(10, async (service) => {
    const { database } = service
    await expect
      .poll(() => expiringIn(database))
      .toEqual({
        session: 1,
        apiToken: 0,
        invitation: 1,
        invitationAddress: 1,
        principal: 1,
        attemptCount: 0,
      })
    expect(await problemsIn(database)).toEqual([])
    clock.advance({ days: 400 })
    await expect
      .poll(() => expiringIn(database))
      .toEqual({
        session: 0,
        apiToken: 0,
        invitation: 0,
        invitationAddress: 0,
        principal: 1,
        attemptCount: 0,
      })
    expect(await problemsIn(database)).toEqual([])
    const { api } = await signInAgain(service, ada)
    expect((await api.getGoal({ params: { goalId } })).goal.id).toBe(goalId)
    expect((await api.listApiTokens()).tokens).toEqual([])
    expect((await api.listOrganizationInvitations()).invitations).toEqual([])
  })
})
