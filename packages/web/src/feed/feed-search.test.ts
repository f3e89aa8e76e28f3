import { eventTypes } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { eventFamilies, familyOf, parseFeedSearch } from './feed-search.ts'

test('ignores what is not a family of events', () => {
  expect(parseFeedSearch({ show: 'reports' })).toEqual({ show: 'reports' })
  for (const show of [undefined, '', 'everything', ['reports'], 1])
    expect(parseFeedSearch({ show })).toEqual({})
})

test('every family has events', () => {
  expect(new Set(eventTypes.map(familyOf))).toEqual(new Set(eventFamilies))
  expect(Object.groupBy(eventTypes, familyOf)).toEqual({
    reports: expect.arrayContaining(['goal.reported', 'report.acknowledged']),
    comments: ['comment.created', 'comment.edited', 'comment.deleted'],
    goals: expect.arrayContaining(['goal.published', 'goal.edited', 'goal.deleted']),
    work: expect.arrayContaining(['goal.claimed', 'goal.claim_ended', 'question.asked']),
    labels: expect.arrayContaining(['label.created', 'label.updated', 'label.deleted']),
    people: expect.arrayContaining(['invitation.created', 'member.joined']),
  })
})
