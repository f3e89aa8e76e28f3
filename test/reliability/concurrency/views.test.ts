import { createClient } from '@cairn/contract/http/client'
import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { afterEach, describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { allAtOnce, responseTo, tally } from '../../support/requests/outcomes.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { holdWrites } from '../../support/service/hold-writes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Saved views that several people change at once, and people who lose their authority meanwhile. */

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold its writes. */
const slow = stopAfterFile(
  await startTestService({ table, attach: recorder.attach, environment: { WEB_ORIGIN: service.origin } }),
)
const slowly = ({ cookie }: Browser) =>
  createClient({ baseUrl: slow.origin, headers: { origin: service.origin, cookie } })
const signInAs = (name: string) =>
  signIn(service, { email: `${name.toLowerCase()}@example.com`, displayName: name })
const [ada, bob] = [await signInAs('Ada'), await signInAs('Bob')]
await join(ada, bob, 'admin')

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundTable(table.database)
})

const body = { name: 'Late', query: 'attention=report_late', isShared: true }
const share = async ({ api }: Browser): Promise<GoalView> => (await api.createGoalView({ body })).goalView
const paramsOf = ({ id }: GoalView) => ({ params: { goalViewId: id } })

/** Holds a write until something else has happened, and returns its outcome. */
async function overtaken(write: () => Promise<unknown>, change: () => Promise<unknown>) {
  const { arrived, release } = holdWrites(recorder)
  const late = responseTo(write())
  await arrived
  await change()
  release()
  const { outcome } = await late
  recorder.setHold(undefined)
  return outcome
}

const setRole = (role: 'admin' | 'member') =>
  ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role } })

async function removeBob(): Promise<void> {
  await ada.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })
}

describe('who loses the authority while a write is under way', () => {
  it('403s a removed member, who saves, changes and deletes nothing', async () => {
    const writes: ((view: GoalView) => Promise<unknown>)[] = [
      () => slowly(bob).createGoalView({ body }),
      (view) => slowly(bob).updateGoalView({ ...paramsOf(view), body: { name: 'x' } }),
      (view) => slowly(bob).updateGoalView({ ...paramsOf(view), body: { isShared: false } }),
      (view) => slowly(bob).deleteGoalView(paramsOf(view)),
    ]
    for (const write of writes) {
      const view = await share(bob)
      expect(await overtaken(() => write(view), removeBob)).toBe('403 membership_not_found')
      const { goalViews } = await ada.api.listGoalViews()
      expect(goalViews).toMatchObject([{ id: view.id, name: 'Late' }])
      await ada.api.deleteGoalView(paramsOf(view))
      await service.sweep()
      await join(ada, bob, 'admin')
    }
  })

  it('403s somebody who is no longer an administrator, for the view of somebody else', async () => {
    const view = await share(ada)
    const writes = [
      () => slowly(bob).updateGoalView({ ...paramsOf(view), body: { name: 'x' } }),
      () => slowly(bob).deleteGoalView(paramsOf(view)),
    ]
    for (const write of writes) {
      expect(await overtaken(write, () => setRole('member'))).toBe('403 goal_view_owner_required')
      await setRole('admin')
    }
    await ada.api.deleteGoalView(paramsOf(view))
  })

  it('keeps the authority over an own view', async () => {
    const view = await share(bob)
    const write = () => slowly(bob).updateGoalView({ ...paramsOf(view), body: { name: 'x' } })
    expect(await overtaken(write, () => setRole('member'))).toBe('ok')
    await setRole('admin')
    await bob.api.deleteGoalView(paramsOf(view))
  })
})

describe('a view that changes while a write is under way', () => {
  it('is read again: both changes are there', async () => {
    const view = await share(ada)
    const write = () => slowly(bob).updateGoalView({ ...paramsOf(view), body: { query: 'sort=due' } })
    const change = () => ada.api.updateGoalView({ ...paramsOf(view), body: { name: 'Renamed' } })
    expect(await overtaken(write, change)).toBe('ok')
    expect((await ada.api.listGoalViews()).goalViews).toMatchObject([{ name: 'Renamed', query: 'sort=due' }])
    await ada.api.deleteGoalView(paramsOf(view))
  })

  it('404s if it was deleted, or is no longer shared', async () => {
    const changes = [
      (view: GoalView) => ada.api.deleteGoalView(paramsOf(view)),
      (view: GoalView) => ada.api.updateGoalView({ ...paramsOf(view), body: { isShared: false } }),
    ]
    for (const change of changes) {
      const view = await share(ada)
      const write = () => slowly(bob).updateGoalView({ ...paramsOf(view), body: { name: 'x' } })
      expect(await overtaken(write, () => change(view))).toBe('404 goal_view_not_found')
    }
  })
})

it('shares and deletes at once leave the view or nothing, and exact numbers', async () => {
  for (let round = 0; round < 8; round++) {
    const { goalView } = await bob.api.createGoalView({ body: { ...body, isShared: false } })
    const responses = await allAtOnce(6, (index) =>
      index % 3 === 0
        ? bob.api.deleteGoalView(paramsOf(goalView))
        : bob.api.updateGoalView({ ...paramsOf(goalView), body: { isShared: index % 2 === 0 } }),
    )
    const { ok = 0, '404 goal_view_not_found': gone = 0 } = tally(responses)
    expect(ok + gone).toBe(6)
    expect((await bob.api.listGoalViews()).goalViews.map(({ id }) => id)).not.toContain(goalView.id)
  }
})
