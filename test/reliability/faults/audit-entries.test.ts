import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { allAtOnce, outcomeOf } from '../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import type { Fault } from '../../support/service/engine-faults.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

// The pauses between attempts are random, up to these.
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.01))
afterAll(() => vi.restoreAllMocks())

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const { service, ada, signInAs } = await startWithAda({ table, endpoint: proxy.endpoint })
const bob = await signInAs('Bob')
await join(ada, bob)

const params = { userId: bob.userId }
const setRole = (role: 'admin' | 'member', by = ada) =>
  by.api.updateOrganizationMemberRole({ params, body: { role } })
const roleOfBob = async () =>
  (await ada.api.listOrganizationMembers()).members.find(({ userId }) => userId === bob.userId)?.role
const changesOfRole = async () =>
  (await ada.api.listAuditEntries({ query: { kind: 'member' } })).entries.map(
    ({ changes: [change] }) => change,
  )

/** Lets the first transactions meet a fault. */
function failTransactions(fault: Fault, times: number): void {
  let left = times
  proxy.setFault(({ operation }) => (operation === 'TransactWriteItems' && left-- > 0 ? fault : 'pass'))
}

it.each(['dropAnswer', 'dropConnection', 'transactionConflict', 'throttle', 'status500'] as const)(
  'a change that meets %s has one entry',
  async (fault) => {
    const before = await changesOfRole()
    const role = (await roleOfBob()) === 'admin' ? 'member' : 'admin'
    failTransactions(fault, 1)
    expect((await setRole(role)).member.role).toBe(role)
    proxy.setFault(undefined)
    expect(await roleOfBob()).toBe(role)
    expect((await changesOfRole()).length - before.length).toBe(1)
  },
)

it('a change that fails has none, and has one when it is sent again', async () => {
  const before = await changesOfRole()
  const role = (await roleOfBob()) === 'admin' ? 'member' : 'admin'
  failTransactions('status500', Number.POSITIVE_INFINITY)
  expect(await outcomeOf(setRole(role))).toBe('503 unavailable')
  proxy.setFault(undefined)
  expect((await changesOfRole()).length).toBe(before.length)
  expect((await setRole(role)).member.role).toBe(role)
  expect((await changesOfRole()).length - before.length).toBe(1)
})

it('a change whose outcome is unknown has one, also when it is sent again', async () => {
  const before = await changesOfRole()
  const role = (await roleOfBob()) === 'admin' ? 'member' : 'admin'
  // All attempts are served, none of the responses arrives, and what was written cannot be read.
  let isServed = false
  proxy.setFault(({ operation }) => {
    isServed ||= operation === 'TransactWriteItems'
    return isServed ? 'dropAnswer' : 'pass'
  })
  expect(await outcomeOf(setRole(role))).toBe('503 unavailable')
  proxy.setFault(undefined)
  expect((await setRole(role)).member.role).toBe(role)
  expect((await changesOfRole()).length - before.length).toBe(1)
})

it('concurrent changes have one entry each, which continue each other', async () => {
  const before = (await changesOfRole()).length
  const first = await roleOfBob()
  await allAtOnce(8, (index) => outcomeOf(setRole(index % 2 === 0 ? 'admin' : 'member')))
  const changes = (await changesOfRole()).slice(0, (await changesOfRole()).length - before)
  const last = await roleOfBob()
  // Their times may be equal, so only their sum is certain: each leads from one role to the other.
  for (const change of changes) expect([change?.from, change?.to].toSorted()).toEqual(['admin', 'member'])
  expect(changes.length % 2).toBe(first === last ? 0 : 1)
  await expectSoundTable(service.table.database)
})
