import type { Client } from '@cairn/contract/http/client'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { collect } from '../../../support/requests/walk.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { ask, paramsOf, startQuestions } from './support/start.ts'

const { owner, admin, member, colleague, stranger, service, database, clock, goal, params } =
  await startQuestions()

/** Oldest first. */
const asked: Record<string, GoalQuestion> = {}
const named = (...names: string[]) => names.map((name) => asked[name]?.id)
const idsOf = (questions: readonly GoalQuestion[]) => questions.map(({ id }) => id)
type Query = NonNullable<NonNullable<Parameters<Client['listQuestions']>[0]>['query']>
const listed = (api: Client, query: Query = {}) =>
  collect(
    (cursor) => api.listQuestions({ query: { ...query, cursor } }),
    ({ questions }) => questions,
  )

beforeAll(async () => {
  const { id: other } = await createGoal(owner)
  const { id: below } = await createGoal(owner, { parentGoalId: other })
  const add = async (name: string, person: { api: Client }, goalId: string, fields = {}) => {
    clock.advance({ milliseconds: 1 })
    asked[name] = await ask(person, goalId, fields)
  }
  await add('answered', member, goal.id)
  await add('withdrawn', member, goal.id)
  await add('expired', member, goal.id, { expiresInHours: 1 })
  clock.advance({ hours: 1 })
  await add('mine', member, goal.id)
  await add('colleague’s', admin, goal.id, { askedUserIds: [colleague.userId, admin.userId] })
  await add('other', owner, other)
  await add('below', owner, below)
  const { answered, withdrawn } = asked
  if (answered) await member.api.answerQuestion({ ...paramsOf(answered), body: { text: 'Yes' } })
  if (withdrawn) await owner.api.withdrawQuestion(paramsOf(withdrawn))
})

afterAll(async () => {
  await expectSoundTable(database)
})

describe('the questions of the organization', () => {
  it('are all, newest first, as they are', async () => {
    const questions = await listed(member.api)
    expect(idsOf(questions)).toEqual(
      named('below', 'other', 'colleague’s', 'mine', 'expired', 'withdrawn', 'answered'),
    )
    for (const question of questions) {
      expect((await member.api.getQuestion(paramsOf(question))).question).toEqual(question)
    }
  })

  it.each([
    ['open', ['below', 'other', 'colleague’s', 'mine']],
    ['answered', ['answered']],
    ['withdrawn', ['withdrawn']],
    ['expired', ['expired']],
  ] as const)('%s', async (state, names) => {
    const questions = await listed(member.api, { state })
    expect(idsOf(questions)).toEqual(named(...names))
    expect(new Set(questions.map((question) => question.state))).toEqual(new Set([state]))
    for (const limit of [1, 2, 3]) {
      expect(await listed(member.api, { state, limit })).toEqual(questions)
    }
  })

  it.each([
    ['the member', member, ['mine'], ['mine', 'expired', 'withdrawn', 'answered']],
    ['the colleague', colleague, ['colleague’s'], ['colleague’s']],
    ['an admin', admin, ['colleague’s'], ['colleague’s']],
    ['the owner', owner, ['below', 'other'], ['below', 'other']],
  ] as const)('for %s', async (_, { api }, open, all) => {
    expect(idsOf(await listed(api, { state: 'open', for: 'me' }))).toEqual(named(...open))
    expect(idsOf(await listed(api, { for: 'me' }))).toEqual(named(...all))
    expect(idsOf(await listed(api, { for: 'me', limit: 1 }))).toEqual(named(...all))
  })

  it('are none in another organization', async () => {
    expect(await listed(stranger.api)).toEqual([])
    expect(await listed(stranger.api, { state: 'open' })).toEqual([])
  })

  it('are those within the sight of a token', async () => {
    const own = programWith(service, await createToken(member, ['goals:read']))
    expect(idsOf(await listed(own, { state: 'open' }))).toEqual(named('colleague’s', 'mine'))
    expect(idsOf(await listed(own))).toEqual(named('colleague’s', 'mine', 'expired', 'withdrawn', 'answered'))
    const every = programWith(service, await createToken(member, ['goals:read:all']))
    expect(await listed(every)).toEqual(await listed(member.api))
  })

  it('are those about the goals of a limited token and the goals below', async () => {
    const goalIds = [asked.other?.goalId ?? '']
    const limited = programWith(service, await createToken(member, ['goals:read:all'], { goalIds }))
    for (const query of [{}, { state: 'open' }, { limit: 1 }] as const) {
      expect(idsOf(await listed(limited, query))).toEqual(named('below', 'other'))
    }
    expect(await listed(limited, { for: 'me' })).toEqual([])
    const own = programWith(service, await createToken(member, ['goals:read'], { goalIds }))
    expect(await listed(own)).toEqual([])
  })

  it('400s the cursor of another list', async () => {
    const send = createSend(service, member)
    const { nextCursor } = await member.api.listQuestions({ query: { state: 'open', limit: 1 } })
    for (const query of ['state=answered', 'state=open&for=me', '']) {
      expect(await send('GET', `/v1/questions?${query}&cursor=${nextCursor}`)).toMatchObject(
        refusal('invalid_cursor'),
      )
    }
    expect(await send('GET', '/v1/questions?for=you')).toMatchObject(refusal('invalid_request', 'for'))
  })
})

describe('the questions about a goal', () => {
  it('are its own, newest first, in any state', async () => {
    const { questions } = await colleague.api.listGoalQuestions({ params })
    expect(idsOf(questions)).toEqual(named('colleague’s', 'mine', 'expired', 'withdrawn', 'answered'))
    for (const state of ['open', 'answered', 'withdrawn', 'expired'] as const) {
      for (const limit of [1, 100]) {
        const some = await collect(
          (cursor) => colleague.api.listGoalQuestions({ params, query: { state, limit, cursor } }),
          (page) => page.questions,
        )
        expect(some).toEqual(questions.filter((question) => question.state === state))
      }
    }
  })

  it('are for whoever sees the goal', async () => {
    const send = createSend(service, stranger)
    expect(await send('GET', `/v1/goals/${goal.id}/questions`)).toMatchObject(refusal('goal_not_found'))
    const own = programWith(service, await createToken(colleague, ['goals:read']))
    await expect(own.listGoalQuestions({ params })).rejects.toMatchObject({ code: 'goal_not_found' })
  })
})

it('a question shows the name that its people have now, and none of a former member', async () => {
  await owner.api.removeOrganizationMember({
    params: { userId: admin.userId },
    body: { reassignGoalsTo: null },
  })
  const [question] = await listed(colleague.api, { state: 'open', for: 'me' })
  expect(question?.askedBy).toEqual({
    kind: 'user',
    id: admin.userId,
    runId: null,
    displayName: 'Former member',
  })
})
