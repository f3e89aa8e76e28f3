import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'
import { json, startFakeService } from '../support/fake-service.ts'
import { startHostileService } from '../support/hostile-service.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const hostile = stopAfterFile(await startHostileService(service.origin))
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: hostile.origin, CAIRN_TOKEN: secret }))

let goalId = ''
/** A goal above it, which also waits for another one and holds one up. */
let relatedId = ''
/** A goal with a hand-off, on which somebody works. */
let claimedId = ''
beforeAll(async () => {
  const criteria = [{ title: 'Planted', description: 'All.' }]
  const measures = [{ title: 'Trees', start: 0, target: 100, unit: 'trees' }]
  const labelIds = [await createLabel(ada, 'Green')]
  const goal = await createGoal(ada, {
    title: 'A wood',
    criteria,
    measures,
    labelIds,
    ownerUserId: ada.userId,
  })
  goalId = goal.id
  const [before, above] = [
    await createGoal(ada, { title: 'Soil' }),
    await createGoal(ada, { title: 'Earth' }),
  ]
  relatedId = above.id
  await ada.api.updateGoal({ params: { goalId }, body: { parentGoalId: above.id } })
  await ada.api.updateGoal({ params: { goalId: above.id }, body: { blockedByGoalIds: [before.id] } })
  await createGoal(ada, { title: 'Bird', blockedByGoalIds: [above.id] })
  claimedId = (await createGoal(ada, { title: 'Fish', ownerUserId: ada.userId })).id
  await ada.api.createGoalUpdate({
    params: { goalId: claimedId },
    body: reportOf('Wet', { handoff: 'Swim' }),
  })
  const evidence = [{ title: 'Photo', url: 'https://example.com' }]
  const verdicts = [
    { criterionId: goal.criteria[0]?.id ?? '', result: 'met', note: 'Seen', evidence } as const,
  ]
  const body = reportOf('Half', { health: 'at_risk', details: 'Fifty', verdicts, evidence })
  await ada.api.createGoalUpdate({ params: { goalId }, body })
  await ada.api.updateGoal({ params: { goalId }, body: { ownerUserId: null, title: 'The wood' } })
})

/** Characters that may control a terminal. The colors of the command itself are removed first. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the command's own
const colors = /\u001b\[(?:0|1|2|31|32|33)m/g

const commands = (): [string[], number][] => [
  [['whoami'], 0],
  [['brief'], 0],
  [['goals'], 0],
  [['ready'], 0],
  [['tree'], 0],
  [['tree', goalId], 0],
  [['goal', 'show', goalId], 0],
  [['goal', 'show', relatedId], 0],
  [['history', goalId], 0],
  [['watch', '--from=start', '--once'], 0],
  [['labels'], 0],
  [['members'], 0],
  [['acknowledge', goalId], 0],
  [['review'], 0],
  [['review', goalId], 0],
  [['open', goalId], 0],
  [['verify', goalId], 7],
  [['export', '--format=csv'], 0],
  [['labels', 'create', `Label ${Math.random()}`], 0],
  [['criteria', 'add', goalId, 'Watered'], 0],
  [['goal', 'edit', goalId, '--every=7'], 0],
  [['goal', 'edit', goalId, '--title=Late', '--expected-version=1'], 5],
  [['report', goalId, '--summary=Late', '--revision=1'], 5],
  [['goals', '--status=none'], 1],
  [['claim', claimedId, '--run=run-1'], 0],
  [['claim', claimedId], 8],
  [['goal', 'show', claimedId], 0],
  [['tree', claimedId], 0],
  [['report', claimedId, '--summary=Mine', '--fence=1'], 9],
  [['ask', claimedId, 'Which?'], 0],
  [['questions'], 0],
  [['release', claimedId], 0],
  [['brief', '--facts'], 0],
  [['goal', 'delete', '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'], 4],
]

describe('no text of a service commands the terminal', () => {
  it('in lines for people', async () => {
    for (const [parameters, code] of commands()) {
      const output = await cairn(parameters, { isTerminal: true })
      expect(output.code, `${parameters.join(' ')} ${output.stderr}`).toBe(code)
      if (parameters[0] === 'export') expect(output.stdout).toContain('The wood')
      expect(output.stdout.replaceAll(colors, ''), parameters.join(' ')).not.toMatch(dangerous)
      expect(output.stderr.replaceAll(colors, ''), parameters.join(' ')).not.toMatch(dangerous)
    }
  })

  it('in JSON', async () => {
    for (const [parameters] of commands().filter(([[name]]) => name !== 'export')) {
      const { stdout, stderr } = await cairn([...parameters, '--json'])
      expect(stdout + stderr, parameters.join(' ')).not.toMatch(dangerous)
    }
  })
})

it('nor does what a sign-in keeps', async () => {
  const { home, cairn, stop } = await createMachine()
  const login = await cairn(['login', hostile.origin], { input: secret })
  expect(login).toMatchObject({ code: 0, stderr: expect.stringContaining(home) })
  expect(login.stdout + (await cairn(['profiles'])).stdout).not.toMatch(dangerous)
  await stop()
})

it('texts stay on their line, which none can forge', async () => {
  for (const command of [['goals', '--limit=1'], ['members']]) {
    expect((await cairn(command)).stdout.match(/\n/g)).toHaveLength(1)
  }
})

it('an event of a type that a newer service has is named', async () => {
  const fake = stopAfterFile(await startFakeService())
  const event = { type: 'goal.moved\u001b', createdAt: '2026-11-20T10:00:00.000Z', actor: {}, goal: null }
  const me = {
    user: { id: 'u', displayName: 'Ann', email: '' },
    organization: { id: 'o' },
    credential: { kind: 'session' },
  }
  fake.answers = [json(200, me), json(200, { events: [event], nextCursor: null, cursor: 'c' })]
  const environment = { CAIRN_ORIGIN: fake.origin }
  const { stdout } = await cairn(['watch', '--from=start', '--once'], { environment })
  expect(stdout).toBe('2026-11-20 10:00Z  goal.moved\\x1b\n')
})
