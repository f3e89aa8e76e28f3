import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, historyOf, reportOf } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const machine = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))

let goalId = ''

/** The goal was shown, and then somebody else reported on it. */
beforeEach(async () => {
  goalId = (await createGoal(ada, { title: 'Halve the paper' })).id
  await machine.cairn(['goal', 'show', goalId])
  await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Faster', { details: 'By far.' }) })
})

const summaries = async () => (await historyOf(ada, goalId)).slice(1).map(({ summary }) => summary)

describe('if somebody was faster, a report', () => {
  it('shows what was missed, writes nothing, and goes on top the next time', async () => {
    const parameters = ['report', goalId, '--summary=Late']
    const { code, stdout, stderr } = await machine.cairn(parameters)
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(stderr).toContain('The goal is at revision 2. You have missed:')
    expect(stderr).toContain('Revision 2 (active): Faster\n    By far.\n')
    expect(stderr).toContain('Nothing was reported. To report on top: --anyway')
    expect(await summaries()).toEqual(['Faster'])
    expect((await machine.cairn(parameters)).stdout).toBe('Reported on "Halve the paper", revision 3.\n')
    expect(await summaries()).toEqual(['Faster', 'Late'])
  })

  it('goes on top with --anyway', async () => {
    const { code, stderr } = await machine.cairn(['report', goalId, '--summary=Late', '--anyway'])
    expect(code).toBe(0)
    expect(stderr).toContain('Faster')
    expect(await summaries()).toEqual(['Faster', 'Late'])
  })

  it.each([
    ['y', 0, ['Faster', 'Late']],
    ['n', 5, ['Faster']],
    ['\u0003', 5, ['Faster']],
  ])('asks on a terminal: %j', async (answer, code, expected) => {
    const output = await machine.onTerminal(
      ['report', goalId, '--summary=Late'],
      [['Report anyway? [y/N] ', answer === '\u0003' ? answer : `${answer}\r`]],
    )
    expect(output.stdout).toContain('Faster')
    expect(output.code, output.stdout).toBe(code)
    expect(await summaries()).toEqual(expected)
  })

  it('prints the conflict as JSON, and does not ask', async () => {
    const { code, stdout, stderr } = await machine.cairn(['report', goalId, '--summary=Late', '--json'])
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(JSON.parse(stderr).error).toMatchObject({
      exitCode: 5,
      code: 'goal_revision_conflict',
      conflict: { revision: 2, updates: [{ summary: 'Faster' }] },
    })
  })

  it('says the revision that was read, if told', async () => {
    expect((await machine.cairn(['report', goalId, '--summary=Late', '--revision=2'])).code).toBe(0)
  })
})

it('a report under one key is made once', async () => {
  const parameters = ['report', goalId, '--summary=Job', '--anyway', '--key=job-1', '--json']
  const [first, second] = [await machine.cairn(parameters), await machine.cairn(parameters)]
  expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout))
  expect(await summaries()).toEqual(['Faster', 'Job'])
  const other = await machine.cairn(['report', goalId, '--summary=Other', '--anyway', '--key=job-1'])
  expect(other.code).toBe(5)
})

it('details come from standard input', async () => {
  const input = 'Line 1\nLine 2\n'
  await machine.cairn(['report', goalId, '--summary=Long', '--anyway', '--details-file=-'], { input })
  expect((await historyOf(ada, goalId)).at(-1)?.details).toBe(input)
})

it.each([
  [['--criterion=9=met'], 'The goal has no criterion 9.'],
  [['--criterion=1=good'], 'use met, not_met or unknown'],
  [['--measure=Speed=1'], 'The goal has no measure Speed.'],
  [['--health=great'], 'Allowed choices are on_track, at_risk, off_track'],
  [['--evidence=nothing'], 'Write --evidence as name=value.'],
])('%j is a wrong use', async (parameters, message) => {
  const { code, stderr } = await machine.cairn(['report', goalId, '--summary=Wrong', ...parameters])
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})
