import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import type { BriefMeasure, EventWithPeople } from '@cairn/domain/brief/fit-brief'
import { beginningOf, presentListedGoal } from '../results/present-goal.ts'
import { bytesInResult, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** With the list of all tools, which takes at most 12 KiB, an agent starts with less than 20 KiB. */
const briefKiB = 8

/** What notice, names, cursor and envelope take. */
const bytesOfFrame = 1_800

/** `getBrief` must know what fits, because its cursor is behind the last event that it returns. */
export const briefMeasure: BriefMeasure = {
  maximum: briefKiB * 1024,
  goals: 4_500,
  frame: () => bytesOfFrame,
  goal: (goal) => bytesInResult(presentListedGoal(goal)) + 2,
  event: (event) => bytesInResult(presentEvent(event)) + 2,
}

export const brief: ToolHandler<'brief'> = async (call, { since, limit }) => {
  const query = { since, limit: limit === undefined ? undefined : String(limit) }
  const { asOf, organization, goals, moreGoals, events, moreEvents, people, cursor } = await call.run(
    'getBrief',
    { query },
  )
  const fields = {
    asOf,
    organization: organization.name,
    goals: goals.map(presentListedGoal),
    moreGoals,
    events: events.map((event) => presentEvent({ event, people })),
    moreEvents,
    cursor,
  }
  return toolResult(fields, { maxKiB: briefKiB, whole: ['goals', 'events'] })
}

const sentenceLength = 240

/** What happened, in one sentence. */
function presentEvent({ event, people }: EventWithPeople) {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const sentence = eventSentence(event, { userId: undefined, nameOf: (id) => names.get(id) })
  return {
    at: event.createdAt,
    goalId: event.goal?.id ?? null,
    text: beginningOf(sentenceText(sentence), sentenceLength),
  }
}
