import { eventSentence as ofContract, sentenceText } from '@cairn/contract/display/event-sentence'
import type { Event, EventType } from '@cairn/contract/schemas/feed/events'
import { organizationRoles } from '@cairn/contract/schemas/organizations'
import { expect, test } from 'vitest'
import { eventSentence } from './event-sentence.ts'

const names = {
  userId: 'me',
  nameOf: (userId: string) => ({ ann: 'Ann', ben: 'Ben', me: 'Mia' })[userId],
}

const states = [
  { status: 'active', health: null },
  { status: 'active', health: 'on_track' },
  { status: 'active', health: 'off_track' },
  { status: 'paused', health: 'on_track' },
  { status: 'completed', health: null },
  { status: 'archived', health: null },
]
const people = ['ann', 'ben', 'me', 'gone']
const label = { labelId: 'l', name: 'Paper' }

const data: [EventType, object[]][] = [
  ['goal.published', [...people, null].map((ownerUserId) => ({ ownerUserId }))],
  [
    'goal.reported',
    states.flatMap((previous) => states.map((now) => ({ ...now, previous, summary: 'two days late' }))),
  ],
  [
    'goal.edited',
    [
      ['title'],
      ['title', 'labelIds'],
      ['title', 'cadence', 'measures'],
      ['title', 'cadence', 'measures', 'criteria'],
    ].map((fields) => ({ fields })),
  ],
  ['goal.deleted', [{}]],
  ['report.acknowledged', [{}]],
  ['label.created', [label]],
  ['label.updated', [label]],
  ['label.deleted', [label]],
  ['member.joined', organizationRoles.map((role) => ({ role }))],
  ['member.left', [{}]],
  ['member.removed', people.map((userId) => ({ userId }))],
  ['member.role_changed', people.flatMap((userId) => organizationRoles.map((role) => ({ userId, role })))],
  ['invitation.created', organizationRoles.map((role) => ({ role }))],
  ['invitation.accepted', organizationRoles.map((role) => ({ role }))],
  ['invitation.revoked', [{}]],
]

const actors = [
  { kind: 'user', runId: null },
  { kind: 'client', runId: null },
  { kind: 'agent', runId: '4711' },
  { kind: 'agent', runId: null, displayName: 'Helpdesk bot' },
]

test.each(data)('says in English what emails say: %s', (type, all) => {
  for (const content of all) {
    for (const actor of actors) {
      for (const authorityUserId of ['ann', 'me', 'gone']) {
        const goal = /^(?:goal|report)/.test(type) ? { id: 'g', title: 'Halve the paper' } : null
        const event = { type, actor, authorityUserId, goal, data: content } as unknown as Event
        const sentence = eventSentence(event, names)
        const expected = ofContract(event, names)
        expect(sentenceText(sentence)).toBe(sentenceText(expected))
        const linked = ({ kind }: (typeof sentence.parts)[number]) => kind !== 'text'
        expect(sentence.parts.filter(linked)).toEqual(expected.parts.filter(linked))
      }
    }
  }
})
