import type { Event, NamedEvent } from '../schemas/feed/events.ts'
import type { GoalHealth } from '../schemas/goals/goal-values.ts'
import { type EventWords, englishEventWords } from './event-words.ts'
import { programWords } from './program-words.ts'

/** Plain text, or something that a page shows as a link or with a color. */
export type SentencePart =
  /** `member`: somebody whose membership the event is about. */
  | { kind: 'text' | 'person' | 'member'; text: string }
  /** `isGone`: the goal was deleted, so there is nothing to link to. */
  | { kind: 'goal'; text: string; goalId: string; isGone: boolean }
  | { kind: 'label'; text: string; labelId: string; isGone: boolean }
  | { kind: 'health'; text: string; health: GoalHealth }

export type EventSentence = {
  /** Without a period at the end: `Ann moved Halve the paper to At risk`. */
  parts: SentencePart[]
  /** The first sentence of the report, which continues the sentence after a colon. */
  summary: string | null
}

/** How a sentence names people. */
export type Names = {
  /** The reader, whom sentences call "you"; undefined if there are many. */
  userId: string | undefined
  /** Undefined for those who are no longer members. */
  nameOf: (userId: string) => string | undefined
}

/**
 * Says what happened in one sentence: `Ann moved Halve the paper to At risk` with the summary `two days late`.
 *
 * @param event  Its goal's title, and a label's name, are those at the time of the event.
 * @param words  Those of the reader's language.
 */
export function eventSentence(
  event: Event | NamedEvent,
  names: Names,
  words: EventWords = englishEventWords,
): EventSentence {
  const isReader = event.actor.kind === 'user' && event.authorityUserId === names.userId
  const [template, values] = sentenceOf(event, names, words, isReader)
  return {
    parts: filled(template, { actor: actorOf(event, names, words), goal: [goalOf(event, words)], ...values }),
    summary: event.type === 'goal.reported' ? event.data.summary : null,
  }
}

/** The sentence as plain text, as screen readers, emails and messages need it. */
export function sentenceText({ parts, summary }: EventSentence): string {
  const words = parts.map(({ text }) => text).join('')
  return summary === null ? words : `${words}: ${summary}`
}

type Values = Record<string, SentencePart[]>

function filled(template: string, values: Values): SentencePart[] {
  return template
    .split(/\{(\w+)\}/)
    .flatMap((part, place) => (place % 2 === 0 ? plain(part) : (values[part] ?? [])))
}

const plain = (text: string): SentencePart[] => (text === '' ? [] : [{ kind: 'text', text }])

/** The words of an event, with places for what pages link. */
function sentenceOf(
  event: Event | NamedEvent,
  names: Names,
  words: EventWords,
  isReader: boolean,
): [string, Values?] {
  const { events, people } = words
  const { type, data } = event
  if (type === 'goal.reported') return reportSentence(event, words, isReader)
  if (type === 'goal.published' && data.ownerUserId !== event.authorityUserId) {
    if (data.ownerUserId === null) return [events.publishedWithoutOwner(isReader)]
    const owner = personOf(data.ownerUserId, names, people.ownerYou, people.formerMember)
    return [events.publishedFor(isReader), { owner: [owner] }]
  }
  // The owner who has handed the organization over.
  if (type === 'member.role_changed' && data.userId === event.authorityUserId) {
    return [events.became(isReader, data.role), { actor: actorOf(event, names, words).map(asMember) }]
  }
  const sentence = events[type] as (you: boolean, data: typeof event.data) => string
  return [sentence(isReader, data), placesOf(event, names, words)]
}

/** The part of the sentence that pages link, beside the actor and the goal. */
function placesOf(event: Event | NamedEvent, names: Names, words: EventWords): Values {
  const { type, data } = event
  if ('labelId' in data) {
    const { labelId, name } = data
    return { label: [{ kind: 'label', text: name, labelId, isGone: type === 'label.deleted' }] }
  }
  if (type === 'report.requested') {
    return { owner: [personOf(data.ownerUserId, names, words.people.you, words.people.aMember)] }
  }
  if (type === 'member.joined') return { actor: actorOf(event, names, words).map(asMember) }
  if (!('userId' in data)) return {}
  const person = personOf(data.userId, names, words.people.you, words.people.aMember)
  return { person: [type === 'member.role_changed' ? asMember(person) : person] }
}

/** Returns the change by a report: the status before the health, because a new status says more. */
function reportSentence(
  { data }: Extract<Event | NamedEvent, { type: 'goal.reported' }>,
  words: EventWords,
  isReader: boolean,
): [string, Values?] {
  const { status, health, previous } = data
  const isNew = health !== null && health !== previous.health
  const values: Values = isNew ? { health: [{ kind: 'health', text: words.healths[health], health }] } : {}
  const { reports } = words
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
function actorOf(
  { actor, actorName, authorityUserId }: Event | NamedEvent,
  names: Names,
  words: EventWords,
): SentencePart[] {
  const { people } = words
  if (actor.kind === 'user') {
    const unknown = 'displayName' in actor ? actor.displayName : people.aFormerMember
    return [personOf(authorityUserId, names, people.actorYou, unknown)]
  }
  const program = programWords(actor, 'displayName' in actor ? actor.displayName : actorName, words.program)
  return filled(words.programFor, {
    program: [{ kind: 'person', text: program.name }, ...plain(program.details)],
    person: [personOf(authorityUserId, names, people.you, people.formerMember)],
  })
}

function goalOf({ type, goal }: Event | NamedEvent, words: EventWords): SentencePart {
  return goal === null
    ? { kind: 'text', text: words.people.aGoal }
    : { kind: 'goal', text: goal.title, goalId: goal.id, isGone: type === 'goal.deleted' }
}
