import { describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal } from '../../../../support/people/goals.ts'
import { join } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const ben = await signInAs('Ben')
await join(ada, ben, 'admin')
const { secret } = await createToken(ada, ['inbox'], { name: 'Planner' })
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))

const give = async (title: string) => {
  clock.advance({ milliseconds: 60_000 })
  await createGoal(ben, { title, ownerUserId: ada.userId })
  return (await ada.api.listInbox()).items[0]?.id ?? ''
}
const run = async (...parameters: string[]) => {
  const { code, stdout, stderr } = await cairn(['inbox', ...parameters])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

describe('cairn inbox', () => {
  it('lists what is unread, and marks items', async () => {
    expect(await run()).toBe('Nothing is unread.\n')
    expect(await run('--all')).toBe('Your inbox is empty.\n')
    const id = await give('A wood')
    expect(await run()).toContain(`* Ben handed this goal over to you\n  A wood`)
    expect(await run()).toContain(`  Item ${id}, goal `)
    expect(await run('--read', id)).toBe('Marked as read. Nothing is unread.\n')
    expect(await run()).toBe('Nothing is unread.\n')
    expect(await run('--all')).toContain('Ben handed this goal over to you')
    expect(await run('--unread', id)).toBe('Marked as unread. 1 item is unread.\n')
  })

  it('prints JSON, at most so many, and marks everything', async () => {
    await give('Second')
    const { items, unread, hasMore } = JSON.parse(await run('--json', '--limit=1'))
    expect([items.length, unread, hasMore]).toEqual([1, 2, true])
    expect(items).toEqual((await ada.api.listInbox({ query: { limit: 1 } })).items)
    expect(JSON.parse(await run('--read-all', '--json'))).toEqual({ unread: 0 })
    expect(await run('--read-all')).toBe('Marked everything as read. Nothing is unread.\n')
  })

  it('says that an item is gone', async () => {
    const { code, stderr } = await cairn(['inbox', '--read', '00000000-0000-4000-8000-000000000000'])
    expect(code).not.toBe(0)
    expect(stderr).toBe('cairn: The item does not exist.\n')
  })
})
