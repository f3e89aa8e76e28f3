import type { Event, Goal, GoalSummary, GoalTimeframe, NamedEvent } from '@cairn/client'
import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import { programWords } from '@cairn/contract/display/program-words'
import { oneLine } from './escape.ts'

/** `report_late` as people read it. */
export const spaced = (value: string) => value.replaceAll('_', ' ')

/** A time to the minute, in UTC, which is the same for everybody who reads a log. */
export const minuteOf = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)}Z`

export function dueOf(timeframe: GoalTimeframe): string {
  if (timeframe.kind === 'deadline') return `due ${timeframe.targetDate}`
  return timeframe.kind === 'continuous' ? 'continuous' : 'no time frame'
}

/** How a goal is doing, in one word or two. */
export function stateOf({ status, health }: Pick<Goal | GoalSummary, 'status' | 'health'>): string {
  return health ? spaced(health) : status
}

export const percentOf = (progress: number) => `${Math.round(progress * 100)} %`

/** How to name people: those whose names are known, and the ids of the others. */
export type People = { userId: string; names: ReadonlyMap<string, string> }

/** An event in one line. */
export function eventLine(event: Event | NamedEvent, { userId, names }: People): string {
  const sentence = eventSentence(event, { userId, nameOf: (id) => names.get(id) ?? id })
  return `${minuteOf(event.createdAt)}  ${oneLine(sentenceText(sentence))}`
}

type Entry = {
  actor: { kind: 'user' | 'client' | 'agent'; id: string; runId: string | null }
  actorName?: string | undefined
  authorityUserId: string
}

/** Who made an entry of a history: `Ann`, or `Helpdesk bot (agent, run 4711) for Ann`. */
export function authorOf({ actor, actorName, authorityUserId }: Entry, { userId, names }: People): string {
  const person = authorityUserId === userId ? 'you' : (names.get(authorityUserId) ?? authorityUserId)
  if (actor.kind === 'user') return oneLine(person)
  const { name, details } = programWords(actor, actorName)
  return oneLine(`${name}${details} for ${person}`)
}
