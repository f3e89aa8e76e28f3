import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createToken, type Integration, programWith } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createClock } from '../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import type { Fault } from '../../support/service/engine-faults.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { takeAwayRecord } from '../../support/table/write-records.ts'

const clock = createClock()
const oneMinute = 60_000

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

afterEach(() => proxy.setFault(undefined))

/** The stored time, after writes that no request waits for. */
async function expectLastUsed({ id }: Integration, at: string | undefined): Promise<void> {
  const read = () => readRecord(table.database, apiTokenEntity, { tokenId: id })
  await eventually(async () => expect((await read())?.lastUsedAt).toBe(at))
}

const writesOfUse = () => proxy.calls.filter(({ operation }) => operation === 'UpdateItem')

/** Uses another token, whose write arrives after those that requests before it have caused, and expects that there are none. */
async function expectNoEarlierWrite(): Promise<void> {
  const other = await createToken(ada)
  await programWith(service, other).listGoals()
  await expectLastUsed(other, clock.timestamp)
  expect(writesOfUse()).toHaveLength(1)
}

describe('lastUsedAt', () => {
  it('is null until the token is used, then the time of the request', async () => {
    const token = await createToken(ada)
    const listed = async () => (await ada.api.listApiTokens()).tokens.find(({ id }) => id === token.id)
    expect(await listed()).toMatchObject({ lastUsedAt: null })
    await programWith(service, token).listGoals()
    await expectLastUsed(token, clock.timestamp)
    expect(await listed()).toMatchObject({ lastUsedAt: clock.timestamp })
  })

  it('is written at most once in 5 minutes', async () => {
    const token = await createToken(ada)
    const program = programWith(service, token)
    await program.listGoals()
    const first = clock.timestamp
    await expectLastUsed(token, first)

    proxy.reset()
    for (const milliseconds of [1, oneMinute, 4 * oneMinute - 2]) {
      clock.advance({ milliseconds })
      await program.listGoals()
      await program.createGoalLabel({ body: { name: `After ${milliseconds}` } })
    }
    await expectNoEarlierWrite()
    await expectLastUsed(token, first)

    clock.advance({ milliseconds: 2 })
    await program.listGoals()
    await expectLastUsed(token, clock.timestamp)
    expect(clock.timestamp).not.toBe(first)
  })

  it('is written once by 20 requests at the same time', async () => {
    const token = await createToken(ada)
    const program = programWith(service, token)
    await Promise.all(Array.from({ length: 20 }, () => program.listGoals()))
    const first = clock.timestamp
    await expectLastUsed(token, first)
    clock.advance({ milliseconds: 1 })
    proxy.reset()
    await Promise.all(Array.from({ length: 20 }, () => program.listGoals()))
    await expectNoEarlierWrite()
    await expectLastUsed(token, first)
  })

  it('is not moved back by a request that came earlier and writes later', async () => {
    const token = await createToken(ada)
    const program = programWith(service, token)
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? { until } : 'pass'))
    proxy.reset()
    await program.listGoals()
    await eventually(() => expect(writesOfUse()).toHaveLength(1))

    clock.advance({ milliseconds: oneMinute })
    proxy.setFault(undefined)
    await program.listGoals()
    await expectLastUsed(token, clock.timestamp)

    const [late] = writesOfUse()
    release()
    await eventually(() => expect(late?.engineStatus).toBeDefined())
    await expectLastUsed(token, clock.timestamp)
  })

  it('is separate for each token', async () => {
    const [used, unused] = [await createToken(ada), await createToken(ada)]
    await programWith(service, used).listGoals()
    await expectLastUsed(used, clock.timestamp)
    await expectLastUsed(unused, undefined)
  })

  it.each<Fault>(['hang', 'status500', 'throttle', 'transactionConflict', 'dropConnection', 'dropAnswer'])(
    'neither delays nor fails a request if its write meets %s',
    async (fault) => {
      const token = await createToken(ada)
      const program = programWith(service, token)
      proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? fault : 'pass'))
      proxy.reset()
      const linesBefore = service.lines.length
      expect(await program.listGoals()).toMatchObject({ goals: [] })
      // The client would give a hanging write up after two seconds.
      if (fault === 'hang') expect(writesOfUse().filter(({ isGivenUp }) => isGivenUp)).toEqual([])
      await program.createGoalLabel({ body: { name: `Despite ${fault}` } })
      await eventually(() => expect(writesOfUse().length).toBeGreaterThan(0))
      const errors = service.lines.slice(linesBefore).filter((line) => line.includes('"level":"ERROR"'))
      expect(errors).toEqual([])
    },
  )

  it('is written by the next request if the write before failed', async () => {
    const token = await createToken(ada)
    const program = programWith(service, token)
    proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? 'transactionConflict' : 'pass'))
    proxy.reset()
    await program.listGoals()
    await eventually(() => expect(writesOfUse().length).toBeGreaterThan(0))
    await expectLastUsed(token, undefined)
    proxy.setFault(undefined)
    // The process may not have learned of the failure yet.
    await eventually(async () => {
      await program.listGoals()
      const { lastUsedAt } = (await readRecord(table.database, apiTokenEntity, { tokenId: token.id })) ?? {}
      expect(lastUsedAt).toBe(clock.timestamp)
    })
  })

  it('does not restore a token that was deleted meanwhile', async () => {
    const token = await createToken(ada)
    const deleted = Promise.withResolvers<void>()
    proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? { until: deleted.promise } : 'pass'))
    proxy.reset()
    await programWith(service, token).listGoals()
    await eventually(() => expect(writesOfUse()).toHaveLength(1))
    await takeAwayRecord(table.database, apiTokenEntity, { tokenId: token.id })
    deleted.resolve()
    await eventually(() => expect(writesOfUse()[0]?.engineStatus).toBeDefined())
    expect(await readRecord(table.database, apiTokenEntity, { tokenId: token.id })).toBeNull()
  })
})
