import { afterEach, beforeEach, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createMachine, type Machine } from '../support/command.ts'

const { service, ada, signInAs } = await startWithAda()
const ben = await signInAs('Ben')
await join(ada, ben)
const { secret } = await createToken(ada)
const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.stop())

it('lists the members with their names', async () => {
  const { stdout } = await machine.cairn(['members', '--json'], { environment })
  const { members } = JSON.parse(stdout)
  expect(members).toEqual((await ada.api.listOrganizationMembers()).members)
  const { stdout: lines } = await machine.cairn(['members'], { environment })
  expect(lines).toMatch(/^Ada +ada@example\.com +owner/)
})

it('gives a goal to a member by address, and refuses an unknown one', async () => {
  const goal = ['goal', 'new', '--description', 'Answer.', '--continuous', '--json', '--owner']
  const { stdout, stderr } = await machine.cairn([...goal, ben.email], { environment })
  expect(JSON.parse(stdout || stderr).goal.ownerUserId).toBe(ben.userId)
  const unknown = await machine.cairn([...goal, 'nobody@example.com'], { environment })
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('No member with the name or address nobody@example.com')
})

it('deletes a goal and a label', async () => {
  const { id } = await createGoal(ada)
  await createLabel(ada, 'Odd')
  expect((await machine.cairn(['goal', 'delete', id], { environment })).code).toBe(0)
  expect((await machine.cairn(['goal', 'delete', id], { environment })).code).toBe(4)
  expect((await machine.cairn(['labels', 'delete', 'odd'], { environment })).stdout).toBe('Deleted "odd".\n')
  expect((await ada.api.listGoalLabels({})).labels).toEqual([])
  expect((await machine.cairn(['labels'], { environment })).stdout).toBe('There are no labels.\n')
})
