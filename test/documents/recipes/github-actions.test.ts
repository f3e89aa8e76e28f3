import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { testsAll } from '../../support/test-all.ts'
import { startBetween } from './support/between.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** The step of `packages/contract/recipes/github-actions/tests.yml` reports, as a runner would run it. */

const workflow = await readFile(`${recipes}github-actions/tests.yml`, 'utf8')
const [, step = ''] = workflow.split('- name: Report to Cairn\n')
const [settings = '', script = ''] = step.split(/^ +run: \|\n/m)

const { service, ada } = await startWithAda()
const between = stopAfterFile(await startBetween(service))

// Pauses are written down, not waited for.
const { directory, remove } = await createTemporaryDirectory()
stopAfterFile({ stop: remove })
await writeFile(`${directory}/sleep`, `#!/bin/sh\necho "$1" >> '${directory}/pauses'\n`)
await chmod(`${directory}/sleep`, 0o755)

let goalId: string
let environment: Record<string, string>
let tokenId: string
let run = 4711
beforeEach(async () => {
  await rm(`${directory}/pauses`, { force: true })
  goalId = (await createGoal(ada)).id
  const token = await createToken(ada, ['goals:read', 'goals:write'], { name: 'CI', goalIds: [goalId] })
  tokenId = token.id
  run++
  environment = {
    PATH: `${directory}:${process.env.PATH}`,
    CAIRN_ORIGIN: between.origin,
    CAIRN_GOAL: goalId,
    CAIRN_TOKEN: token.secret,
    JOB_STATUS: 'success',
    JOB_INDEX: '0',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'ada/trees',
    GITHUB_WORKFLOW: 'Tests',
    GITHUB_JOB: 'tests',
    GITHUB_RUN_ID: String(run),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SHA: 'd4d7fd6',
    GITHUB_REF_NAME: 'main',
  }
})

/** As GitHub runs a step with `shell: bash`. */
const runStep = (overrides: Record<string, string> = {}) =>
  runRecipe('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    environment: { ...environment, ...overrides },
  })
const reports = async () => (await historyOf(ada, goalId)).slice(1)

it('sets every variable that its script reads and GitHub does not set', () => {
  const read = [...script.matchAll(/\$(CAIRN_\w+)|env\.(JOB_\w+)/g)].map(([, a, b]) => a ?? b)
  const set = [...settings.matchAll(/^ +(\w+): \$\{\{/gm)].map(([, name]) => name)
  expect(new Set(set)).toEqual(new Set(read))
})

it('reports a run that passed, with links, as the program with its run', async () => {
  expect(await runStep()).toEqual({ code: 0, stdout: 'Reported revision 2.\n', stderr: '' })
  expect(await reports()).toMatchObject([
    {
      status: 'active',
      health: 'on_track',
      summary: 'Tests: passed',
      details: 'Commit d4d7fd6 on main.',
      evidence: [
        { title: 'The run', url: `https://github.com/ada/trees/actions/runs/${run}` },
        { title: 'The commit', url: 'https://github.com/ada/trees/commit/d4d7fd6' },
      ],
      actor: { kind: 'client', id: tokenId, runId: String(run) },
      actorName: 'CI',
      clientInfo: { name: 'GitHub Actions', version: '1' },
    },
  ])
})

it.each(['failure', 'cancelled'])('reports a %s', async (status) => {
  expect((await runStep({ JOB_STATUS: status })).code).toBe(0)
  expect(await reports()).toMatchObject([{ health: 'at_risk', summary: `Tests: ${status}` }])
})

it('reports once if the service is busy and a response is lost, and again for another attempt of the run', async () => {
  between.next('GET', 'busy')
  between.next('POST', 'lost')
  expect(await runStep()).toMatchObject({ code: 0, stdout: 'Reported revision 2.\n' })
  expect(await reports()).toHaveLength(1)
  expect((await runStep()).stdout).toBe('Reported revision 2.\n')
  expect((await runStep({ GITHUB_RUN_ATTEMPT: '2' })).stdout).toBe('Reported revision 3.\n')
})

it('follows nine others who report meanwhile, after pauses of different lengths', async () => {
  const others = Array.from({ length: 9 }, (_, index) => ({
    first: () =>
      ada.api.createGoalUpdate({
        params: { goalId },
        body: reportOf(`Tree ${index}`, { expectedRevision: index + 1 }),
      }),
  }))
  between.next('POST', ...others)
  expect(await runStep()).toEqual({ code: 0, stdout: 'Reported revision 11.\n', stderr: '' })
  expect((await reports()).at(-1)).toMatchObject({ summary: 'Tests: passed' })
  const pauses = (await readFile(`${directory}/pauses`, 'utf8')).trim().split('\n')
  expect(pauses).toHaveLength(9)
  for (const pause of pauses) expect(pause).toMatch(/^[012]\.\d$/)
  expect(new Set(pauses).size).toBeGreaterThan(1)
})

/** Each try starts six programs. */
const legCount = testsAll ? 10 : 3

it(`reports each leg of a matrix, also if ${legCount} end at once`, async () => {
  const legs = Array.from({ length: legCount }, (_, index) => ({
    JOB_INDEX: String(index),
    JOB_STATUS: index === 1 ? 'failure' : 'success',
  }))
  const ran = await Promise.all(legs.map(runStep))
  expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(legs.map(() => ({ code: 0, stderr: '' })))
  const revisions = ran.map(({ stdout }) => Number(/^Reported revision (\d+)\.$/m.exec(stdout)?.[1]))
  expect(revisions.sort((a, b) => a - b)).toEqual(legs.map((_, index) => index + 2))
  const summaries = (await reports()).map(({ summary }) => summary)
  expect(summaries.filter((summary) => summary === 'Tests: failure')).toHaveLength(1)
})

it('reports nothing on a goal that is paused', async () => {
  await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Winter', { status: 'paused' }) })
  expect(await runStep()).toMatchObject({ code: 0, stdout: expect.stringContaining('not active') })
  expect(await reports()).toHaveLength(1)
})

it('fails with what the service says, without the token', async () => {
  await ada.api.revokeApiToken({ params: { tokenId } })
  expect(await runStep()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Cairn did not take it. The API token is not valid.\n',
  })
})
