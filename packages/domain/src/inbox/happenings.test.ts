import type { Event } from '@cairn/contract/schemas/feed/events'
import { describe, expect, test } from 'vitest'
import { type Facts, needsOf, noFacts, tellOf } from './happenings.ts'

const goal = { id: 'g', title: 'Trees' }
const event = (type: Event['type'], data: object, more: object = {}): Event =>
  ({
    id: 'e',
    type,
    createdAt: '2026-11-20T10:00:00.000Z',
    actor: { kind: 'user', id: 'ann', runId: null },
    authorityUserId: 'ann',
    goal,
    data,
    ...more,
  }) as Event
const byProgram = { actor: { kind: 'agent', id: 't', runId: null } }
const told = (one: Event, facts: Partial<Facts> = {}) =>
  Object.fromEntries(tellOf(one, { ...noFacts, ...facts }).people)

const reported = { revision: 2, version: 3 }
const comment = { commentId: 'c', reportRevision: 2 }
const question = { askedUserIds: ['ann', 'ben'], authorityUserId: 'cem' }

describe('an event concerns', () => {
  test.each<[string, Event, Partial<Facts>, Record<string, string>]>([
    [
      'the owner of a published goal',
      event('goal.published', { ownerUserId: 'ben' }),
      {},
      { ben: 'handed_over' },
    ],
    ['nobody if a goal is one’s own', event('goal.published', { ownerUserId: 'ann' }), {}, {}],
    ['nobody if a goal has no owner', event('goal.published', { ownerUserId: null }), {}, {}],
    [
      'who watches a goal with a report, but not its author',
      event('goal.reported', reported),
      { watchers: ['ann', 'ben', 'cem'] },
      { ben: 'reported', cem: 'reported' },
    ],
    [
      'nobody whose program reports',
      event('goal.reported', reported, byProgram),
      { watchers: ['ann', 'ben'] },
      { ben: 'reported' },
    ],
    [
      'those who are asked to confirm, by the strongest kind, but not its author',
      event('goal.reported', reported),
      { watchers: ['ben', 'cem'], reviewers: ['cem', 'ann'] },
      { cem: 'review', ben: 'reported' },
    ],
    [
      'the new owner and the new reviewer of an edit',
      event('goal.edited', { version: 2, fields: ['ownerUserId', 'reviewerUserId'] }),
      { edited: { ownerUserId: 'ben', reviewerUserId: 'cem' } },
      { ben: 'handed_over', cem: 'review' },
    ],
    [
      'who watches a goal whose verification changes',
      event('goal.edited', { version: 2, fields: ['verification'] }),
      { watchers: ['ann', 'ben'] },
      { ben: 'reported' },
    ],
    [
      'those asked, but not who asks',
      event('question.asked', { questionId: 'q' }),
      { question },
      { ben: 'question' },
    ],
    [
      'also who is asked by an own program',
      event('question.asked', { questionId: 'q' }, byProgram),
      { question },
      { ann: 'question', ben: 'question' },
    ],
    [
      'who asked a question that is answered',
      event('question.answered', { questionId: 'q' }),
      { question },
      { cem: 'answered' },
    ],
    [
      'nobody who answers the own program',
      event('question.answered', { questionId: 'q' }, { authorityUserId: 'cem' }),
      { question },
      {},
    ],
    [
      'those mentioned and who watches a goal with a comment',
      event('comment.created', comment),
      { watchers: ['ann', 'ben', 'cem'], comment: { createdAt: 't', mentionedUserIds: ['cem', 'ann'] } },
      { cem: 'mentioned', ben: 'commented' },
    ],
    ['nobody if a comment was deleted', event('comment.created', comment), { watchers: ['ben'] }, {}],
    [
      'those mentioned in an edited comment',
      event('comment.edited', comment),
      { watchers: ['ben'], comment: { createdAt: 't', mentionedUserIds: ['cem'] } },
      { cem: 'mentioned' },
    ],
    [
      'who is asked for a report',
      event('report.requested', { ownerUserId: 'ben' }),
      {},
      { ben: 'report_requested' },
    ],
    ['nobody if it is about labels', event('label.created', {}, { goal: null }), {}, {}],
  ])('%s', (_, one, facts, expected) => {
    expect(told(one, facts)).toEqual(expected)
  })
})

test('what has to be read is nothing where nobody can be concerned', () => {
  expect(needsOf(event('goal.published', { ownerUserId: 'ann' }))).toBeUndefined()
  expect(needsOf(event('goal.published', { ownerUserId: 'ben' }))).toEqual([])
  expect(needsOf(event('goal.edited', { version: 2, fields: ['title'] }))).toBeUndefined()
  expect(needsOf(event('goal.edited', { version: 2, fields: ['ownerUserId'] }))).toEqual(['edit'])
  expect(needsOf(event('goal.reported', reported))).toEqual(['watchers', 'report'])
  expect(needsOf(event('goal.deleted', {}))).toBeUndefined()
  expect(needsOf(event('label.created', {}, { goal: null }))).toBeUndefined()
})

test('a comment and its edits are one happening, at the time of the comment', () => {
  const facts = { ...noFacts, comment: { createdAt: 't', mentionedUserIds: [] } }
  for (const type of ['comment.created', 'comment.edited'] as const) {
    const { happened, ref } = tellOf(event(type, comment), facts)
    expect(happened).toEqual({ id: 'c', createdAt: 't' })
    expect(ref).toEqual({ commentId: 'c', revision: 2 })
  }
  expect(tellOf(event('comment.created', { ...comment, reportRevision: null }), facts).ref).toEqual({
    commentId: 'c',
  })
})
