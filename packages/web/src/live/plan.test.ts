import type { Event, EventOf, EventType } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { planOf } from './plan.ts'

let minutes = 0

function event<Type extends EventType>(type: Type, data: EventOf<Type>['data'], goalId?: string): Event {
  minutes += 1
  return {
    type,
    data,
    goal: goalId === undefined ? null : { id: goalId, title: 'A goal' },
    createdAt: `2026-11-20T10:${String(minutes).padStart(2, '0')}:00.000Z`,
  } as Event
}

const edited = (goalId: string, version: number) =>
  event('goal.edited', { version, fields: ['title'] }, goalId)

test('names each goal once, with its newest version, since the first change', () => {
  const events = [edited('a', 2), edited('b', 5), edited('a', 3), edited('a', 2)]
  const { goals, since, ...rest } = planOf(events, 'me')
  expect([...goals]).toEqual([
    ['a', { version: 3, isDeleted: false }],
    ['b', { version: 5, isDeleted: false }],
  ])
  expect(since).toBe(events[0]?.createdAt)
  expect(rest).toEqual({
    acknowledged: new Set(),
    labels: false,
    labelsOfGoals: false,
    members: false,
    invitations: false,
    ownMembership: false,
  })
})

test('a deleted goal stays deleted, also if an earlier event arrives again', () => {
  const { goals } = planOf([event('goal.deleted', { ownerUserId: null }, 'a'), edited('a', 2)], 'me')
  expect([...goals]).toEqual([['a', { version: 0, isDeleted: true }]])
})

test('an acknowledgement changes the history only', () => {
  const { goals, acknowledged } = planOf([event('report.acknowledged', { revision: 2 }, 'a')], 'me')
  expect([goals.size, [...acknowledged]]).toEqual([0, ['a']])
})

test('labels, members, and invitations', () => {
  const label = { labelId: 'l', name: 'Quality' }
  expect(planOf([event('label.created', label)], 'me')).toMatchObject({ labels: true, labelsOfGoals: false })
  expect(planOf([event('label.updated', label)], 'me')).toMatchObject({ labels: true, labelsOfGoals: true })
  const joined = event('member.joined', { userId: 'ann', role: 'member' })
  expect(planOf([joined], 'me')).toMatchObject({ members: true, ownMembership: false })
  expect(planOf([joined], 'ann')).toMatchObject({ members: true, ownMembership: true })
  const invited = event('invitation.created', { invitationId: 'i', role: 'member' })
  expect(planOf([invited], 'me')).toMatchObject({ invitations: true, members: false })
})
