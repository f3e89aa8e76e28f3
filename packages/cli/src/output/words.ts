import type {
  Event,
  Goal,
  GoalClaim,
  GoalSummary,
  GoalTimeframe,
  NamedActor,
  NamedEvent,
} from '@cairn/client'
import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import { programWords } from '@cairn/contract/display/program-words'
import { nameOf, type People } from '../people.ts'
import { oneLine } from './escape.ts'

/** `report_late` as people read it. */
export const spaced = (value: string) => oneLine(value).replaceAll('_', ' ')

/** A time to the minute, in UTC, which is the same for everybody who reads a log. */
export const minuteOf = (time: string) => oneLine(`${time.slice(0, 10)} ${time.slice(11, 16)}Z`)

export function dueOf(timeframe: GoalTimeframe): string {
  if (timeframe.kind === 'deadline') return oneLine(`due ${timeframe.targetDate}`)
  return timeframe.kind === 'continuous' ? 'continuous' : 'no time frame'
}

/** How a goal is doing, in one word or two. */
export function stateOf({ status, health }: Pick<Goal | GoalSummary, 'status' | 'health'>): string {
  return spaced(health ?? status)
}

/** Returns the name of the owner of a goal. */
export const ownerName = (ownerUserId: string | null, people: People) =>
  ownerUserId === null ? 'nobody' : oneLine(nameOf(people, ownerUserId))

/** The end of a sentence about a service that asks for a pause, or only is too busy. */
export const tryAgain = (seconds: number | undefined) =>
  `try again ${seconds ? `in ${seconds} second${seconds === 1 ? '' : 's'}` : 'later'}.`

export const percentOf = (progress: number) => `${Math.round(progress * 100)} %`

/** An event in one line. A newer service may send types that nobody here knows. */
export function eventLine(event: Event | NamedEvent, people: People): string {
  return `${minuteOf(event.createdAt)}  ${oneLine(eventText(event, people))}`
}

function eventText(event: Event | NamedEvent, people: People): string {
  try {
    const names = { userId: people.userId, nameOf: (id: string) => nameOf(people, id) }
    return sentenceText(eventSentence(event, names))
  } catch {
    return event.type
  }
}

type Entry = {
  actor: { kind: 'user' | 'client' | 'agent'; id: string; runId: string | null }
  actorName?: string | undefined
  authorityUserId: string
}

/** The author of an entry of a history: `Ann`, or `Helpdesk bot (agent, run 4711) for Ann`. */
export function authorOf({ actor, actorName, authorityUserId }: Entry, people: People): string {
  const person = authorityUserId === people.userId ? 'you' : nameOf(people, authorityUserId)
  if (actor.kind === 'user') return oneLine(person)
  const { name, details } = programWords(actor, actorName)
  return oneLine(`${name}${details} for ${person}`)
}

/** A budget in words, such as `2000000 tokens, 3600 s, 12.5`. The cost is in the currency that the team uses. */
export function budgetOf({ tokens, seconds, costMicros }: NonNullable<Goal['budget']>): string {
  return [
    tokens === undefined ? [] : `${tokens} tokens`,
    seconds === undefined ? [] : `${seconds} s`,
    costMicros === undefined ? [] : `${costMicros / 1_000_000}`,
  ]
    .flat()
    .join(', ')
}

/** Somebody who works, asks or answers: `Ann`, or `Helpdesk bot (agent, run 4711)`. */
export function actorText(actor: NamedActor): string {
  if (actor.kind === 'user') return oneLine(actor.displayName)
  const { name, details } = programWords(actor, actor.displayName)
  return oneLine(`${name}${details}`)
}

/** A claim in words: its holder, its end, its note and its address. */
export function claimText({ holder, runId, expiresAt, note, externalUrl }: GoalClaim): string {
  return oneLine(
    [
      `${actorText({ ...holder, runId })} until ${minuteOf(expiresAt)}`,
      ...[note, externalUrl].filter((text) => text !== null),
    ].join(', '),
  )
}

/** Used amounts in words, such as `3 reports, 1200 + 300 tokens, 60 s, 0.25`; undefined if there was none. */
export function usedText({ inputTokens, outputTokens, seconds, costMicros, reports }: Goal['used']) {
  if (reports === 0) return undefined
  return [
    `${reports} report${reports === 1 ? '' : 's'}`,
    ...(inputTokens + outputTokens > 0 ? [`${inputTokens} + ${outputTokens} tokens`] : []),
    ...(seconds > 0 ? [`${seconds} s`] : []),
    ...(costMicros > 0 ? [`${costMicros / 1_000_000}`] : []),
  ].join(', ')
}

/** Why an active goal is not ready. A newer service may have other reasons. */
const reasons: Record<string, string> = {
  status: 'it is not active',
  claimed: 'somebody has claimed it',
  blocked: 'it waits for goals that are not finished',
  subgoals: 'it has sub-goals that are not finished',
}

export const notReadyText = (reason: string) => reasons[reason] ?? spaced(reason)
