import type { Event } from '@cairn/contract/schemas/feed/events'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../../../events/feed/read-feed.ts'
import { digestNews, digestSince } from './digest-news.ts'

const now = new Date('2099-03-09T08:00:00.000Z')

describe('a digest tells what happened', () => {
  test.each([
    ['since the last one', '2099-03-02T08:00:00.000Z', '2099-03-02T08:00:00.000Z'],
    ['in the last 8 days if the last one is older', '2099-02-23T08:00:00.000Z', '2099-03-01T08:00:00.000Z'],
    ['in the last 8 days if it is the first one', undefined, '2099-03-01T08:00:00.000Z'],
  ])('%s', (_, last, since) => {
    const digestedAt = last === undefined ? undefined : Date.parse(last)
    expect(digestSince({ digestedAt }, now).toISOString()).toBe(since)
  })
})

describe('news', () => {
  const event = (fields: Partial<Event>): FeedEvent => ({
    event: {
      type: 'goal.reported',
      createdAt: '2099-03-05T08:00:00.000Z',
      actor: { kind: 'user', id: 'email:bob', runId: null },
      authorityUserId: 'email:bob',
      ...fields,
    } as Event,
    position: { page: 1, index: 1 },
  })
  const agent = { kind: 'agent', id: 't1', runId: null } as const
  const isTold = (fields: Partial<Event>, role: 'owner' | 'admin' | 'member' = 'member') =>
    digestNews([event(fields)], { userId: 'email:ada', role }, now).length === 1

  test.each<[string, Partial<Event>, boolean]>([
    ['what others did', {}, true],
    ['what the reader did', { authorityUserId: 'email:ada' }, false],
    ['what a program did for the reader', { authorityUserId: 'email:ada', actor: agent }, true],
    ['what happened just before the digest was due', { createdAt: '2099-03-09T07:59:59.999Z' }, true],
    ['what the next digest tells', { createdAt: '2099-03-09T08:00:00.000Z' }, false],
  ])('include %s: %s', (_, fields, expected) => {
    expect(isTold(fields)).toBe(expected)
  })

  test.each([
    ['member', false],
    ['admin', true],
    ['owner', true],
  ] as const)('about members are for administrators: %s, %s', (role, expected) => {
    expect(isTold({ type: 'member.joined' } as Partial<Event>, role)).toBe(expected)
  })

  test('keep their order', () => {
    const events = [event({ id: '2' }), event({ id: '1' })]
    expect(digestNews(events, { userId: 'email:ada', role: 'member' }, now)).toEqual(events)
  })
})
