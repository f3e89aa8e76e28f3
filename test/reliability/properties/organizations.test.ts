import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClock } from '../../support/service/clock.ts'
import { proxied, proxyEnvironment } from '../../support/service/proxied.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundSharing } from '../../support/table/check-sharing.ts'
import { commandArbitraries, exchange, type Model, type Real } from './organization-model/commands.ts'
import { type ModelRequest, type People, send } from './organization-model/requests.ts'
import { type Name, names } from './organization-model/state.ts'
import { runs } from './support/seed.ts'

const clock = createClock()
let count = 0

const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))

/** Creates four people with their own organizations. Bob and Cem join Ada's, as admin and member. */
async function newRun(): Promise<{ model: Model; real: Real }> {
  const run = ++count
  const people = Object.fromEntries(
    names.map((name) => {
      const email = `${name}-${run}@example.com`
      return [name, proxied(service, { id: `proxy:${email}`, displayName: name, email }, clock.read)]
    }),
  ) as People
  const real = { people, clock }
  const organizations: string[] = []
  for (const name of names) {
    organizations.push((await people[name].api.getOrganizationContext()).activeOrganizationId)
  }
  const pairs = names.map((name, index): [Name, string] => [name, organizations[index] ?? ''])
  const model: Model = {
    organizations,
    links: [],
    states: [
      {
        roles: Object.fromEntries(pairs.map(([name, id]) => [`${id}/${name}`, 'owner'])),
        active: Object.fromEntries(pairs) as Record<Name, string>,
        invitations: {},
      },
    ],
  }
  for (const [to, role] of [
    ['bob', 'admin'],
    ['cem', 'member'],
  ] as const) {
    await exchange(model, real, [{ id: 'invite', by: 'ada', to, role }])
    await exchange(model, real, [{ id: 'accept', by: to, token: model.links[0]?.token ?? '' }])
  }
  return { model, real }
}

/** Reads everything as every person; the responses must match one of the possible states. */
async function observe(model: Model, real: Real): Promise<void> {
  const check = (request: ModelRequest) => exchange(model, real, [request])
  for (const by of names) await check({ id: 'context', by })
  for (const [index, by] of names.entries()) {
    await check({ id: 'switch', by, organizationId: model.organizations[index] ?? '' })
    await check({ id: 'listMembers', by })
    await check({ id: 'listInvitations', by })
  }
  // Trying every link as another person shows which are valid: a valid link 403s, any other 404s.
  for (const { token, to } of model.links) {
    const by = to === 'ada' ? 'bob' : 'ada'
    await check({ id: 'accept', by, token })
  }
}

const settings = runs<[unknown]>(25)

describe('invitations and memberships', () => {
  it(`match the model, for sequential and concurrent requests of several people (seed ${settings.seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands<Model, Real, false>(commandArbitraries, { maxCommands: 20, size: 'max' }),
        async (commands) => {
          const { model, real } = await newRun()
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await observe(model, real)
          await expectSoundSharing(service.table.database)
        },
      ),
      settings,
    )
  })
})

describe('the model', () => {
  it('fails a run whose responses no order of requests explains', async () => {
    const { model, real } = await newRun()
    const wrong = {
      ...model,
      states: model.states.map((state) => ({ ...state, invitations: {}, roles: {} })),
    }
    await expect(exchange(wrong, real, [{ id: 'listMembers', by: 'ada' }])).rejects.toThrow(
      'No order explains',
    )
    expect((await send(real.people, { id: 'context', by: 'ada' })).outcome).toBe('ok')
  })
})
