import { expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine } from '../support/command.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))
await createLabel(ada, 'Red')
await createLabel(ada, 'Blue')
const measures = [{ title: 'Trees', start: 0, target: 100 }]
const criteria = [{ title: 'Planted', description: 'All.' }]
const { id } = await createGoal(ada, { criteria, measures })

const long = (length: number) => 'x'.repeat(length)
const newGoal = ['goal', 'new', '--description=A', '--continuous']
const report = ['report', id, '--summary=A']
const unknownId = '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'

it.each<[string[], string]>([
  [['brief', '--since=tomorrow'], '--since: '],
  [['brief', '--since=2026-11-20'], '--since: Use a cursor, or an ISO 8601 time'],
  [['brief', '--limit=101'], '--limit: Use a whole number from 1 to 100.'],
  [['goals', '--status=done'], '--status: '],
  [['goals', '--health=bad'], '--health: '],
  [['goals', '--attention=none'], '--attention: '],
  [['goals', '--since=tomorrow'], '--since: '],
  [['goals', `--search=${long(201)}`], '--search: Use at most 200 characters.'],
  [['goals', `--owner=x:${long(201)}`], '--owner: '],
  [[...newGoal, `--title=${long(201)}`], '--title: Use at most 200 characters.'],
  [['goal', 'new', '--description= ', '--continuous'], '--description: Describe the goal.'],
  [['goal', 'new', '--description=A', '--due=2027-02-30'], '--due: '],
  [[...newGoal, `--criterion=${long(201)}`], '--criterion: Use at most 200 characters.'],
  [[...newGoal, '--measure=A: 1..1'], '--measure: Use a target that differs from the start.'],
  [[...newGoal, '--every=9999'], '--every: '],
  [
    [...newGoal, '--owner=email:nobody'],
    '--owner: The owner of a goal must be a member of the organization.',
  ],
  [[...newGoal, `--label=${unknownId}`], '--label: These labels do not exist'],
  [['goal', 'edit', id, '--title= '], '--title: '],
  [['goal', 'edit', id, `--description-file=-`], '--description-file: Describe the goal.'],
  [['criteria', 'add', id, long(201)], '<title>: Use at most 200 characters.'],
  [['criteria', 'edit', id, '1', '--description= '], '--description: Describe the criterion.'],
  [['measures', 'add', id, 'A', '--start=1', '--target=1'], '--target: Use a target that differs'],
  [['measures', 'add', id, 'A', '--start=0.0000001', '--target=1'], '--start: Use at most 6 decimals.'],
  [['measures', 'edit', id, '1', `--unit=${long(21)}`], '--unit: Use at most 20 characters.'],
  [['labels', 'create', long(65)], '<name>: Use at most 64 characters.'],
  [['labels', 'create', 'Red'], '<name>: A label named "Red" already exists.'],
  [['labels', 'edit', 'Red', '--name=Blue'], '--name: A label named "Blue" already exists.'],
  [['labels', 'edit', 'Red', `--color=${long(33)}`], '--color: Use at most 32 characters.'],
  [[...report.slice(0, 2), `--summary=${long(501)}`], '--summary: Use at most 500 characters.'],
  [[...report, '--details= '], '--details: Describe what happened.'],
  [[...report, '--status=completed', '--health=at_risk'], '--health: Leave out the health'],
  [[...report, `--criterion=1=met:${long(2_001)}`], '--criterion: Use at most 2000 characters.'],
  [[...report, '--criterion=1=met', '--criterion=1=met'], '--criterion: Judge each criterion only once.'],
  [
    [...report, '--criterion=1=met', '--criterion-evidence=1=A=http://example.com'],
    '--criterion-evidence: Use an address that starts with https://.',
  ],
  [[...report, '--measure=1=1e13'], '--measure: '],
  [[...report, '--evidence=A=here'], '--evidence: Use an address that starts with https://.'],
  [[...report, `--key=${long(201)}`], '--key: Use at most 200 characters.'],
  [[...report, `--run=${long(201)}`], '--run: Use at most 200 characters.'],
])('%j is refused in its own words', async (parameters, message) => {
  const { code, stdout, stderr } = await cairn(parameters, { input: ' ' })
  expect({ code: [1, 5].includes(code ?? 0), stdout }).toEqual({ code: true, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(
    /criteria\.|measures\.|verdicts\.|timeframe|detailedDescription|labelIds|ownerUserId/,
  )
})

it('an idempotency key is checked before it is sent', async () => {
  const output = await cairn([...newGoal, '--key=ü'])
  expect(output.code).toBe(2)
  expect(output.stderr).toContain('Use 1 to 200 printable ASCII characters.')
})

it('a key that another goal has is named', async () => {
  await cairn([...newGoal, '--key=k'])
  const { code, stderr } = await cairn([...newGoal, '--title=Other', '--key=k'])
  expect(code).toBe(5)
  expect(stderr).toContain('cairn: --key: This idempotency key was already used')
})
