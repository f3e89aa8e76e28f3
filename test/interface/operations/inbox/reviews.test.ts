import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { goalWithCriteria, judge } from '../goals/review/support.ts'
import { inboxOf, startInbox } from './support/start.ts'

const { owner, admin, member, colleague, service, database, clock } = await startInbox()

afterAll(async () => {
  await expectSoundTable(database)
})

const itemsOf = async (person: typeof owner, title: string) =>
  (await inboxOf(person)).items.filter(({ goal }) => goal.title === title)
const kindsOf = async (person: typeof owner, title: string) =>
  (await itemsOf(person, title)).map(({ kind }) => kind)

const created = async (title: string, fields: Parameters<typeof goalWithCriteria>[2] = {}) => {
  const goal = await goalWithCriteria(member, 1, { title, ...fields })
  return { ...goal, params: { goalId: goal.id } }
}
const second = { verification: 'other_person' } as const

describe('a report that says that a criterion is met is an item to review', () => {
  it('of the reviewer', async () => {
    const goal = await created('Reviewed', { reviewerUserId: colleague.userId, ...second })
    await owner.api.watchGoal(goal)
    await judge(member, goal, ['not_met'])
    clock.advance({ milliseconds: 1 })
    await judge(member, goal, ['met'])
    expect(await kindsOf(colleague, 'Reviewed')).toEqual(['review', 'reported'])
    expect(await kindsOf(owner, 'Reviewed')).toEqual(['reported', 'reported'])
    expect(await kindsOf(member, 'Reviewed')).toEqual([])
  })

  it('of who watches the goal, if it needs a second person and nobody reviews it', async () => {
    const goal = await created('Watched', second)
    await colleague.api.watchGoal(goal)
    await judge(member, goal, ['met'])
    expect(await itemsOf(colleague, 'Watched')).toMatchObject([
      { kind: 'review', text: 'Report 2', ref: { revision: 2 } },
    ])
    for (const person of [owner, admin, member]) expect(await kindsOf(person, 'Watched')).toEqual([])
    // Everybody who may confirm has it in the brief.
    for (const person of [owner, admin, colleague]) {
      const { toReview } = await person.api.getBrief()
      expect(toReview).toContainEqual(
        expect.objectContaining({ goal: { id: goal.id, title: 'Watched' }, revision: 2 }),
      )
    }
  })

  it('of the administrators, if nobody watches it but who has judged, also with a program', async () => {
    const goal = await created('Lonely', second)
    const program = programWith(service, await createToken(member, ['goals:write', 'goals:read']))
    await judge({ ...member, api: program }, goal, ['met'])
    for (const person of [owner, admin]) expect(await kindsOf(person, 'Lonely')).toEqual(['review'])
    for (const person of [member, colleague]) expect(await kindsOf(person, 'Lonely')).toEqual([])
  })

  it('of nobody, if it needs nobody', async () => {
    const goal = await created('Plain')
    await colleague.api.watchGoal(goal)
    await judge(member, goal, ['met'])
    expect(await kindsOf(colleague, 'Plain')).toEqual(['reported'])
  })
})
