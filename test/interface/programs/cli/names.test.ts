import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
await join(ada, ben)
const { secret } = await createToken(ada)
const withoutMembers = await createToken(ada, [
  'goals:read',
  'goals:read:all',
  'goals:write',
  'goals:write:all',
])
const { cairn, home } = stopAfterFile(
  await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }),
)
const shortId = ben.userId.replace('email:', '').slice(0, 8)

let goalId = ''
beforeEach(async () => {
  goalId = (await createGoal(ada, { title: 'Plant trees', ownerUserId: ben.userId })).id
  await ben.api.createGoalUpdate({ params: { goalId }, body: reportOf('Ten trees') })
  await ada.api.updateGoal({ params: { goalId }, body: { ownerUserId: null } })
  await ada.api.updateGoal({ params: { goalId }, body: { ownerUserId: ben.userId } })
})

const commands = () => [
  ['goal', 'show', goalId],
  ['goals', '--owner=Ben', '--limit=1'],
  ['history', goalId],
  ['watch', '--from=start', '--once'],
  ['goal', 'edit', goalId, '--title=Late', '--expected-version=1'],
  ['report', goalId, '--summary=Late', '--revision=1'],
]

describe('people have names', () => {
  it('in everything that is not JSON', async () => {
    for (const command of commands()) {
      const { stdout, stderr } = await cairn(command)
      expect(stdout + stderr, command.join(' ')).toContain('Ben')
      expect(stdout + stderr, command.join(' ')).not.toContain(ben.userId)
    }
    const { stdout } = await cairn(['history', goalId])
    expect(stdout).toContain('  Owner: Ben → nobody\n')
    expect((await cairn(['goals', '--limit=1'])).stdout).toMatch(/ {2}Ben {2}Plant trees\n/)
  })

  it('and the start of an id without the scope to read names', async () => {
    const environment = { CAIRN_TOKEN: withoutMembers.secret }
    for (const command of commands().filter(([name]) => name !== 'goals')) {
      const { stdout, stderr } = await cairn(command, { environment })
      expect(stdout + stderr, command.join(' ')).toContain(shortId)
      expect(stdout + stderr, command.join(' ')).not.toContain(ben.userId)
      expect(stderr).not.toContain('scope')
    }
  })

  it('beside the ids in a table', async () => {
    const file = path.join(home, `${goalId}.csv`)
    await cairn(['export', '--format=csv', '--output', file])
    const [head = '', ...rows] = (await readFile(file, 'utf8')).trim().split('\r\n')
    const namesIn = (row: string) => {
      const cells = row.split(',')
      return ['owner', 'owner_name', 'by_name'].map((column) => cells[head.split(',').indexOf(column)])
    }
    const own = rows.filter((row) => row.startsWith(goalId))
    expect(namesIn(own[0] ?? '')).toEqual([ben.userId, 'Ben', ''])
    expect(namesIn(own.find((row) => row.includes('Ten trees')) ?? '')).toEqual([ben.userId, 'Ben', 'Ben'])
  })
})

it('a watch learns the name of whoever joins', async () => {
  await cairn(['watch', '--once'])
  const cora = await signInAs('Cora')
  await join(ada, cora)
  const { stdout } = await cairn(['watch', '--once'])
  expect(stdout).toContain('Cora joined')
})

describe('a member by name', () => {
  it('gets a goal', async () => {
    const { stdout } = await cairn(['goal', 'edit', goalId, '--owner=none', '--json'])
    expect(JSON.parse(stdout).goal.ownerUserId).toBe(null)
    const { stdout: edited } = await cairn(['goal', 'edit', goalId, '--owner=ben', '--json'])
    expect(JSON.parse(edited).goal.ownerUserId).toBe(ben.userId)
  })

  it('must be the only one', async () => {
    for (const name of ['one', 'two']) {
      await join(ada, await signIn(service, { email: `${name}@example.com`, displayName: 'Dan' }))
    }
    const { code, stderr } = await cairn(['goal', 'edit', goalId, '--owner=Dan'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^cairn: Several members are called Dan\. Use an id: email:\S+, email:\S+\n$/)
  })
})
