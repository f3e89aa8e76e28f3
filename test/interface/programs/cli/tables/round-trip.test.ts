import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../../../support/people/goals.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'
import { contentOfGoal } from '../../support/goal-content.ts'
import { byTitle, environmentOf, goalsOf } from './support.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
const machine = stopAfterFile(await createMachine())
const from = await environmentOf(service, ada)
const to = await environmentOf(service, ben)

type Goal = Awaited<ReturnType<typeof goalsOf>>[number]

const contents = (goals: Goal[]) =>
  goals
    .map(contentOfGoal)
    .sort((left, right) => byTitle(left, right) || left.status.localeCompare(right.status))

it('what cairn exports as a table becomes the same goals, and in its own organization none', async () => {
  // Control characters and carriage returns are not in a table.
  const hostile = '=HYPERLINK("x")\n"quoted", comma;\u2028\u202e🏔 שלום \\u0041 ```\n\n  '
  const goal = await createGoal(ada, {
    title: '=1+1 "quoted", 🏔',
    detailedDescription: hostile,
    timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
    labelIds: [await createLabel(ada, 'Größe, "quoted"'), await createLabel(ada, '-plain')],
    criteria: [
      { title: '@sum', description: hostile },
      { title: 'Not judged', description: '[ ]' },
    ],
    measures: [
      { title: '-cmd', unit: '%', start: 10, target: 0.5 },
      { title: 'No value', start: 0, target: 1 },
    ],
    cadence: { everyDays: 7 },
  })
  const [criterion] = goal.criteria
  const [measure] = goal.measures
  await ada.api.createGoalUpdate({
    params: { goalId: goal.id },
    body: reportOf('Half', {
      health: 'at_risk',
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'not_met' }],
      measurements: [{ measureId: measure?.id ?? '', value: 3.25 }],
    }),
  })
  for (const [title, status] of [
    ["'=apostrophe", 'completed'],
    ["''s", 'archived'],
    ['Paused', 'paused'],
    ['Paused', 'active'],
  ] as const) {
    const { id } = await createGoal(ada, { title })
    if (status === 'active') continue
    await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf(status, { status }) })
  }
  const before = contents(await goalsOf(ada))
  const { stdout } = await machine.cairn(['export', '--format=csv'], { environment: from })
  const file = path.join(machine.home, 'goals.csv')
  await writeFile(file, stdout)

  const imported = await machine.cairn(['import', file], { environment: to })
  expect(imported.code, imported.stderr).toBe(0)
  expect(imported.stdout).toContain('5 goals created, 0 there already.\n')
  expect(imported.stderr).toContain('rows of histories are not imported')
  expect(imported.stderr).toContain('No member is "Ada". Nobody owns the goal.')
  expect(contents(await goalsOf(ben))).toEqual(before)

  // A table that was exported again has other ids. Titles find the goals.
  const other = path.join(machine.home, 'again.csv')
  const again = await machine.cairn(['export', '--format=csv'], { environment: to })
  await writeFile(other, again.stdout)
  for (const [name, environment] of [
    [file, from],
    [other, to],
    [other, from],
  ] as const) {
    const { code, stdout: said } = await machine.cairn(['import', name], { environment })
    expect({ code, said }).toEqual({ code: 0, said: '0 goals created, 5 there already.\n' })
  }
  expect(contents(await goalsOf(ada))).toEqual(before)
  expect(contents(await goalsOf(ben))).toEqual(before)
})
