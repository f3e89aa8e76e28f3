import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const machine = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))
const { cairn } = machine

async function jsonOf(parameters: string[]) {
  const { code, stdout, stderr } = await cairn([...parameters, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

/** The output for people, without the times. */
async function shown(parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await cairn(parameters)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, '<time>')
}

it('says who the token is of', async () => {
  expect(await jsonOf(['whoami'])).toEqual(
    await ada.api.getMe().then((me) => ({ ...me, credential: expect.any(Object) })),
  )
  const text = await shown(['whoami'])
  expect(text).toContain('User          Ada <ada@example.com>')
  expect(text).toContain(`Service       ${service.origin}`)
  expect(text).toContain('Scopes        goals:read, goals:write')
})

describe('a goal', () => {
  it('is published, shown, edited and reported on', async () => {
    await createLabel(ada, 'Support')
    const { goal } = await jsonOf([
      'goal',
      'new',
      '--title=Answer within a day',
      '--description=All requests.',
      '--due=2027-06-30',
      '--criterion=Nobody waits two days',
      '--measure=Median response: 48..24 hours',
      '--label=support',
      '--every=7',
    ])
    expect(goal).toMatchObject({
      title: 'Answer within a day',
      timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
      criteria: [{ title: 'Nobody waits two days' }],
      measures: [{ title: 'Median response', start: 48, target: 24, unit: 'hours' }],
      labels: [{ name: 'Support' }],
      cadence: { everyDays: 7 },
    })
    const report = ['report', goal.id, '--summary=Halfway', '--health=on_track', '--run=4711']
    const values = [
      '--criterion=1=not_met',
      '--measure=median response=36',
      '--evidence=Chart=https://example.com/c',
    ]
    expect(await shown([...report, ...values])).toBe('Reported on "Answer within a day", revision 2.\n')
    expect(
      await shown(['goal', 'edit', goal.id, '--title=Answer in a day', '--criterion=The queue is empty']),
    ).toBe(`Changed "Answer in a day", version 3.\n${goal.id}\n`)
    const text = await shown(['goal', 'show', `${service.origin}/goals/${goal.id}`])
    expect(text).toContain('Answer in a day\nStatus       active, on track')
    expect(text).toContain('Revision     2 (version 3)')
    expect(text).toContain('1  not met     Nobody waits two days\n2  not judged  The queue is empty')
    expect(text).toContain('1  36  48 → 24 hours  50 %  Median response')
    const history = await shown(['history', goal.id])
    expect(history).toContain('Revision 2 (active, on track): Halfway')
    expect(history).toContain('(run 4711) for you\n')
    expect(history).toContain('Chart: https://example.com/c')
    expect(history).toContain('Title: Answer within a day → Answer in a day')
    const { updates, edits } = await jsonOf(['history', goal.id])
    expect(updates[1]).toMatchObject({ clientInfo: { name: 'cairn' }, actor: { runId: '4711' } })
    expect(edits).toHaveLength(1)
  })

  it('is not edited over what somebody else wrote, which is shown', async () => {
    const { id } = await createGoal(ada, { title: 'Old' })
    await ada.api.updateGoal({ params: { goalId: id }, body: { title: 'Theirs' } })
    const { code, stderr } = await cairn(['goal', 'edit', id, '--title=Mine', '--expected-version=1'])
    expect(code).toBe(5)
    expect(stderr).toContain('You have missed:')
    expect(stderr).toContain('  Title: Old → Theirs\n')
    expect((await jsonOf(['goal', 'show', id])).goal.title).toBe('Theirs')
  })

  it('is published once under one key', async () => {
    const parameters = ['goal', 'new', '--description=Once.', '--continuous', '--key=k-1']
    const [first, second] = [await jsonOf(parameters), await jsonOf(parameters)]
    expect(second.goal.id).toBe(first.goal.id)
  })

  it.each([
    [['goal', 'new', '--continuous'], 'Describe the goal'],
    [['goal', 'new', '--description=A'], 'Say by when'],
    [['goal', 'new', '--description=A', '--continuous', '--due=2027-01-01'], 'not both'],
    [['goal', 'new', '--description=A', '--continuous', '--measure=B'], 'Write --measure as name:value'],
    [['goal', 'new', '--description=A', '--continuous', '--measure=B: 1..x'], 'x is not a number'],
    [
      ['goal', 'new', '--description=A', '--continuous', '--label=None such'],
      'There is no label "None such".',
    ],
    [['goal', 'new', '--description-file=missing', '--continuous'], 'Cannot read missing: ENOENT'],
    [['goal', 'show', 'mine'], 'Use the id of a goal'],
    [['goal', 'show'], 'missing required argument'],
    [['goals', '--limit=0'], 'Use a whole number'],
    [['goals', '--nonsense'], 'unknown option'],
    [['nonsense'], 'unknown command'],
    [['verify'], 'Name goals, or use --all, or --file.'],
    [['report', '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'], '--summary'],
  ])('%j is a wrong use', async (parameters, message) => {
    const { code, stdout, stderr } = await cairn(parameters)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('in a process of its own', () => {
  let goalId = ''
  beforeAll(async () => {
    goalId = (await createGoal(ada, { title: 'Shown' })).id
  })

  it.each([['brief'], ['goals'], ['labels'], ['goal', 'show'], ['history'], ['verify']])(
    '"%s %s" prints the same, and exits 0',
    async (...words) => {
      const named = words.filter((word) => word !== undefined)
      const parameters = /show|history|verify/.test(named.join(' ')) ? [...named, goalId] : named
      const here = await cairn(parameters)
      expect(here).toMatchObject({ code: 0, stderr: '' })
      expect(await machine.process(parameters)).toEqual(here)
    },
  )

  it('a wrong use exits 2', async () => {
    const output = await machine.process(['goals', '--nonsense'])
    expect(output).toEqual(await cairn(['goals', '--nonsense']))
    expect(output).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('lists', () => {
  it('say where searched words are, in one line', async () => {
    const detailedDescription = 'Water the\n\n**baobab** \u202e daily.'
    const { id } = await createGoal(ada, { title: 'Okapi', detailedDescription })
    const line = `${id}  active  –  continuous  Ada  Okapi`
    expect(await shown(['goals', '--search=okapi'])).toBe(`${line}\n`)
    expect(await shown(['goals', '--search=baob'])).toBe(
      `${line}  description: Water the **baobab** daily.\n`,
    )
  })

  it('have the filters of the API', async () => {
    const { id } = await createGoal(ada, { title: 'Paused one' })
    await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Rest', { status: 'paused' }) })
    const { goals, hasMore } = await jsonOf([
      'goals',
      '--status=paused',
      '--owner=me',
      '--search=pau',
      '--health=none',
    ])
    expect(goals.map((goal: { id: string }) => goal.id)).toEqual([id])
    expect(hasMore).toBe(false)
    expect(await shown(['goals', '--status=paused'])).toBe(`${id}  paused  –  continuous  Ada  Paused one\n`)
    const limited = await cairn(['goals', '--limit=1'])
    expect(limited.stdout.trim().split('\n')).toHaveLength(1)
    expect(limited.stderr).toBe('There are more than 1: use --limit.\n')
    expect(await shown(['goals', '--status=archived'])).toBe('There are no such goals.\n')
    expect(await shown(['labels'])).toMatch(/^[\da-f-]{36} {2}Support\n$/)
  })
})

it('a brief says what needs somebody and what happened', async () => {
  const { id } = await createGoal(ada, { title: 'Off track' })
  await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Lost', { health: 'off_track' }) })
  const text = await shown(['brief'])
  expect(text).toMatch(new RegExp(`Needs you\n${id}  off track +continuous +Off track\n`))
  expect(text).toContain('<time>  You moved Off track to Off track: Lost\n')
  const brief = await jsonOf(['brief', '--limit=1'])
  expect(brief.goals).toHaveLength(1)
  expect(await jsonOf(['brief', `--since=${brief.cursor}`])).toMatchObject({
    organization: brief.organization,
  })
})

it('a brief goes on with the goals that follow', async () => {
  for (const title of ['First', 'Second', 'Third']) await createGoal(ada, { title })
  const { goals } = await ada.api.getBrief({ query: { limit: 100 } })
  const more = /… and more: cairn (brief --goals-cursor=[\w-]+)\n/
  const ids: string[] = []
  const jsonIds: string[] = []
  for (let next: string[] | undefined = ['brief']; next; ) {
    const text = await shown([...next, '--limit=2'])
    if (ids.length > 0) expect(text).not.toContain('What happened')
    ids.push(...goals.map(({ id }) => id).filter((id) => text.includes(id)))
    const brief = await jsonOf([...next, '--limit=2'])
    jsonIds.push(...brief.goals.map(({ id }: { id: string }) => id))
    expect(more.test(text)).toBe(brief.goalsCursor !== null)
    next = more.exec(text)?.[1]?.split(' ')
  }
  const all = goals.map(({ id }) => id).toSorted()
  expect(ids.toSorted()).toEqual(all)
  expect(jsonIds.toSorted()).toEqual(all)
  const { code, stderr } = await cairn(['brief', '--goals-cursor=none'])
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^cairn: --goals-cursor: /),
  })
})

it('a brief says how to get more of what happened', async () => {
  const { cursor } = await jsonOf(['brief'])
  for (const title of ['One', 'Two', 'Three']) await createGoal(ada, { title })
  const recent = await shown(['brief', '--limit=2'])
  expect(recent).toContain('… and more: cairn watch --from start --once\n')
  expect(recent).not.toContain('You published One')
  expect(await shown(['watch', '--from', 'start', '--once'])).toContain('You published One\n')
  const first = await shown(['brief', '--limit=2', `--since=${cursor}`])
  const next = /… and more: cairn (brief --since=[\w-]+)\n$/.exec(first)?.[1]?.split(' ') ?? []
  expect(first).toContain('You published Two\n')
  expect(await shown(next)).toMatch(/What happened\n<time> {2}You published Three\n$/)
})

it("a brief of a token that sees only its user's goals goes on to older events itself", async () => {
  const { secret: limited } = await createToken(ada, ['goals:read'])
  await createGoal(ada, { title: 'Older' })
  await createGoal(ada, { title: 'Newer' })
  const { code, stdout } = await cairn(['brief', '--limit=1'], {
    environment: { CAIRN_TOKEN: limited },
  })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/You published Newer\n… and more: cairn brief --since=[\w-]+\n$/),
  })
})

it('a history says where long values are whole', async () => {
  const { id } = await createGoal(ada, { title: 'Long' })
  const params = { goalId: id }
  const evidence = [{ title: 'Chart', url: 'https://example.com/c', text: 'Up by half' }]
  await ada.api.createGoalUpdate({ params, body: reportOf('Half', { evidence }) })
  const short = await shown(['history', id])
  expect(short).toMatch(/Chart: https:\/\/example.com\/c Up by half\n$/)
  await ada.api.updateGoal({ params, body: { detailedDescription: 'x'.repeat(81) } })
  expect(await shown(['history', id])).toMatch(
    new RegExp(`→ x{79}…\nValues that end in … are whole in: cairn history ${id} --json\n$`),
  )
  for (let edit = 0; edit < 11; edit++) await ada.api.updateGoal({ params, body: { title: `Title ${edit}` } })
  const refused = await cairn(['goal', 'edit', id, '--title=Late', '--expected-version=1'])
  expect(refused).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`… and more: cairn history ${id}\n`),
  })
})

it('stored text cannot command the terminal', async () => {
  const evil = 'Line\n\u001b[2J\u009b31m\u0007\u202efdp.exe'
  const { id } = await createGoal(ada, { title: 'Tabs\tand ⁦isolates', detailedDescription: evil })
  await ada.api.createGoalUpdate({ params: { goalId: id }, body: reportOf('Odd', { details: evil }) })
  for (const command of [['goal', 'show', id], ['history', id], ['brief'], ['goals']]) {
    for (const more of [[], ['--json']]) {
      const { stdout } = await cairn([...command, ...more])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    }
  }
  expect(await shown(['goal', 'show', id])).toContain('  Line\n  \\x1b[2J\\x9b31m\\x07\\u202efdp.exe\n')
  expect((await jsonOf(['goal', 'show', id])).goal.detailedDescription).toBe(evil)
})
