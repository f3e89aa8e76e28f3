import { chmod, readFile, writeFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { main } from '../../interface/programs/support/command.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, historyOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createTemporaryDirectory } from '../../support/service/child-process.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** The commands of `packages/contract/recipes/README.md` that use `cairn` report. */

const text = await readFile(`${recipes}README.md`, 'utf8')
const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
const [step = '', line = ''] = blocks.filter((block) => block.includes('cairn report'))

const { service, ada } = await startWithAda()
const { directory, remove } = await createTemporaryDirectory()
afterAll(remove)
await writeFile(`${directory}/cairn`, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
await chmod(`${directory}/cairn`, 0o755)

async function prepare() {
  const measures = [{ title: 'Trees', start: 0, target: 100 }]
  const { id } = await createGoal(ada, { title: 'Plant trees', measures })
  const token = await createToken(ada, ['goals:read', 'goals:write'], { goalIds: [id] })
  const run = (script: string, index = '0') =>
    runRecipe('bash', ['-eo', 'pipefail', '-c', script], {
      directory,
      environment: {
        PATH: `${directory}:${process.env.PATH}`,
        HOME: directory,
        CAIRN_ORIGIN: service.origin,
        CAIRN_TOKEN: token.secret,
        CAIRN_GOAL: id,
        JOB_STATUS: 'failure',
        JOB_INDEX: index,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'ada/trees',
        GITHUB_WORKFLOW: 'Tests',
        GITHUB_JOB: 'tests',
        GITHUB_RUN_ID: '4711',
        GITHUB_RUN_ATTEMPT: '1',
        TREES: '12',
      },
    })
  return { run, reports: async () => (await historyOf(ada, id)).slice(1) }
}

it('the step of a workflow reports once for each leg of a matrix, with the run', async () => {
  const { run, reports } = await prepare()
  for (let count = 0; count < 2; count++) expect(await run(step)).toMatchObject({ code: 0, stderr: '' })
  const report = {
    summary: 'Tests: failure',
    health: 'at_risk',
    evidence: [{ title: 'The run', url: 'https://github.com/ada/trees/actions/runs/4711' }],
    actor: { kind: 'client', runId: '4711' },
  }
  expect(await reports()).toMatchObject([report])
  // Another leg of the matrix has a report of its own.
  expect(await run(step, '1')).toMatchObject({ code: 0 })
  expect(await reports()).toMatchObject([report, report])
})

it('the line of cron reports a value', async () => {
  const { run, reports } = await prepare()
  expect(await run(line)).toMatchObject({ code: 0, stderr: '' })
  expect(await reports()).toMatchObject([{ summary: '12 trees', measurements: [{ value: 12 }] }])
})
