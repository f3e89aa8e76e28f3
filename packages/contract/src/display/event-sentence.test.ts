import { expect, test } from 'vitest'
import type { Event, EventOf, EventType, NamedEvent } from '../schemas/feed/events.ts'
import { eventSentence, type Names, sentenceText } from './event-sentence.ts'
import { germanEventWords } from './event-words.de.ts'

const names: Names = {
  userId: 'me',
  nameOf: (userId) => ({ ann: 'Ann', ben: 'Ben', me: 'Mia' })[userId],
}

type Data<Type extends EventType> = EventOf<Type>['data']
type Rest = { actor?: Event['actor']; authorityUserId?: string }

function event<Type extends EventType>(type: Type, data: Data<Type>, rest: Rest = {}): Event {
  const { authorityUserId = 'ann' } = rest
  return {
    id: '7b0f3c8e-0000-4000-8000-000000000001',
    type,
    createdAt: '2026-11-20T10:00:00.000Z',
    actor: { kind: 'user', id: authorityUserId, runId: null },
    goal: /^(goal|report)/.test(type) ? { id: 'g', title: 'Halve the paper' } : null,
    data,
    authorityUserId,
    ...rest,
  } as Event
}

const sentence = (of: Event | NamedEvent) => sentenceText(eventSentence(of, names))

type State = Data<'goal.reported'>['previous']
const reported = (previous: State, now: State, rest?: Rest) =>
  event('goal.reported', { revision: 2, version: 2, summary: 'two days late', ...now, previous }, rest)

const deleted = { ownerUserId: 'ann' }
const active = (health: State['health']): State => ({ status: 'active', health })
const ended = (status: State['status']): State => ({ status, health: null })

test.each<[string, Event]>([
  ['Ann moved Halve the paper to At risk: two days late', reported(active('on_track'), active('at_risk'))],
  ['Ann moved Halve the paper to On track: two days late', reported(active(null), active('on_track'))],
  ['Ann reported on Halve the paper: two days late', reported(active('at_risk'), active('at_risk'))],
  ['Ann reported on Halve the paper: two days late', reported(active('at_risk'), active(null))],
  ['Ann completed Halve the paper: two days late', reported(active('at_risk'), ended('completed'))],
  ['Ann paused Halve the paper: two days late', reported(active(null), ended('paused'))],
  ['Ann archived Halve the paper: two days late', reported(ended('completed'), ended('archived'))],
  ['Ann resumed Halve the paper: two days late', reported(ended('paused'), ended('active'))],
  [
    'Ann reopened Halve the paper, now Off track: two days late',
    reported(ended('archived'), active('off_track')),
  ],
  ['Ann published Halve the paper', event('goal.published', { version: 1, ownerUserId: 'ann' })],
  [
    'Ann published Halve the paper, owned by Ben',
    event('goal.published', { version: 1, ownerUserId: 'ben' }),
  ],
  ['Ann published Halve the paper, owned by you', event('goal.published', { version: 1, ownerUserId: 'me' })],
  [
    'Ann published Halve the paper without an owner',
    event('goal.published', { version: 1, ownerUserId: null }),
  ],
  ['Ann changed the title of Halve the paper', event('goal.edited', { version: 2, fields: ['title'] })],
  [
    'Ann changed the description, success criteria, and reporting of Halve the paper',
    event('goal.edited', { version: 2, fields: ['detailedDescription', 'criteria', 'cadence'] }),
  ],
  [
    'Ann changed 4 fields of Halve the paper',
    event('goal.edited', { version: 2, fields: ['title', 'timeframe', 'measures', 'cadence'] }),
  ],
  ['Ann deleted Halve the paper', event('goal.deleted', deleted)],
  ['Ann acknowledged a report on Halve the paper', event('report.acknowledged', { revision: 2 })],
  [
    'Ann confirmed a criterion of Halve the paper',
    event('report.acknowledged', { revision: 2, confirmedCriterionIds: ['1'] }),
  ],
  [
    'Ann confirmed 2 criteria of Halve the paper',
    event('report.acknowledged', { revision: 2, confirmedCriterionIds: ['1', '2'] }),
  ],
  ['Ann created the label Quality', event('label.created', { labelId: 'l', name: 'Quality' })],
  ['Ann changed the label Quality', event('label.updated', { labelId: 'l', name: 'Quality' })],
  ['Ann deleted the label Quality', event('label.deleted', { labelId: 'l', name: 'Quality' })],
  ['Ann joined as an admin', event('member.joined', { userId: 'ann', role: 'admin' })],
  ['Ann left the organization', event('member.left', { userId: 'ann', role: 'admin' })],
  ['Ann removed Ben', event('member.removed', { userId: 'ben', role: 'member' })],
  ['Ann removed a member', event('member.removed', { userId: 'gone', role: 'member' })],
  [
    'Ann made you an admin',
    event('member.role_changed', { userId: 'me', role: 'admin', previousRole: 'member' }),
  ],
  [
    'Ann became a member',
    event('member.role_changed', { userId: 'ann', role: 'member', previousRole: 'owner' }),
  ],
  [
    'Ann made Ben the owner',
    event('member.role_changed', { userId: 'ben', role: 'owner', previousRole: 'admin' }),
  ],
  [
    'Ann made Ben a member',
    event('member.role_changed', { userId: 'ben', role: 'member', previousRole: 'admin' }),
  ],
  ['Ann invited someone as an admin', event('invitation.created', { invitationId: 'i', role: 'admin' })],
  [
    'Ann accepted an invitation as an admin',
    event('invitation.accepted', { invitationId: 'i', role: 'admin' }),
  ],
  ['Ann revoked an invitation', event('invitation.revoked', { invitationId: 'i', role: 'admin' })],
])('%s', (words, of) => {
  expect(sentence(of)).toBe(words)
})

