import type { Context } from '@cairn/domain/requests/context'
import { transact } from '@cairn/domain/storage/database/transaction'
import { type CreationRequest, createOnce } from '@cairn/domain/storage/idempotency/create-once'
import { expect, test } from 'vitest'
import { createTestTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const { database } = stopAfterFile(await createTestTable())
const now = new Date('2026-11-20T10:00:00.000Z')
const context = { database, now, idempotencyKey: 'derived', isKeyDerived: true } as unknown as Context

const existing = new Set<string>()
const request: CreationRequest<{ id: string }> = {
  operation: 'createGoal',
  caller: ['api_token', 'one'],
  body: {},
  authority: Promise.resolve(),
  exists: async (id) => existing.has(id),
}

/** Creates something, unless another request has used the key since this one has looked. */
const create = (id: string, looked: () => Promise<void>) =>
  createOnce(context, request, async (creation) => {
    await creation.requireUnused()
    await looked()
    const failed = await transact(database, { key: creation.use(id, { id }) })
    if (failed.length > 0) return { id: 'overtaken' }
    existing.add(id)
    return { id }
  })

/** Settles when two have arrived. */
function meeting(): () => Promise<void> {
  const both = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived === 2) both.resolve()
    return both.promise
  }
}

test.each(['the first time', 'after somebody has deleted what the key has created'])(
  'a derived key is used by one of two requests at once, %s',
  async (title) => {
    existing.clear()
    const meet = meeting()
    const results = await Promise.all(['one', 'two'].map((id) => create(`${id} ${title}`, meet)))
    expect(results.filter(({ id }) => id === 'overtaken')).toHaveLength(1)
    expect(existing.size).toBe(1)
  },
)
