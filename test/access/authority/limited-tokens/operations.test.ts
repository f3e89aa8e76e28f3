import { allOperations, requestPath } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../../support/operations/examples.ts'
import { allScopes, bearer, createToken } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/**
 * Rights of a token that is limited to some goals, with all scopes, of the organization's owner. Every operation that takes
 * tokens has a row: a new one fails here until somebody decides about it.
 */
const decisions: Record<
  string,
  | 'within its goals'
  | 'its own claims'
  | 'its own comments'
  | 'its own items'
  | 'as any token'
  | 'nothing'
  | 'nothing from its goals'
> = {
  listGoalClaims: 'as any token',
  claimGoal: 'within its goals',
  claimNextGoal: 'as any token',
  renewGoalClaim: 'its own claims',
  releaseGoalClaim: 'its own claims',
  listQuestions: 'as any token',
  listGoalQuestions: 'within its goals',
  askQuestion: 'within its goals',
  getQuestion: 'within its goals',
  withdrawQuestion: 'within its goals',
  listInbox: 'as any token',
  updateInboxItem: 'its own items',
  updateInbox: 'its own items',
  listGoalComments: 'within its goals',
  createGoalComment: 'within its goals',
  getGoalComment: 'within its goals',
  updateGoalComment: 'its own comments',
  deleteGoalComment: 'its own comments',
  listUsage: 'as any token',
  getMe: 'as any token',
  getBrief: 'as any token',
  listEvents: 'as any token',
  listGoals: 'as any token',
  countGoals: 'as any token',
  createGoal: 'nothing',
  getGoal: 'within its goals',
  updateGoal: 'within its goals',
  deleteGoal: 'within its goals',
  continueGoal: 'nothing from its goals',
  getGoalTree: 'within its goals',
  listGoalUpdates: 'within its goals',
  listGoalUpdateAcknowledgements: 'within its goals',
  createGoalUpdate: 'within its goals',
  listGoalEdits: 'within its goals',
  listOrganizationMembers: 'as any token',
  listGoalLabels: 'as any token',
  getGoalLabel: 'as any token',
  createGoalLabel: 'nothing',
  updateGoalLabel: 'nothing',
  deleteGoalLabel: 'nothing',
}

const world = await createWorld(stopAfterFile(await startTestService()))
const send = createSend(world.service)
const ofTokens = allOperations.filter(({ credential }) => credential === 'session_or_token')

/** Sends the operation's example with a token of the owner that is limited to these goals. */
async function ask(id: string, limitOf: (goalId: string | undefined) => Promise<string>) {
  world.renew()
  const operation = ofTokens.find((one) => one.id === id)
  if (!operation) throw new Error(`There is no operation ${id} for tokens.`)
  const request = await requestOf(id, world)
  const goalIds = [await limitOf((request.params as { goalId?: string } | undefined)?.goalId)]
  const { secret } = await createToken(world.owner, allScopes, { goalIds })
  return send(operation.method, requestPath(operation, request), {
    body: request.body,
    headers: { origin: undefined, ...bearer(secret) },
  })
}

const its = async (goalId: string | undefined) => goalId ?? (await createGoal(world.owner)).id
const another = async () => (await createGoal(world.owner)).id

it('has a decision about every operation', () => {
  expect(Object.keys(decisions).toSorted()).toEqual(ofTokens.map(({ id }) => id).toSorted())
})

describe.each(ofTokens.map(({ id, success }) => [id, success.status] as const))('%s', (id, status) => {
  it('with a token for its goal', async () => {
    const response = await ask(id, its)
    if (decisions[id]?.startsWith('nothing')) expect(response).toMatchObject(refusal('permission_denied'))
    // The claim of the example is a person's.
    else if (decisions[id] === 'its own claims') expect([400, 409]).toContain(response.status)
    // The comment, too.
    else if (decisions[id] === 'its own comments')
      expect(response).toMatchObject(refusal('permission_denied'))
    else if (decisions[id] === 'its own items')
      expect(response).toMatchObject(refusal('inbox_item_not_found'))
    else expect(response.status).toBe(status)
  })

  it('with a token for another goal', async () => {
    const response = await ask(id, another)
    if (decisions[id] === 'nothing') expect(response).toMatchObject(refusal('permission_denied'))
    else if (decisions[id] === 'its own items')
      expect(response).toMatchObject(refusal('inbox_item_not_found'))
    else if (decisions[id]?.startsWith('its own') || decisions[id]?.endsWith('its goals'))
      expect(response).toMatchObject(refusal('goal_not_found'))
    else expect(response.status).toBe(status)
  })
})
