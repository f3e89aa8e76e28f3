import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, historyOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
await join(ada, ben)
const { secret } = await createToken(ada)
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))

let goalId = ''
beforeEach(async () => {
  const measures = [{ title: 'Trees', start: 0, target: 100, unit: 'trees' }]
  const criteria = [
    { title: 'Planted', description: 'Planted' },
    { title: 'Watered', description: 'Each week.' },
  ]
  goalId = (await createGoal(ada, { title: 'A wood', criteria, measures })).id
})

async function goal() {
  return (await ada.api.getGoal({ params: { goalId } })).goal
}
const criteria = async () => (await goal()).criteria.map(({ title, description }) => [title, description])
const measures = async () =>
  (await goal()).measures.map(({ title, start, target, unit }) => [title, start, target, unit])

/** Runs a command that succeeds. Returns what it prints. */
async function done(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await cairn(parameters)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

describe('a criterion', () => {
  it('is added, edited and removed', async () => {
    expect(await done('criteria', 'add', goalId, 'Fenced')).toBe(`Changed "A wood", version 2.\n${goalId}\n`)
    await done('criteria', 'add', goalId, 'Visited', '--description=By children.')
    await done('criteria', 'edit', goalId, '1', '--title=All planted')
    await done('criteria', 'edit', goalId, 'watered', '--title=Wet')
    await done('criteria', 'edit', goalId, 'Fenced', '--description=With wood.')
    await done('criteria', 'remove', goalId, '2')
    expect(await criteria()).toEqual([
      ['All planted', 'All planted'],
      ['Fenced', 'With wood.'],
      ['Visited', 'By children.'],
    ])
  })

  it('keeps the verdicts on the others', async () => {
    await done('report', goalId, '--summary=Done', '--criterion=Watered=met')
    await done('criteria', 'remove', goalId, 'Planted')
    expect((await goal()).criteria).toMatchObject([{ title: 'Watered', verdict: { result: 'met' } }])
  })
})

describe('a measure', () => {
  it('is added, edited and removed', async () => {
    await done('measures', 'add', goalId, 'Birds', '--start', '-1.5', '--target=20')
    await done('measures', 'edit', goalId, 'birds', '--title=Owls', '--target=2', '--unit=owls')
    expect(await measures()).toEqual([
      ['Trees', 0, 100, 'trees'],
      ['Owls', -1.5, 2, 'owls'],
    ])
    await done('measures', 'edit', goalId, '1', '--start=10', '--no-unit')
    await done('measures', 'remove', goalId, '2')
    expect(await measures()).toEqual([['Trees', 10, 100, null]])
  })
})

it.each([
  ['criteria', 'add', 'Mine'],
  ['criteria', 'edit', '1', '--title=Mine'],
  ['criteria', 'remove', '1'],
  ['measures', 'add', 'Mine', '--start=1', '--target=2'],
  ['measures', 'edit', '1', '--title=Mine'],
  ['measures', 'remove', '1'],
])('%s %s: somebody who was faster is not overwritten, but shown', async (group, command, ...more) => {
  await ada.api.updateGoal({ params: { goalId }, body: { title: 'Theirs' } })
  const before = await goal()
  const { code, stderr } = await cairn([group, command, goalId, ...more, '--expected-version=1'])
  expect(code).toBe(5)
  expect(stderr).toContain('  Title: A wood → Theirs\n')
  expect(await goal()).toEqual(before)
})

it.each([
  [['criteria', 'edit', '1'], 'Use --title or --description.'],
  [['criteria', 'edit', '9', '--title=X'], 'The goal has no criterion 9.'],
  [['criteria', 'remove', 'None'], 'The goal has no criterion None.'],
  [['measures', 'edit', '1'], 'Use --title, --start, --target, --unit or --no-unit.'],
  [['measures', 'remove', '2'], 'The goal has no measure 2.'],
  [['measures', 'add', 'X', '--start=1'], "required option '--target <number>' not specified"],
  [['measures', 'add', 'X', '--start=one', '--target=2'], 'Use a number.'],
])('%j is a wrong use', async ([group = '', command = '', ...more], message) => {
  const output = await cairn([group, command, goalId, ...more])
  expect(output).toMatchObject({ code: 2, stdout: '' })
  expect(output.stderr).toContain(message)
})

describe('a label', () => {
  it('is created once under one key, and edited', async () => {
    const create = [
      'labels',
      'create',
      'Green',
      '--color=#4b8b4f',
      '--description=Plants',
      '--key=k',
      '--json',
    ]
    const [first, second] = [JSON.parse(await done(...create)), JSON.parse(await done(...create))]
    expect(second.label).toEqual(first.label)
    expect(first.label).toMatchObject({ name: 'Green', color: '#4b8b4f', description: 'Plants' })
    expect(await done('labels', 'edit', 'green', '--name=Leafy', '--no-color')).toBe('Changed "Leafy".\n')
    const { label } = JSON.parse(await done('labels', 'edit', 'leafy', '--no-description', '--json'))
    expect(label).toMatchObject({ id: first.label.id, name: 'Leafy', color: null, description: null })
  })

  it('is refused if its name is taken, or nothing changes', async () => {
    await createLabel(ada, 'Red')
    expect((await cairn(['labels', 'create', 'red'])).code).toBe(5)
    expect(await cairn(['labels', 'edit', 'red'])).toMatchObject({
      code: 2,
      stderr: 'cairn: Use --name, --color or --description.\n',
    })
  })
})

it('a verdict has a note and evidence, which the history shows', async () => {
  await done(
    'report',
    goalId,
    '--summary=Half',
    '--criterion=Planted=not_met: Only half: 50 trees',
    '--criterion=2=met',
    '--criterion-evidence=1=Photo=https://example.com/p?a=b',
    '--measure=trees=50',
  )
  const [{ id = '' } = {}, second] = (await goal()).criteria
  expect((await historyOf(ada, goalId)).at(-1)?.verdicts).toEqual([
    {
      criterionId: id,
      result: 'not_met',
      note: 'Only half: 50 trees',
      evidence: [{ title: 'Photo', url: 'https://example.com/p?a=b' }],
    },
    { criterionId: second?.id, result: 'met' },
  ])
  await done('criteria', 'remove', goalId, 'Planted')
  expect(await done('history', goalId)).toContain(
    [
      '  Revision 2 (active): Half',
      '    Planted: not met: Only half: 50 trees',
      '      Photo: https://example.com/p?a=b',
      '    Watered: met',
      '    Trees: 50',
    ].join('\n'),
  )
})

it('evidence for a criterion needs a verdict', async () => {
  const output = await cairn([
    'report',
    goalId,
    '--summary=X',
    '--criterion-evidence=1=Photo=https://example.com',
  ])
  expect(output).toMatchObject({
    code: 2,
    stderr: 'cairn: --criterion-evidence: say with --criterion whether 1 is met.\n',
  })
})

describe('a page', () => {
  const opened: string[] = []
  const openPage = async (url: string) => {
    opened.push(url)
  }
  beforeEach(() => {
    opened.length = 0
  })
  const organization = async () => (await ada.api.getMe()).organization.id

  it('is opened and printed, in the organization of the token', async () => {
    for (const [page, path] of [
      [goalId, `/goals/${goalId}`],
      ['tokens', '/settings/api-tokens'],
      [undefined, '/home'],
    ] as const) {
      const { stdout } = await cairn(['open', ...(page ? [page] : [])], { openPage })
      const url = `${service.origin}${path}?organization=${await organization()}`
      expect(stdout).toBe(`${url}\n`)
      expect(opened.pop()).toBe(url)
    }
  })

  it('is only printed, if told', async () => {
    const { stdout } = await cairn(['open', 'goals', '--print', '--json'], { openPage })
    expect(JSON.parse(stdout).url).toMatch(/\/goals\?organization=/)
    expect(opened).toEqual([])
  })

  it('of which nobody knows is a wrong use', async () => {
    const { code, stderr } = await cairn(['open', 'nowhere'], { openPage })
    expect(code).toBe(2)
    expect(stderr).toContain('Use the id of a goal, or home, goals, feed')
  })

  it('is where a person acknowledges a report', async () => {
    const acknowledge = ['acknowledge', goalId]
    await done('report', goalId, '--summary=Up')
    expect((await cairn(acknowledge, { openPage })).stdout).toMatch(
      new RegExp(
        `^Nobody has acknowledged revision 2 of "A wood"\\.\nAcknowledge it on its page:\n\\S+/goals/${goalId}\\?`,
      ),
    )
    expect(opened).toHaveLength(1)
    await ben.api.acknowledgeGoalUpdate({ params: { goalId, revision: '2' } })
    expect((await cairn([...acknowledge, '--print'])).stdout).toMatch(
      /^Acknowledged revision 2 of "A wood": Ben\.\n/,
    )
    const { stdout } = await cairn([...acknowledge, '--revision=2', '--print', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ revision: 2, acknowledgements: [{ userId: ben.userId }] })
  })

  it('is where a person confirms what a report judged as met', async () => {
    expect((await cairn(['review'])).stdout).toBe('Nothing waits for your review.\n')
    expect((await cairn(['review', goalId, '--print'])).stdout).toBe(
      'No criterion of "A wood" waits for a review.\n',
    )
    const { goal } = await ben.api.createGoal({
      body: {
        title: 'Reviewed',
        detailedDescription: 'Reviewed',
        timeframe: { kind: 'continuous' },
        criteria: [
          { title: 'Oaks', description: 'Ten' },
          { title: 'Firs', description: 'Two' },
        ],
        verification: 'other_person',
      },
    })
    const verdicts = goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' as const }))
    await ben.api.createGoalUpdate({
      params: { goalId: goal.id },
      body: {
        status: 'active',
        summary: 'Met',
        details: 'Met',
        expectedRevision: 1,
        idempotencyKey: 'met',
        verdicts,
      },
    })
    expect((await cairn(['review'])).stdout).toBe(`${goal.id}  2 criteria  revision 2  Reviewed\n`)
    expect((await cairn(['brief'])).stdout).toContain(`For your review\n${goal.id}  2 criteria`)
    opened.length = 0
    const { stdout } = await cairn(['review', goal.id, '--confirm', 'Firs'], { openPage })
    expect(stdout).toMatch(
      /^These criteria of "Reviewed" are met.*\n2 {2}Ben, .* {2}Firs\nA token cannot confirm/,
    )
    expect(opened).toEqual([expect.stringContaining(`/goals/${goal.id}?organization=`)])
    expect((await ben.api.getGoal({ params: { goalId: goal.id } })).goal.criteria).toMatchObject([
      { confirmedBy: null },
      { confirmedBy: null },
    ])
    const json = JSON.parse((await cairn(['review', goal.id, '--print', '--json'])).stdout)
    expect(json.criteria.map(({ title }: { title: string }) => title)).toEqual(['Oaks', 'Firs'])
    expect(await cairn(['review', '--confirm', 'Firs'])).toMatchObject({ code: 2 })
    expect((await cairn(['goal', 'show', goal.id])).stdout).toContain('Needs a second person')
  })
})
