import type { Event, EventOf, NamedEvent } from '../schemas/feed/events.ts'
import type { GoalHealth, GoalStatus } from '../schemas/goal-values.ts'
import type { OrganizationRole } from '../schemas/organizations.ts'
import { programWords } from './program-words.ts'
import { fieldNames, healthNames } from './value-names.ts'

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

const text = (words: string): SentencePart => ({ kind: 'text', text: words })

/**
 * Says what happened in one sentence: `Ann moved Halve the paper to At risk` with the summary `two days late`.
 *
 * @param event  Its goal's title, and a label's name, are those at the time of the event.
 */
export function eventSentence(event: Event | NamedEvent, names: Names): EventSentence {
  const actor = actorOf(event, names)
  const says = (...parts: SentencePart[]): EventSentence => ({
    parts: [...actor, ...parts],
    summary: event.type === 'goal.reported' ? event.data.summary : null,
  })
  switch (event.type) {
    case 'goal.published':
      return says(text(' published '), goalOf(event), ...ownerOf(event, names))
    case 'goal.reported':
      return says(...changeOf(event))
    case 'goal.edited':
      return says(text(` changed ${fieldsOf(event.data.fields)} of `), goalOf(event))
    case 'goal.deleted':
      return says(text(' deleted '), goalOf(event))
    case 'report.acknowledged':
      return says(text(' acknowledged a report on '), goalOf(event))
    case 'label.created':
      return says(text(' created the label '), labelOf(event))
    case 'label.updated':
      return says(text(' changed the label '), labelOf(event))
    case 'label.deleted':
      return says(text(' deleted the label '), labelOf(event))
    case 'member.joined':
      return {
        parts: [...actor.map(asMember), text(` joined as ${withArticle(event.data.role)}`)],
        summary: null,
      }
    case 'member.left':
      return says(text(' left the organization'))
    case 'member.removed':
      return says(text(' removed '), personOf(event.data.userId, names, 'a member'))
    case 'member.role_changed': {
      const { userId, role } = event.data
      // The owner who has handed the organization over.
      if (userId === event.authorityUserId) {
        return { parts: [...actor.map(asMember), text(` became ${withArticle(role)}`)], summary: null }
      }
      const member = asMember(personOf(userId, names, 'a member'))
      return says(text(' made '), member, text(` ${withArticle(role)}`))
    }
    case 'invitation.created':
      return says(text(` invited someone as ${withArticle(event.data.role)}`))
    case 'invitation.accepted':
      return says(text(` accepted an invitation as ${withArticle(event.data.role)}`))
    case 'invitation.revoked':
      return says(text(' revoked an invitation'))
  }
}

/** The sentence as plain text, as screen readers and page titles need it. */
export function sentenceText({ parts, summary }: EventSentence): string {
  const words = parts.map((part) => part.text).join('')
  return summary === null ? words : `${words}: ${summary}`
}

function personOf(userId: string, { userId: reader, nameOf }: Names, unknown: string): SentencePart {
  if (userId === reader) return { kind: 'person', text: 'you' }
  const name = nameOf(userId)
  return name === undefined ? text(unknown) : { kind: 'person', text: name }
}

const asMember = (part: SentencePart): SentencePart =>
  part.kind === 'person' ? { ...part, kind: 'member' } : part

/** The person who acted, or the program and the person in whose name it acted. */
function actorOf({ actor, actorName, authorityUserId }: Event | NamedEvent, names: Names): SentencePart[] {
  if (actor.kind === 'user') {
    const unknown = 'displayName' in actor ? actor.displayName : 'A former member'
    const person = personOf(authorityUserId, names, unknown)
    return [authorityUserId === names.userId ? { ...person, text: 'You' } : person]
  }
  const program = programWords(actor, 'displayName' in actor ? actor.displayName : actorName)
  return [
    { kind: 'person', text: program.name },
    text(`${program.details} for `),
    personOf(authorityUserId, names, 'a former member'),
  ]
}

function goalOf({ type, goal }: Event | NamedEvent): SentencePart {
  return goal === null
    ? text('a goal')
    : { kind: 'goal', text: goal.title, goalId: goal.id, isGone: type === 'goal.deleted' }
}

type LabelEvent = EventOf<'label.created' | 'label.updated' | 'label.deleted'>

function labelOf({ type, data: { labelId, name } }: Pick<LabelEvent, 'type' | 'data'>): SentencePart {
  return { kind: 'label', text: name, labelId, isGone: type === 'label.deleted' }
}

type Published = Pick<EventOf<'goal.published'>, 'authorityUserId' | 'data'>

/** Only if the author is not the owner. */
function ownerOf({ authorityUserId, data: { ownerUserId } }: Published, names: Names): SentencePart[] {
  if (ownerUserId === authorityUserId) return []
  if (ownerUserId === null) return [text(' without an owner')]
  return [text(', owned by '), personOf(ownerUserId, names, 'a former member')]
}

const statusVerbs: Record<Exclude<GoalStatus, 'active'>, string> = {
  paused: 'paused',
  completed: 'completed',
  archived: 'archived',
}

/** What the report changed: the status before the health, because a new status says more. */
function changeOf(event: Extract<Event | NamedEvent, { type: 'goal.reported' }>): SentencePart[] {
  const { status, health, previous } = event.data
  const goal = goalOf(event)
  const newHealth: SentencePart[] =
    health !== null && health !== previous.health
      ? [{ kind: 'health', text: healthNames[health], health }]
      : []
  if (status !== previous.status) {
    const verb =
      status === 'active' ? (previous.status === 'paused' ? 'resumed' : 'reopened') : statusVerbs[status]
    const now = newHealth.length > 0 ? [text(', now '), ...newHealth] : []
    return [text(` ${verb} `), goal, ...now]
  }
  return newHealth.length > 0
    ? [text(' moved '), goal, text(' to '), ...newHealth]
    : [text(' reported on '), goal]
}

const namedFields = 3

/** `the title, timeframe, and owner`. */
function fieldsOf(fields: readonly (keyof typeof fieldNames)[]): string {
  if (fields.length > namedFields) return `${fields.length} fields`
  return `the ${listOf(fields.map((field) => fieldNames[field].toLowerCase()))}`
}

/** `title, timeframe, and owner`. Not by `Intl.ListFormat`, whose creation takes 9 ms of a cold start. */
function listOf(names: readonly string[]): string {
  const others = names.slice(0, -1)
  const last = names.at(-1) ?? ''
  if (others.length === 0) return last
  return others.length === 1 ? `${others[0]} and ${last}` : `${others.join(', ')}, and ${last}`
}

function withArticle(role: OrganizationRole): string {
  if (role === 'owner') return 'the owner'
  return role === 'admin' ? 'an admin' : 'a member'
}
