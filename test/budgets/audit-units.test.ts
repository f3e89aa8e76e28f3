import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@cairn/contract/events/audit-actions'
import { auditEntry, credentialOf } from '@cairn/domain/organizations/audit/audit-entry'
import { listAuditEntries } from '@cairn/domain/organizations/audit/list-audit-entries'
import { createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { transact } from '@cairn/domain/storage/database/transaction'
import { createCursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { createTestTable } from '../support/service/engine.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const table = stopAfterFile(await createTestTable())
const meter = meterCalls(table)
const database = createDatabase({ ...table, attach: meter.attach })
const cursors = createCursorSealer(Buffer.alloc(32))
const start = Date.parse('2099-03-01T10:00:00.000Z')
const userAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const userIdOf = (index: number) => `email:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** An entry a minute, of 20 people: sign-ins, and a changed role every ten. */
async function writeEntries(to: Database, organizationId: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += 100) {
    const entries = Array.from({ length: Math.min(100, count - first) }, (_, offset) => {
      const index = first + offset
      const userId = userIdOf(index % 20)
      const action: AuditAction = index % 10 === 0 ? 'member.role_changed' : 'session.signed_in'
      return auditEntry(
        { now: new Date(start + index * 60_000) },
        { organizationId, userId, credential: credentialOf('session', userAgent, 'a'.repeat(64)) },
        {
          action,
          ...(index % 10 === 0 && {
            target: { kind: 'member', id: userId, userId },
            changes: [{ field: 'role', from: 'member', to: 'admin' }],
          }),
        },
      )
    })
    await transact(to, Object.fromEntries(entries.entries()))
  }
}

async function unitsOfPage(organizationId: string, query: object) {
  meter.take()
  const { entries } = await listAuditEntries(
    {
      database,
      now: new Date(start + 86_400_000),
      cursors,
      runInBackground: () => undefined,
    },
    {
      user: { id: 'email:ada', displayName: 'Ada', email: 'ada@example.com' },
      organizationId,
      membership: async () => ({ role: 'owner' }) as never,
    } as never,
    { params: {}, query: { limit: 50, ...query }, body: undefined },
  )
  const { reads, writes } = meter.take()
  return { entries: entries.length, reads, writes }
}

it('costs 4 write units an entry, of which 2 are for the filters', async () => {
  meter.take()
  await writeEntries(database, randomUUID(), 1)
  expect(meter.take()).toMatchObject({ reads: 0, writes: 4 })
})

it('costs the same to read in a log of 1,200 entries and of 5,000, filtered or not', async () => {
  const [small, large] = [randomUUID(), randomUUID()]
  await writeEntries(database, small, 1_200)
  await writeEntries(database, large, 5_000)
  // Of these, 20, 2, 1 and 20 for the names of the people.
  for (const [query, reads] of [
    [{}, 30],
    [{ kind: 'member' }, 7.5],
    [{ userId: userIdOf(3) }, 5.5],
    [{ from: '2099-03-01T11:00:00.000Z', until: '2099-03-01T12:00:00.000Z' }, 30],
  ] as const) {
    const [one, other] = [await unitsOfPage(small, query), await unitsOfPage(large, query)]
    expect(one, JSON.stringify(query)).toEqual({ entries: 50, reads, writes: 0 })
    expect(other).toEqual(one)
  }
})
