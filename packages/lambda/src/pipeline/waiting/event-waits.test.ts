import { describe, expect, it } from 'vitest'
import { createEventWaits } from './event-waits.ts'

const caller = (userId: string, organizationId = 'acme') => ({ userId, organizationId })
const long = 60_000

describe('a wait', () => {
  it('ends with the first event of its organization', async () => {
    const waits = createEventWaits()
    const wait = waits.open(caller('ada'))
    const ended = wait?.events(long)
    await waits.wake(['other'])
    await waits.wake(['other', 'acme'])
    expect(await ended).toBe(true)
  })

  it('notices an event from before it waits, and since it was opened', async () => {
    const waits = createEventWaits()
    await waits.wake(['acme'])
    const [first, second] = [waits.open(caller('ada')), waits.open(caller('ada'))]
    first?.close()
    await waits.wake(['acme'])
    expect(await second?.events(long)).toBe(true)
    expect(await waits.open(caller('ada'))?.events(0)).toBe(false)
  })

  it('ends without an event if the client goes, or has gone', async () => {
    const waits = createEventWaits()
    const gone = new AbortController()
    const ended = waits.open(caller('ada'))?.events(long, gone.signal)
    gone.abort()
    expect(await ended).toBe(false)
    expect(await waits.open(caller('ada'))?.events(long, gone.signal)).toBe(false)
  })

  it('ends if the process ends, and nobody waits after that', async () => {
    const waits = createEventWaits()
    const [waiting, open] = [waits.open(caller('ada')), waits.open(caller('bob', 'other'))]
    const ended = waiting?.events(long)
    waits.end()
    expect(await ended).toBe(false)
    expect(await open?.events(long)).toBe(false)
    expect(waits.open(caller('ada'))).toBeUndefined()
  })
})

describe('waits', () => {
  it('are at most so many of a user, in whatever organization, until one is closed', () => {
    const waits = createEventWaits({ perUser: 2, inAll: 9 })
    const first = waits.open(caller('ada'))
    expect(waits.open(caller('ada', 'other'))).toBeDefined()
    expect(waits.open(caller('ada'))).toBeUndefined()
    expect(waits.open(caller('bob'))).toBeDefined()
    first?.close()
    first?.close()
    expect(waits.open(caller('ada'))).toBeDefined()
    expect(waits.open(caller('ada'))).toBeUndefined()
  })

  it('are at most so many in all', () => {
    const waits = createEventWaits({ perUser: 2, inAll: 3 })
    const opened = ['ada', 'bob', 'cem', 'dora'].map((userId) => waits.open(caller(userId)))
    expect(opened.map((wait) => wait !== undefined)).toEqual([true, true, true, false])
    opened[0]?.close()
    expect(waits.open(caller('dora'))).toBeDefined()
  })
})
