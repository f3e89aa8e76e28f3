import { chmod, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine, main } from '../../interface/programs/support/command.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, historyOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { compileCache, createTemporaryDirectory } from '../../support/service/child-process.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { recipes, runRecipe } from './support/run-recipe.ts'

/** `packages/contract/recipes/fleet`: workers that work through the goals below one. */

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const program = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }
const machine = stopAfterFile(await createMachine(program))
const { directory, remove } = await createTemporaryDirectory()
afterAll(remove)

async function script(name: string, text: string): Promise<string> {
  await writeFile(`${directory}/${name}`, `#!/bin/sh\n${text}\n`)
  await chmod(`${directory}/${name}`, 0o755)
  return `${directory}/${name}`
}
await script('cairn', `exec '${process.execPath}' '${main}' "$@"`)
const agent = await script('agent', `jq --raw-output '"Worked on " + .goal.title'`)
const tired = await script('tired', "echo 'Water the east.'; exit 1")
const approve = await createLabel(ada, 'approve')

const work = (below: string, by = agent) =>
  runRecipe('cairn', ['work', '--below', below, '--', `${recipes}fleet/worker.sh`], {
    directory,
    environment: {
      ...program,
      PATH: `${directory}:${process.env.PATH}`,
      HOME: directory,
      NODE_COMPILE_CACHE: compileCache,
      AGENT: by,
    },
  })

async function goalsBelow(...labels: string[][]) {
  const top = await createGoal(ada, { title: 'A wood' })
  const goals = await Promise.all(
    labels.map((labelIds, index) =>
      createGoal(ada, { title: `Goal ${index}`, labelIds, parentGoalId: top.id, ownerUserId: ada.userId }),
    ),
  )
  return { top: top.id, ids: goals.map(({ id }) => id) }
}
const latestOf = async (id: string) => (await historyOf(ada, id)).at(-1)

/** Asks as a worker does, and answers as a person does on the phone, before the worker looks. */
async function answer(goalId: string, option: string): Promise<void> {
  const asked = ['ask', goalId, 'May I go ahead?', '--option=Yes', '--option=No', `--key=approve-${goalId}`]
  const { stdout } = await machine.cairn([...asked, '--json'])
  const questionId = JSON.parse(stdout).question.id
  await ada.api.answerQuestion({ params: { goalId, questionId }, body: { option } })
}

describe('workers', () => {
  it('take different goals, and report what they have done', async () => {
    const { top, ids } = await goalsBelow([], [])
    const done = await Promise.all([work(top), work(top)])
    expect(done).toEqual(Array(2).fill({ code: 0, stdout: '', stderr: '' }))
    for (const [index, id] of ids.entries()) {
      expect(await latestOf(id)).toMatchObject({ status: 'completed', details: `Worked on Goal ${index}\n` })
    }
    expect((await work(top)).code).toBe(10)
  })

  it('hand off what they do not finish', async () => {
    const { top, ids } = await goalsBelow([])
    expect((await work(top, tired)).code).toBe(1)
    const { goal } = await ada.api.getGoal({ params: { goalId: ids[0] ?? '' } })
    expect(goal).toMatchObject({ status: 'active', ready: true, handoff: { text: 'Water the east.\n' } })
  })

  it.each([
    ['Yes', 'completed', 'Done'],
    ['No', 'paused', 'Not approved'],
  ])('wait for a person: %s', async (option, status, summary) => {
    const { top, ids } = await goalsBelow([approve])
    const [id = ''] = ids
    await answer(id, option)
    expect(await work(top)).toMatchObject({ code: 0, stdout: '' })
    expect(await latestOf(id)).toMatchObject({ status, summary })
    expect((await ada.api.listGoalQuestions({ params: { goalId: id } })).questions).toHaveLength(1)
  })
})
