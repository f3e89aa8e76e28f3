import type { Client } from '@cairn/contract/http/client'
import { createClient } from '@cairn/contract/http/client'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { bearer, createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/**
 * Writes of goals and labels depend on the role read in the same request, not on the role at the time of the write
 * (`packages/domain/README.md`, "Decisions"). As documented, somebody who loses a role may finish a request under way,
 * within its time limit, and can start no other.
 *
 *   Bob's request   ─ reads his role ─┬─ write ··· held ···┬─ 200
 *   Ada's change                      └─ 200 ──────────────┘ Bob's next request ─ 403
 */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table }))
/** The same service; tests can hold its writes. */
const slow = stopAfterFile(
  await startTestService({ table, endpoint: proxy.endpoint, environment: { WEB_ORIGIN: service.origin } }),
)
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
const acme = await join(ada, bob, 'admin')
let names = 0

/** Bob's session and API token. */
const credentials = {
  session: { origin: service.origin, cookie: bob.cookie },
  'API token': bearer((await createToken(bob)).secret),
}
type Kind = keyof typeof credentials
const kinds = Object.keys(credentials) as Kind[]
const heldApi = (kind: Kind) => createClient({ baseUrl: slow.origin, headers: credentials[kind] })

afterEach(() => proxy.setFault(undefined))
afterAll(async () => {
  await expectSoundTable(table.database)
})

/** Runs `change` while a write is held after its authorization, and returns the outcome of the write. */
async function changeDuring(write: Promise<unknown>, held: Promise<void>, change: () => Promise<unknown>) {
  const late = responseTo(write)
  await held
  await change()
  proxy.setFault(undefined)
  return (await late).outcome
}

/** Makes every write fail with a transient error from now on; resolves when the first one arrives. */
function holdWrites(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  proxy.setFault(({ operation }) => {
    if (operation !== 'TransactWriteItems') return 'pass'
    resolve()
    return 'transactionConflict'
  })
  return promise
}

const setRole = (role: 'admin' | 'member') =>
  ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role } })

/** Operations that only owners and admins may use. Each prepares its request first. */
const asAdmin: Record<string, () => Promise<(api: Client) => Promise<unknown>>> = {
  'a PATCH of a goal of somebody else': async () => {
    const { id: goalId } = await createGoal(ada)
    return (api) => api.updateGoal({ params: { goalId }, body: { title: `Title ${++names}` } })
  },
  'a report on a goal of somebody else': async () => {
    const { id: goalId } = await createGoal(ada)
    return (api) => api.createGoalUpdate({ params: { goalId }, body: reportOf(`Report ${++names}`) })
  },
  'deleting a goal of somebody else': async () => {
    const { id: goalId } = await createGoal(ada)
    return (api) => api.deleteGoal({ params: { goalId } })
  },
  'publishing a goal for somebody else': async () => (api) =>
    api.createGoal({
      body: {
        detailedDescription: 'For Ada.',
        timeframe: { kind: 'continuous' },
        ownerUserId: ada.userId,
      },
    }),
}

/** Operations that every member may use. */
const asMember: typeof asAdmin = {
  'publishing a goal': async () => (api) =>
    api.createGoal({ body: { detailedDescription: 'Own.', timeframe: { kind: 'continuous' } } }),
  'creating a label': async () => (api) => api.createGoalLabel({ body: { name: `Label ${++names}` } }),
  'coloring a label': async () => {
    const labelId = await createLabel(ada, `Label ${++names}`)
    return (api) => api.updateGoalLabel({ params: { labelId }, body: { color: 'green' } })
  },
  'deleting a label': async () => {
    const labelId = await createLabel(ada, `Label ${++names}`)
    return (api) => api.deleteGoalLabel({ params: { labelId } })
  },
}

const rows = (operations: typeof asAdmin) =>
  kinds.flatMap((kind) =>
    Object.entries(operations).map(([title, prepare]) => [title, kind, prepare] as const),
  )

describe('a role that was lowered', () => {
  it.each(rows(asAdmin))(
    'lets %s by %s finish after reading it, and 403s the next',
    async (_, kind, prepare) => {
      await setRole('admin')
      const write = await prepare()
      const next = await prepare()
      const held = holdWrites()
      expect(await changeDuring(write(heldApi(kind)), held, () => setRole('member'))).toBe('ok')
      expect((await responseTo(next(heldApi(kind)))).outcome).toMatch(/^403 /)
    },
  )
})

describe('a membership that ended', () => {
  it.each(rows(asMember))(
    'lets %s by %s finish after reading it, and 403s the next',
    async (_, kind, prepare) => {
      const write = await prepare()
      const next = await prepare()
      const held = holdWrites()
      const leave = () => removeMember(service, bob.userId, acme)
      expect(await changeDuring(write(heldApi(kind)), held, leave)).toBe('ok')
      expect((await responseTo(next(heldApi(kind)))).outcome).toMatch(/^403 /)
      await bob.api.getAuthSession()
      await join(ada, bob, 'admin')
      // The old one belongs to the membership that ended.
      credentials['API token'] = bearer((await createToken(bob)).secret)
    },
  )
})
