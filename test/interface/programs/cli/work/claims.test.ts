import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'

const clock = createClock()
const { service, ada } = await startWithAda({ clock: clock.read })
const { secret } = await createToken(ada)
const { secret: other } = await createToken(ada, ['goals:read', 'goals:write'], { name: 'Other bot' })
const machine = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))
const { cairn, home } = machine
const otherBot = { environment: { CAIRN_TOKEN: other } }

let goalId = ''
beforeEach(async () => {
  goalId = (await createGoal(ada, { title: 'A wood', ownerUserId: ada.userId })).id
})

/** The JSON of a command that succeeds. */
async function jsonOf(...parameters: string[]) {
  const { code, stdout, stderr } = await cairn([...parameters, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}
const claimOf = async () => (await ada.api.getGoal({ params: { goalId } })).goal.claim

describe('a claim', () => {
  it('says until when, and its fence and run', async () => {
    const claimed = [
      'claim',
      goalId,
      '--run=run-1',
      '--lease=300',
      '--note=Planting',
      '--url=https://ci.example.com/7',
    ]
    const { code, stdout } = await cairn(claimed)
    const claim = await claimOf()
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Claimed "A wood" until 2099-03-01 10:05Z.\nFence ${claim?.fence}, run run-1.\n${goalId}\n`,
    })
    expect(claim).toMatchObject({ runId: 'run-1', note: 'Planting', externalUrl: 'https://ci.example.com/7' })
    // The same run extends it, and another one does not.
    expect((await jsonOf('claim', goalId, '--run=run-1')).claim.fence).toBe(claim?.fence)
    expect((await cairn(['claim', goalId], { environment: { CAIRN_RUN_ID: 'run-2' } })).code).toBe(8)
  })

  it('shows who works on the goal instead', async () => {
    await cairn(['claim', goalId, '--run=run-1', '--note=Planting'])
    const refused = await cairn(['claim', goalId], otherBot)
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toMatch(
      /^cairn: Somebody works on this goal\.\n {2}.+ \(run run-1\) until 2099-03-01 10:15Z, Planting\n$/,
    )
    const { stderr } = await cairn(['claim', goalId, '--json'], otherBot)
    expect(JSON.parse(stderr).error).toMatchObject({
      exitCode: 8,
      code: 'goal_claimed',
      claim: { runId: 'run-1' },
    })
    expect((await cairn(['goal', 'show', goalId])).stdout).toMatch(/Claimed +.+ until 2099-03-01 10:15Z/)
  })

  it('says why a goal is not ready', async () => {
    await createGoal(ada, { title: 'A tree', parentGoalId: goalId })
    const { code, stderr } = await cairn(['claim', goalId])
    expect(code).toBe(10)
    expect(stderr).toContain('\n  it has sub-goals that are not finished\n')
    const { stderr: json } = await cairn(['claim', goalId, '--json'])
    expect(JSON.parse(json).error).toMatchObject({ exitCode: 10, reasons: ['subgoals'] })
  })

  it('of the next goal takes filters, and says when to ask again', async () => {
    const label = await createLabel(ada, `Green ${goalId}`)
    const { id } = await createGoal(ada, {
      title: 'Wanted',
      labelIds: [label],
      parentGoalId: goalId,
      ownerUserId: null,
    })
    const filters = [`--below=${goalId}`, `--label=${label}`, '--owner=none', '--search=wanted']
    expect((await jsonOf('claim', '--next', ...filters)).goal.id).toBe(id)
    const none = await cairn(['claim', ...filters])
    expect(none).toMatchObject({ code: 10, stdout: '' })
    expect(none.stderr).toMatch(/^No goal is ready: try again in \d+ seconds\.\n$/)
    const { code, stdout } = await cairn(['claim', ...filters, '--json'])
    expect(code).toBe(10)
    expect(JSON.parse(stdout)).toEqual({ goal: null, retryAfterSeconds: expect.any(Number) })
  })

  it.each([
    [['claim'], 'Name a goal, or use --next.'],
    [['claim', '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10', '--next'], 'Name a goal or use --next, not both.'],
    [['claim', '--next', '--note=Mine'], '--note needs a goal that is named.'],
    [['claim', 'wood'], 'Use the id of a goal'],
    [['claim', '--next', '--below=wood'], 'Use the id of a goal'],
    [['claim', '--next', '--lease=0'], 'Use a whole number from 1.'],
    [['release'], "missing required argument 'goal'"],
    [
      ['release', '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10', '--fence=one'],
      'Use the number that the claim has.',
    ],
  ])('%j is a wrong use', async (parameters, message) => {
    const { code, stderr } = await cairn(parameters)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('names the option of a field that is refused', async () => {
    const { code, stderr } = await cairn(['claim', goalId, '--lease=1', '--url=http://example.com'])
    expect(code).toBe(1)
    expect(stderr).toContain('--lease: ')
    expect(stderr).toContain('--url: ')
  })
})

describe('a release', () => {
  it('frees the goal, once', async () => {
    await cairn(['claim', goalId])
    expect((await cairn(['release', goalId])).stdout).toBe('Released "A wood".\n')
    expect(await claimOf()).toBeNull()
    expect((await cairn(['release', goalId])).stdout).toBe('Nobody has claimed "A wood".\n')
    expect(await jsonOf('release', goalId)).toEqual({ goalId, fence: null })
  })

  it('takes the fence of the environment, of this goal only', async () => {
    const { claim } = await jsonOf('claim', goalId)
    const environment = { CAIRN_GOAL: goalId, CAIRN_FENCE: `${claim.fence - 1}` }
    const stale = await cairn(['release', goalId], { environment })
    expect(stale.code).toBe(9)
    expect(stale.stderr).toContain('cairn: The claim is no longer yours.\n  ')
    const elsewhere = { ...environment, CAIRN_GOAL: '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10' }
    expect((await cairn(['release', goalId], { environment: elsewhere })).code).toBe(0)
  })

  it('is of nobody else', async () => {
    await cairn(['claim', goalId])
    expect((await cairn(['release', goalId], otherBot)).code).toBe(9)
  })
})

describe('under a claim', () => {
  it('reports and edits name the fence, and nobody else writes', async () => {
    const { claim } = await jsonOf('claim', goalId, '--run=run-1')
    const fence = `--fence=${claim.fence}`
    expect((await cairn(['report', goalId, '--summary=Other'], otherBot)).code).toBe(8)
    expect((await cairn(['report', goalId, '--summary=Half', fence])).code).toBe(0)
    expect((await cairn(['goal', 'edit', goalId, '--title=Woods', fence])).code).toBe(0)
    const environment = {
      CAIRN_GOAL: goalId,
      CAIRN_FENCE: `${claim.fence}`,
      CAIRN_RUN: 'run-1',
      CAIRN_RUN_ID: 'x',
    }
    expect((await cairn(['criteria', 'add', goalId, 'Wet'], { environment })).code).toBe(0)
    expect((await cairn(['report', goalId, '--summary=More'], { environment })).code).toBe(0)
    const { updates } = await ada.api.listGoalUpdates({
      params: { goalId },
      query: { order: 'desc', limit: 1 },
    })
    expect(updates[0]).toMatchObject({ summary: 'More', actor: { runId: 'run-1' } })
  })

  it('a lost claim writes nothing, and says what was missed', async () => {
    const { claim } = await jsonOf('claim', goalId)
    clock.advance({ hours: 1 })
    await cairn(['claim', goalId], otherBot)
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Mine now') })
    const late = await cairn(['report', goalId, '--summary=Late', `--fence=${claim.fence}`, '--anyway'])
    expect(late).toMatchObject({ code: 9, stdout: '' })
    expect(late.stderr).toContain('Other bot (run ')
    expect(late.stderr).toContain('Revision 2 (active): Mine now')
    expect(late.stderr).not.toContain('--anyway')
    const edit = await cairn(['goal', 'edit', goalId, '--title=Late', `--fence=${claim.fence}`, '--json'])
    expect(JSON.parse(edit.stderr).error).toMatchObject({ exitCode: 9, code: 'goal_claim_lost' })
    await cairn(['release', goalId], otherBot)
    const free = await cairn(['report', goalId, '--summary=Late', `--fence=${claim.fence}`])
    expect(free.stderr).toContain('Nobody has claimed it now.')
  })
})

describe('a report', () => {
  it('hands off and says what was used, which the goal shows', async () => {
    const usage = ['--input-tokens=1200', '--output-tokens=300', '--seconds=60', '--cost=0.25']
    await cairn(['report', goalId, '--summary=Half', '--handoff=Water\tthe **east**.\nDaily.', ...usage])
    await cairn(['report', goalId, '--summary=More', '--cost=1.000001'])
    const { stdout } = await cairn(['goal', 'show', goalId])
    expect(stdout).toMatch(/Used +2 reports, 1200 \+ 300 tokens, 60 s, 1\.250001\n/)
    expect(stdout).toMatch(
      /\nHand-off of .+, revision 2, 2099-03-01 \d\d:\d\dZ\n {2}Water {4}the \*\*east\*\*\.\n {2}Daily\.\n/,
    )
    await writeFile(path.join(home, 'handoff.md'), 'From a file.\n')
    await cairn(['report', goalId, '--summary=File', '--handoff-file', path.join(home, 'handoff.md')])
    expect((await jsonOf('goal', 'show', goalId)).goal.handoff).toMatchObject({
      revision: 4,
      text: 'From a file.\n',
    })
    await cairn(['report', goalId, '--summary=Stdin', '--handoff-file=-'], { input: 'From standard input.' })
    expect((await jsonOf('goal', 'show', goalId)).goal.handoff.text).toBe('From standard input.')
    await cairn(['report', goalId, '--summary=None', '--no-handoff'])
    expect((await jsonOf('goal', 'show', goalId)).goal.handoff).toBeNull()
  })

  it('of a person hands off in their name', async () => {
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Half', { handoff: 'Ask Ben.' }) })
    expect((await cairn(['goal', 'show', goalId])).stdout).toContain('Hand-off of Ada, revision 2')
  })

  it.each([
    [['--input-tokens=-1'], 'Use a whole number from 0.'],
    [['--cost=1e3'], 'Use a number such as 0.25, with up to 6 decimals.'],
    [['--cost=0.1234567'], 'with up to 6 decimals'],
    [['--handoff-file=/none'], 'Cannot read /none: ENOENT'],
  ])('%j is a wrong use', async (parameters, message) => {
    const { code, stderr } = await cairn(['report', goalId, '--summary=Wrong', ...parameters])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