test('says who acted: the reader, a former member, or a program for somebody', () => {
  const by = (rest: Rest) => sentence(event('goal.deleted', deleted, rest))
  expect(by({ authorityUserId: 'me' })).toBe('You deleted Halve the paper')
  expect(by({ authorityUserId: 'gone' })).toBe('A former member deleted Halve the paper')
  const cleo = { kind: 'user' as const, id: 'gone', runId: null, displayName: 'Cleo' }
  const byCleo = { ...event('goal.deleted', deleted, { authorityUserId: 'gone' }), actor: cleo } as NamedEvent
  expect(sentence(byCleo)).toBe('Cleo deleted Halve the paper')
  const client = { kind: 'client' as const, id: 't', runId: null }
  expect(by({ actor: client })).toBe('A program for Ann deleted Halve the paper')
  expect(by({ actor: { ...client, kind: 'agent' }, authorityUserId: 'me' })).toBe(
    'An agent for you deleted Halve the paper',
  )
  const named = {
    ...event('goal.deleted', deleted),
    actor: { ...client, displayName: 'Helpdesk' },
  } as NamedEvent
  expect(sentence(named)).toBe('Helpdesk for Ann deleted Halve the paper')
})

test.each([
  ['client', null, undefined, 'A program for Ann'],
  ['client', '4711', undefined, 'A program (run 4711) for Ann'],
  ['client', '4711', 'Nightly import', 'Nightly import (run 4711) for Ann'],
  ['agent', '4711', undefined, 'An agent (run 4711) for Ann'],
  ['agent', null, 'Helpdesk bot', 'Helpdesk bot (agent) for Ann'],
  ['agent', '4711', 'Helpdesk bot', 'Helpdesk bot (agent, run 4711) for Ann'],
  ['agent', 'x'.repeat(41), 'Helpdesk bot', `Helpdesk bot (agent, run ${'x'.repeat(39)}…) for Ann`],
] as const)('calls a %s of run %s with the name %s %s', (kind, runId, actorName, words) => {
  const by = { actor: { kind, id: 't', runId }, ...(actorName && { actorName }) }
  expect(sentence(event('goal.deleted', deleted, by))).toBe(`${words} deleted Halve the paper`)
})

