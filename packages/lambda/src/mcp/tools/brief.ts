import { eventSentence, sentenceText } from '@cairn/contract/display/event-sentence'
import { resultSizes } from '@cairn/contract/mcp/tool'
import type { brief as declared } from '@cairn/contract/mcp/tools/brief'
import type { Brief } from '@cairn/contract/schemas/feed/brief'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { EventWithPeople } from '@cairn/domain/goals/brief/fit-brief'
import type { BriefForm } from '@cairn/domain/goals/brief/get-brief'
import { wholeRun } from '../results/actor-words.ts'
import { beginningOf } from '../results/beginning-of.ts'
import { bytesInResult } from '../results/bytes.ts'
import { presentListedGoal, sourcesOfListedGoal } from '../results/present-goal.ts'
import { presentListedQuestion } from '../results/present-work.ts'
import type { Source } from '../results/shorten.ts'
import { toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** With the list of all tools, which takes at most 12 KiB, an agent starts with less than 20 KiB. */
const briefKiB = 8

/** Bytes of notice, names, cursors and envelope. */
const bytesOfFrame = 2_300

/** Reports to review take at most this much, but one is there in any case. */
const bytesOfReviews = 800

/** Mentions take at most this much, but one is there in any case. */
const bytesOfMentions = 900

/** Questions of a brief take at most this much, but one is there in any case. */
const bytesOfQuestions = 2_000

/**
 * `getBrief` must know what fits, because its cursors are behind the last goal and event that it returns. What continues a brief
 * takes as much as any other result.
 */
export const briefForm: BriefForm = {
  once: true,
  measure: ({ goals, events }) => ({
    maximum: (goals && events ? briefKiB : resultSizes.default) * 1024,
    goals: 4_500,
    frame: ({
      questions = [],
      toReview = [],
      mentions = [],
    }: Partial<Pick<Brief, 'questions' | 'toReview' | 'mentions'>>) =>
      bytesOfFrame +
      bytesInResult(questionsThatFit(questions)) +
      bytesInResult(reviewsThatFit(toReview)) +
      (mentions.length > 0 ? bytesInResult(mentionsThatFit(mentions)) : 0),
    goal: (goal) => {
      const shown = presentListedGoal(goal)
      return bytesInResult(shown) + 2 + bytesOfCuts(sourcesOfListedGoal(goal, shown))
    },
    events: bytesOfEvents,
  }),
}

export const brief: ToolHandler<typeof declared> = async (call, { since, goalsCursor, runId, limit }) => {
  const query = { since, goalsCursor, limit: limit === undefined ? undefined : String(limit) }
  const { people, ...found } = await call.run('getBrief', { query }, { ownRun: { runId: runId ?? null } })
  const { asOf, organization, moreEvents, cursor } = found
  const listed = found.goals.map(presentListedGoal)
  const groups = eventsByGoal(found.events.map((event) => ({ event, people })))
  const goals = {
    goals: listed,
    moreGoals: found.moreGoals,
    goalsCursor: found.goalsCursor,
  }
  const events = {
    events: groups.map(({ goalId, happened }) => ({ goalId, happened: happened.map(({ shown }) => shown) })),
    moreEvents,
    cursor,
  }
  const questions = questionsThatFit(found.questions)
  const toReview = reviewsThatFit(found.toReview)
  const mentions = mentionsThatFit(found.mentions)
  const fields = {
    asOf,
    organization: organization.name,
    ...(questions.length > 0 && { questions }),
    ...(questions.length < found.questions.length && { moreQuestions: true }),
    ...(toReview.length > 0 && { toReview }),
    ...(mentions.length > 0 && { mentions }),
    // A request that continues a brief has one of the two.
    ...((goalsCursor !== undefined || since === undefined || goals.goals.length > 0) && goals),
    ...(goalsCursor === undefined && events),
  }
  const sources = [
    ...found.goals.flatMap((goal, index) =>
      sourcesOfListedGoal(goal, listed[index] as (typeof listed)[number]),
    ),
    ...groups.flatMap(({ happened }) =>
      happened.flatMap(({ shown, source }) => sourcesOfEvent(shown, source)),
    ),
  ]
  return toolResult(fields, {
    whole: ['questions', 'toReview', 'mentions', 'goals', 'events', 'happened'],
    sources: new Map(sources),
  })
}

function questionsThatFit(questions: readonly GoalQuestion[]) {
  return fitting(questions.map(presentListedQuestion), bytesOfQuestions)
}

const reviewsThatFit = (reviews: Brief['toReview']) => fitting(reviews, bytesOfReviews)

/** A mention with what was written, as its person reads it. */
function mentionsThatFit(mentions: Brief['mentions']) {
  const shown = mentions.map(({ goal, actor, text, ref: { commentId }, createdAt }) => ({
    goalId: goal.id,
    title: goal.title,
    by: actor.displayName,
    text,
    ...(commentId !== undefined && { commentId }),
    at: createdAt,
  }))
  return fitting(shown, bytesOfMentions)
}

/** Returns the first elements that take at most this much, but one in any case. */
function fitting<Element extends object>(elements: readonly Element[], most: number): Element[] {
  let bytes = 0
  const tooMany = elements.findIndex((element) => {
    bytes += bytesInResult(element) + 2
    return bytes > most
  })
  return elements.slice(0, tooMany === -1 ? elements.length : Math.max(1, tooMany))
}

type Group = { goalId: string | null; happened: ReturnType<typeof presentEvent>[] }

/** The events of each goal together, in the order of its first one. Those of no goal are together, too. */
function eventsByGoal(events: readonly EventWithPeople[]): Group[] {
  const groups = new Map<string | null, Group>()
  for (const event of events) {
    const goalId = goalIdOf(event)
    const group = groups.get(goalId) ?? { goalId, happened: [] }
    groups.set(goalId, group)
    group.happened.push(presentEvent(event))
  }
  return [...groups.values()]
}

function goalIdOf({ event }: EventWithPeople): string | null {
  return event.goal?.id ?? null
}

/** Each with its group, if it is the first of it. */
function bytesOfEvents(events: readonly EventWithPeople[]): number[] {
  const seen = new Set<string | null>()
  return events.map((event) => {
    const goalId = goalIdOf(event)
    const group = seen.has(goalId) ? 0 : bytesInResult({ goalId, happened: [] }) + 2
    seen.add(goalId)
    const { shown, source } = presentEvent(event)
    return group + bytesInResult(shown) + 2 + bytesOfCuts(sourcesOfEvent(shown, source))
  })
}

const sentenceLength = 240
/** Of the summary, whatever precedes it. */
const shortestSummary = 40

/**
 * Returns an event as a sentence. A long summary of a report is cut, because the history has the rest. Other sentences are whole:
 * their content may be nowhere else.
 */
function presentEvent({ event, people }: EventWithPeople) {
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const sentence = eventSentence(event, { userId: undefined, nameOf: (id) => names.get(id) })
  const words = sentenceText({ ...sentence, summary: null })
  const length =
    sentence.summary === null ? words.length : Math.max(sentenceLength, words.length + shortestSummary)
  const whole = sentenceText(sentence)
  const text = beginningOf(whole, length)
  const source: Source | undefined =
    event.type === 'goal.reported' && event.goal
      ? {
          readOn: { tool: 'get_history', arguments: { goalId: event.goal.id, entry: event.data.revision } },
          isCut: text !== whole,
        }
      : undefined
  return { shown: { at: event.createdAt, text, ...wholeRun(event.actor, words) }, source }
}

function sourcesOfEvent(shown: object, source: Source | undefined): [object, Source][] {
  return source ? [[shown, source]] : []
}

/** Returns the size of the cuts of goals and events that are shortened in any case. */
function bytesOfCuts(sources: readonly [object, Source][]): number {
  const bytes = sources.map(([, source]) =>
    'readOn' in source && source.isCut ? bytesInResult({ path: longestPath, readOn: source.readOn }) + 2 : 0,
  )
  return bytes.reduce((total, one) => total + one, 0)
}

const longestPath = 'events.100.happened.100'
