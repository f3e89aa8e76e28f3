import { afterEach, describe, expect, it } from 'vitest'
import { join } from '../../../support/people/invite.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { refuseWrites } from '../../../support/service/hold-writes.ts'
import { proxied, proxiedPeople, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../../support/table/check-sharing.ts'

/** A member's sort key consists of role and name: each is written on condition of the other. */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, environment: proxyEnvironment }))
/** The same service; tests can hold its engine calls. */
const slow = stopAfterFile(
  await startTestService({ table, endpoint: proxy.endpoint, environment: proxyEnvironment }),
)
const { ada, bob } = proxiedPeople(service, ['ada', 'bob'])
const { ada: slowAda } = proxiedPeople(slow, ['ada'])
await join(ada, bob)
const userId = bob.userId

afterEach(async () => {
  proxy.setFault(undefined)
  await expectSoundSharing(table.database)
})

/** Bob with another name from the provider. */
const renamed = (at: { origin: string }, displayName: string) =>
  proxied(at, { id: userId, displayName, email: bob.email })
const bobNow = async () =>
  (await ada.api.listOrganizationMembers()).members.find((member) => member.userId === userId)

describe('a member whose name changes', () => {
  it('while the role changes gets both, in the right place of the list', async () => {
    const held = refuseWrites(proxy)
    const changed = slowAda.api.updateOrganizationMemberRole({ params: { userId }, body: { role: 'admin' } })
    await held.arrived
    await renamed(service, 'Zoe').api.getAuthSession()
    held.release()
    expect((await changed).member).toMatchObject({ displayName: 'Zoe', role: 'admin' })
    expect(await bobNow()).toMatchObject({ displayName: 'Zoe', role: 'admin' })
  })

  it('keeps a role that changes while the name is written', async () => {
    const held = refuseWrites(proxy)
    const refreshed = renamed(slow, 'Carl').api.getAuthSession()
    await held.arrived
    await ada.api.updateOrganizationMemberRole({ params: { userId }, body: { role: 'member' } })
    held.release()
    expect((await refreshed).user.displayName).toBe('Carl')
    expect(await bobNow()).toMatchObject({ displayName: 'Carl', role: 'member' })
  })
})
