import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startBetween } from './support/between.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** `packages/contract/recipes/nightly/report.py` reports a value. */

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('the nightly script (skipped without python3)', async () => {
  const { service, ada } = await startWithAda()
  const between = stopAfterFile(await startBetween(service))
  const day = '2026-11-23'

  let goalId: string
  let secret: string
  beforeEach(async () => {
    const measures = [{ title: 'Trees', unit: 'trees', start: 0, target: 100 }]
    const goal = await createGoal(ada, { title: 'Plant trees', measures })
    goalId = goal.id
    secret = (await createToken(ada, ['goals:read', 'goals:write'], { name: 'Nightly' })).secret
    between.requests.length = 0
  })
  const run = (...parameters: string[]) =>
    runRecipe(
      'python3',
      [`${recipes}nightly/report.py`, ...parameters, ...(parameters.length > 0 ? [day] : [])],
      {
        environment: { CAIRN_ORIGIN: between.origin, CAIRN_TOKEN: secret },
      },
    )
  const reports = async () => (await historyOf(ada, goalId)).slice(1)

  it('reports the value as a measurement of its run', async () => {
    expect(await run(goalId, 'Trees', '12.5')).toEqual({
      code: 0,
      stdout: 'Reported Trees: 12.5 trees as revision 2.\n',
      stderr: '',
    })
    expect(await reports()).toMatchObject([
      { summary: 'Trees: 12.5 trees', actor: { kind: 'client', runId: day }, actorName: 'Nightly' },
    ])
    expect((await ada.api.getGoal({ params: { goalId } })).goal).toMatchObject({
      measures: [{ current: { value: 12.5 } }],
      progress: 0.125,
    })
  })

  it('reports once if the service is busy, a response is lost, and the job runs again', async () => {
    between.next('GET', 'busy')
    between.next('POST', 'lost')
    for (let count = 0; count < 2; count++) {
      expect(await run(goalId, 'Trees', '12')).toMatchObject({
        code: 0,
        stdout: 'Reported Trees: 12 trees as revision 2.\n',
      })
    }
    expect(await run(goalId, 'Trees', '13')).toMatchObject({
      code: 0,
      stdout: `There is a report of ${day} with another value. It stays.\n`,
    })
    expect(await reports()).toHaveLength(1)
  })

  it('follows somebody who reports meanwhile, without reading the goal again', async () => {
    between.next('POST', {
      first: () => ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('By hand') }),
    })
    expect(await run(goalId, 'Trees', '12')).toMatchObject({ code: 0 })
    expect(await reports()).toMatchObject([{ summary: 'By hand' }, { summary: 'Trees: 12 trees' }])
    expect(between.requests.map((request) => request.slice(0, 4))).toEqual(['GET ', 'POST', 'POST'])
  })

  it('takes today without a day', async () => {
    const script = [`${recipes}nightly/report.py`, goalId, 'Trees', '12']
    const environment = { CAIRN_ORIGIN: between.origin, CAIRN_TOKEN: secret }
    expect(await runRecipe('python3', script, { environment })).toMatchObject({ code: 0 })
    expect((await reports())[0]?.actor.runId).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('reports nothing on a goal that is completed', async () => {
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Done', { status: 'completed' }) })
    expect(await run(goalId, 'Trees', '12')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('not active'),
    })
    expect(await reports()).toHaveLength(1)
  })

  it.each([
    ['an unknown measure', (id: string) => [id, 'Bushes', '1'], 'The goal has no measure “Bushes”.'],
    ['an unknown goal', () => [unknownId, 'Trees', '1'], 'Cairn refused it: The goal does not exist'],
    ['too few words', () => [], 'CAIRN_ORIGIN=https://cairn.example.com'],
  ])('exits with 1 and a sentence for %s', async (_, parametersOf, sentence) => {
    const { code, stderr } = await run(...parametersOf(goalId))
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('Traceback')
  })

  it('does not follow redirects, which would get the token', async () => {
    between.next('GET', 'redirected')
    const { code, stderr } = await run(goalId, 'Trees', '1')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Cairn refused it: status 307\n' })
    expect(between.requests).toHaveLength(1)
  })
})
