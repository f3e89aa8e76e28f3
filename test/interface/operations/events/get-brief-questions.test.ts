import { maximumBriefBytes } from '@cairn/contract/schemas/feed/brief'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { createSend } from '../../../support/requests/exchange.ts'
import { ask, paramsOf, startQuestions } from '../goal-questions/support/start.ts'

const { owner, admin, member, colleague, service, clock, goal } = await startQuestions()
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

async function askedOf(goalId: string, fields = {}) {
  clock.advance({ milliseconds: 1 })
  return ask(owner, goalId, fields)
}

describe('the questions of a brief', () => {
  it('are those that wait for the caller, oldest first, as the list has them', async () => {
    const first = await askedOf(goal.id, { options: ['Yes', 'No'] })
    const answered = await askedOf(goal.id)
    await owner.api.answerQuestion({ ...paramsOf(answered), body: { text: 'Yes' } })
    const expired = await askedOf(goal.id, { expiresInHours: 1 })
    await askedOf(goal.id, { askedUserIds: [colleague.userId] })
    expect((await member.api.getBrief()).questions).toEqual([first, expired])
    clock.advance({ hours: 1 })
    const second = await askedOf(goal.id, { askedUserIds: [colleague.userId, member.userId] })
    const { questions, goals } = await member.api.getBrief()
    expect(questions).toEqual([first, second])
    const list = await member.api.listQuestions({ query: { state: 'open', for: 'me' } })
    expect(questions.toReversed()).toEqual(list.questions)
    expect(goals[0]?.attention[0]).toBe('question_open')
    expect((await admin.api.getBrief()).questions).toEqual([])
  })

  it('are on the first page only', async () => {
    await createGoal(member)
    const { goalsCursor, cursor } = await member.api.getBrief({ query: { limit: 1 } })
    const next = await member.api.getBrief({ query: { goalsCursor: goalsCursor ?? '' } })
    expect(next.questions).toEqual([])
    expect((await member.api.getBrief({ query: { since: cursor } })).questions).toHaveLength(2)
  })

  it('are within the sight of a token', async () => {
    const { id: foreign } = await createGoal(owner)
    const { id: below } = await createGoal(member, { parentGoalId: goal.id })
    const others = [await askedOf(foreign, { askedUserIds: [member.userId] }), await askedOf(below)]
    const every = ids((await member.api.getBrief()).questions)
    expect(every.slice(-2)).toEqual(ids(others))
    const own = programWith(service, await createToken(member, ['goals:read']))
    expect(ids((await own.getBrief()).questions)).toEqual(every.filter((id) => id !== others[0]?.id))
    const limited = async (goalId: string) => {
      const token = await createToken(member, ['goals:read:all'], { goalIds: [goalId] })
      return ids((await programWith(service, token).getBrief()).questions)
    }
    expect(await limited(foreign)).toEqual(ids(others.slice(0, 1)))
    expect(await limited(goal.id)).toEqual(every.filter((id) => id !== others[0]?.id))
  })

  it('are at most 10', async () => {
    const { id } = await createGoal(colleague)
    const { questions: before } = await colleague.api.getBrief()
    const asked = []
    for (let number = 0; number < 12; number++) asked.push(await askedOf(id))
    expect((await colleague.api.getBrief()).questions).toEqual([...before, ...asked].slice(0, 10))
  })

  it.each([
    ['ASCII', 'x'.repeat(4_000)],
    ['characters of 4 bytes', '🌳'.repeat(4_000)],
    ['characters that JSON escapes with 6 bytes', '\u0001'.repeat(4_000)],
  ])('of %s leave space for the rest', async (_, text) => {
    const { id } = await createGoal(admin, { title: 'x'.repeat(200) })
    const opened = []
    for (let number = 0; number < 4; number++) opened.push(await askedOf(id, { text }))
    const { text: body } = await createSend(service, admin)('GET', '/v1/brief')
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maximumBriefBytes)
    const { questions, events } = JSON.parse(body)
    expect(events.length).toBeGreaterThan(0)
    expect(ids(questions)).toEqual(ids(opened.slice(0, questions.length)))
    for (const question of opened) await admin.api.withdrawQuestion(paramsOf(question))
  })
})
