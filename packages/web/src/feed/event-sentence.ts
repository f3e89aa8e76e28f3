import type { EventSentence, Names, SentencePart } from '@cairn/contract/display/event-sentence'
import type { Event, NamedEvent } from '@cairn/contract/schemas/feed/events'
import { healthNames } from '../goals/display-names.ts'
import { programWords } from './program-words.ts'
import { texts } from './texts.ts'

/**
 * Says what happened in one sentence, in the language of the app. In English, it is the sentence of emails and messages, which
 * `@cairn/contract/display/event-sentence` makes.
 *
 * @param event  Its goal's title, and a label's name, are those at the time of the event.
 */
export function eventSentence(event: Event | NamedEvent, names: Names): EventSentence {
  const isReader = event.actor.kind === 'user' && event.authorityUserId === names.userId
  const [template, values] = sentenceOf(event, names, isReader)
  return {
    parts: filled(template, { actor: actorOf(event, names), goal: [goalOf(event)], ...values }),
    summary: event.type === 'goal.reported' ? event.data.summary : null,
  }
}

/** The sentence as plain text, as screen readers and messages need it. */
export function sentenceText({ parts, summary }: EventSentence): string {
  const words = parts.map(({ text }) => text).join('')
  return summary === null ? words : `${words}: ${summary}`
}

type Values = Record<string, SentencePart[]>

function filled(template: string, values: Values): SentencePart[] {
  return template
    .split(/\{(\w+)\}/)
    .flatMap((words, place) => (place % 2 === 0 ? plain(words) : (values[words] ?? [])))
}

const plain = (text: string): SentencePart[] => (text === '' ? [] : [{ kind: 'text', text }])

/** The words of an event, with places for what pages link. */
function sentenceOf(event: Event | NamedEvent, names: Names, isReader: boolean): [string, Values?] {
  const { events, people } = texts
  switch (event.type) {
    case 'goal.published': {
      const { ownerUserId } = event.data
      if (ownerUserId === event.authorityUserId) return [events.published(isReader)]
      if (ownerUserId === null) return [events.publishedWithoutOwner(isReader)]
      const owner = personOf(ownerUserId, names, people.ownerYou, people.formerMember)
      return [events.publishedFor(isReader), { owner: [owner] }]
    }
    case 'goal.reported':
      return reportSentence(event, isReader)
    case 'goal.edited':
      return [events.edited(isReader, event.data.fields)]
    case 'goal.deleted':
      return [events.deleted(isReader)]
    case 'report.acknowledged':
      return [events.acknowledged(isReader)]
    case 'label.created':
    case 'label.updated':
    case 'label.deleted': {
      const { labelId, name } = event.data
      const isGone = event.type === 'label.deleted'
      return [events[event.type](isReader), { label: [{ kind: 'label', text: name, labelId, isGone }] }]
    }
    case 'member.joined':
      return [events.joined(isReader, event.data.role), { actor: actorOf(event, names).map(asMember) }]
    case 'member.left':
      return [events.left(isReader)]
    case 'member.removed':
      return [
        events.removed(isReader),
        { person: [personOf(event.data.userId, names, people.you, people.aMember)] },
      ]
    case 'member.role_changed': {
      const { userId, role } = event.data
      // The owner who has handed the organization over.
      if (userId === event.authorityUserId) {
        return [events.became(isReader, role), { actor: actorOf(event, names).map(asMember) }]
      }
      const person = asMember(personOf(userId, names, people.you, people.aMember))
      return [events.made(isReader, role), { person: [person] }]
    }
    case 'invitation.created':
      return [events.invited(isReader, event.data.role)]
    case 'invitation.accepted':
      return [events.accepted(isReader, event.data.role)]
    case 'invitation.revoked':
      return [events.revoked(isReader)]
  }
}

/** What the report changed: the status before the health, because a new status says more. */
function reportSentence(
  { data }: Extract<Event | NamedEvent, { type: 'goal.reported' }>,
  isReader: boolean,
): [string, Values?] {
  const { status, health, previous } = data
  const isNew = health !== null && health !== previous.health
  const values: Values = isNew ? { health: [{ kind: 'health', text: healthNames[health], health }] } : {}
  const { reports } = texts
  if (status === previous.status)
    return [isNew ? reports.moved(isReader) : reports.reported(isReader), values]
  const change = status !== 'active' ? status : previous.status === 'paused' ? 'resumed' : 'reopened'
  return [isNew ? reports.withHealth[change](isReader) : reports[change](isReader), values]
}

const asMember = (part: SentencePart): SentencePart =>
  part.kind === 'person' ? { ...part, kind: 'member' } : part

function personOf(
  userId: string,
  { userId: reader, nameOf }: Names,
  you: string,
  unknown: string,
): SentencePart {
  if (userId === reader) return { kind: 'person', text: you }
  const name = nameOf(userId)
  return name === undefined ? { kind: 'text', text: unknown } : { kind: 'person', text: name }
}

/** The person who acted, or the program and the person in whose name it acted. */
function actorOf({ actor, actorName, authorityUserId }: Event | NamedEvent, names: Names): SentencePart[] {
  const { people } = texts
  if (actor.kind === 'user') {
    const unknown = 'displayName' in actor ? actor.displayName : people.aFormerMember
    return [personOf(authorityUserId, names, people.actorYou, unknown)]
  }
  const program = programWords(actor, 'displayName' in actor ? actor.displayName : actorName)
  return filled(texts.programFor, {
    program: [{ kind: 'person', text: program.name }, ...plain(program.details)],
    person: [personOf(authorityUserId, names, people.you, people.formerMember)],
  })
}

function goalOf({ type, goal }: Event | NamedEvent): SentencePart {
  return goal === null
    ? { kind: 'text', text: texts.people.aGoal }
    : { kind: 'goal', text: goal.title, goalId: goal.id, isGone: type === 'goal.deleted' }
}