test('marks what a page can link to, unless it was deleted', () => {
  const links = (of: Event) => eventSentence(of, names).parts.filter(({ kind }) => kind !== 'text')
  expect(links(reported(active(null), active('at_risk')))).toEqual([
    { kind: 'person', text: 'Ann' },
    { kind: 'goal', text: 'Halve the paper', goalId: 'g', isGone: false },
    { kind: 'health', text: 'At risk', health: 'at_risk' },
  ])
  expect(links(event('member.joined', { userId: 'ann', role: 'member' }))).toEqual([
    { kind: 'member', text: 'Ann' },
  ])
  const { parts } = eventSentence(
    event('member.role_changed', { userId: 'ben', role: 'admin', previousRole: 'member' }),
    names,
  )
  expect(parts.find(({ kind }) => kind === 'member')?.text).toBe('Ben')
  expect(links(event('goal.deleted', deleted))[1]).toMatchObject({ isGone: true })
  expect(links(event('label.deleted', { labelId: 'l', name: 'Quality' }))[1]).toMatchObject({ isGone: true })
  expect(links(event('label.created', { labelId: 'l', name: 'Quality' }))[1]).toEqual({
    kind: 'label',
    text: 'Quality',
    labelId: 'l',
    isGone: false,
  })
})

test('tells apart people, members, and what is only text', () => {
  const partsOf = (of: Event) => eventSentence(of, names).parts
  const goal = { kind: 'goal', text: 'Halve the paper', goalId: 'g', isGone: true }
  expect(partsOf(event('goal.deleted', deleted, { authorityUserId: 'me' }))).toEqual([
    { kind: 'person', text: 'You' },
    { kind: 'text', text: ' deleted ' },
    goal,
  ])
  const agent = { kind: 'agent' as const, id: 't', runId: '1' }
  expect(partsOf({ ...event('goal.deleted', deleted, { actor: agent }), goal: null })).toEqual([
    { kind: 'person', text: 'An agent' },
    { kind: 'text', text: ' (run 1)' },
    { kind: 'text', text: ' for ' },
    { kind: 'person', text: 'Ann' },
    { kind: 'text', text: ' deleted ' },
    { kind: 'text', text: 'a goal' },
  ])
  const former = { authorityUserId: 'gone' }
  expect(partsOf(event('member.joined', { userId: 'gone', role: 'admin' }, former))).toEqual([
    { kind: 'text', text: 'A former member' },
    { kind: 'text', text: ' joined as an admin' },
  ])
  const handedOver = event('member.role_changed', { userId: 'ann', role: 'admin', previousRole: 'owner' })
  expect(partsOf(handedOver)).toEqual([
    { kind: 'member', text: 'Ann' },
    { kind: 'text', text: ' became an admin' },
  ])
})

test.each<[string, Event]>([
  [
    'Ann hat zu Halve the paper berichtet, jetzt Gefährdet: two days late',
    reported(active('on_track'), active('at_risk')),
  ],
  [
    'Du hast Halve the paper wieder geöffnet, jetzt Nicht auf Kurs: two days late',
    reported(ended('archived'), active('off_track'), { authorityUserId: 'me' }),
  ],
  [
    'Ann hat den Titel, den Zeitraum und die Labels von Halve the paper geändert',
    event('goal.edited', { version: 2, fields: ['title', 'timeframe', 'labelIds'] }),
  ],
  [
    'Ann hat Halve the paper veröffentlicht, verantwortlich: du',
    event('goal.published', { version: 1, ownerUserId: 'me' }),
  ],
  [
    'Du bist jetzt Inhaber',
    event(
      'member.role_changed',
      { userId: 'me', role: 'owner', previousRole: 'admin' },
      { authorityUserId: 'me' },
    ),
  ],
  [
    'Ein Programm für dich hat Halve the paper gelöscht',
    event('goal.deleted', deleted, {
      actor: { kind: 'client', id: 't', runId: null },
      authorityUserId: 'me',
    }),
  ],
  [
    'Ein Agent (Lauf 4711) für Ann hat Halve the paper gelöscht',
    event('goal.deleted', deleted, { actor: { kind: 'agent', id: 't', runId: '4711' } }),
  ],
])('says in German: %s', (expected, of) => {
  expect(sentenceText(eventSentence(of, names, germanEventWords))).toBe(expected)
})
