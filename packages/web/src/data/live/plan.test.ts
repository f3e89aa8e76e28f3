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
    worked: new Set(),
    commented: new Set(),
    relations: false,
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

test.each([
  ['goal.claimed', { fence: 1, expiresAt: '2026-11-20T10:15:00.000Z' }],
  ['goal.claim_ended', { fence: 1, reason: 'released' }],
  ['question.asked', { questionId: 'q', text: 'Which?' }],
  ['question.answered', { questionId: 'q', text: 'Which?' }],
  ['question.withdrawn', { questionId: 'q', text: 'Which?' }],
] as const)('%s changes only the work on a goal', (type, data) => {
  const plan = planOf([event(type, data as never, 'a')], 'me')
  expect(plan).toEqual({ ...planOf([], 'me'), worked: new Set(['a']) })
})

test.each(['comment.created', 'comment.edited', 'comment.deleted'] as const)(
  '%s changes only the comments on a goal',
  (type) => {
    const data = { commentId: 'c', reportRevision: null, mentionedUserIds: [] }
    const plan = planOf([event(type, data, 'a')], 'me')
    expect(plan).toEqual({ ...planOf([], 'me'), commented: new Set(['a']) })
  },
)

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

test('goals changed since the earliest change, in whatever order the events arrive', () => {
  const [first, second, third] = [edited('a', 1), edited('b', 1), edited('c', 1)]
  expect(planOf([second, first, third], 'me').since).toBe(first.createdAt)
})

test('goals that were published or reported on are out of date like edited ones', () => {
  const data = { version: 4 } as never
  const events = [event('goal.published', data, 'a'), event('goal.reported', data, 'b')]
  expect([...planOf(events, 'me').goals]).toEqual([
    ['a', { version: 4, isDeleted: false }],
    ['b', { version: 4, isDeleted: false }],
  ])
})

test('an event that names no goal makes no goal out of date', () => {
  const data = { version: 1 } as never
  const events = [event('goal.edited', data), event('goal.deleted', data), event('report.acknowledged', data)]
  expect(planOf(events, 'me')).toMatchObject({ goals: new Map(), acknowledged: new Set(), since: '' })
})

test.each<[EventType, keyof ReturnType<typeof planOf>]>([
  ['label.created', 'labels'],
  ['label.deleted', 'labels'],
  ['invitation.created', 'invitations'],
  ['invitation.accepted', 'invitations'],
  ['invitation.revoked', 'invitations'],
  ['member.joined', 'members'],
  ['member.left', 'members'],
  ['member.removed', 'members'],
  ['member.role_changed', 'members'],
])('%s makes only %s out of date', (type, what) => {
  const plan = planOf([event(type, { userId: 'ann' } as never)], 'me')
  expect(plan).toEqual({ ...planOf([], 'me'), [what]: true })
})

test('an own change of membership is not forgotten after one of somebody else', () => {
  const of = (userId: string) => event('member.role_changed', { userId } as never)
  expect(planOf([of('me'), of('ann')], 'me').ownMembership).toBe(true)
})

test.each([
  ['goal.published', {}, true],
  ['goal.edited', { fields: ['title', 'parentGoalId'] }, true],
  ['goal.edited', { fields: ['blockedByGoalIds'] }, true],
  ['goal.edited', { fields: ['title'] }, false],
  ['goal.reported', {}, false],
] as const)('%s with %j may change how goals belong together: %s', (type, data, relations) => {
  expect(planOf([event(type, { version: 2, ...data } as never, 'a')], 'me').relations).toBe(relations)
})
