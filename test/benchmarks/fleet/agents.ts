/** Scripted agents that work on the goals of one organization, as a model would: read, think, report, and look again after a conflict. */
import { setTimeout as think } from 'node:timers/promises'
import { CairnApiError, CairnConflictError, createCairnClient } from '@cairn/client'

/** How an agent gets its next goal. */
export type Way = 'brief' | 'claim'

export type FleetPlace = { origin: string; secrets: readonly string[]; goalIds: readonly string[] }

/** The counts of one run. */
export type FleetCounts = {
  /** Sent, whatever the answer; without the repeated ones. */
  reports: number
  accepted: number
  /** Refused, because somebody else has reported or works on the goal. */
  conflicts: number
  /** Pieces of work whose report was refused too often. */
  givenUp: number
  /** Accepted reports that the history does not have. */
  lost: number
  /** Entries of the history beyond those that were accepted. */
  doubled: number
}

type Cairn = ReturnType<typeof createCairnClient>

/** After so many refused reports, an agent goes on with something else. */
const maximumAttempts = 5
/** Every so many reports, an answer is lost: the agent sends the report again. */
const lostAnswerEvery = 5
const thinkMilliseconds = { least: 5, most: 40 }
/** When to ask again if all goals are taken. */
const pauseMilliseconds = 20

type Work = { goalId: string; revision: number; claimFence?: number | undefined; runId: string }
type Agent = {
  cairn: Cairn
  counts: FleetCounts
  /** The summaries of accepted reports, each once. */
  accepted: Set<string>
  /** The same numbers in every run, so that runs differ by the service only. */
  random: () => number
}

/** Lets all agents do so many pieces of work each, and counts. */
export async function runFleet(
  { origin, secrets, goalIds }: FleetPlace,
  way: Way,
  worksEach: number,
): Promise<FleetCounts> {
  const counts = { reports: 0, accepted: 0, conflicts: 0, givenUp: 0, lost: 0, doubled: 0 }
  const accepted = new Set<string>()
  await Promise.all(
    secrets.map(async (token, index) => {
      const agent = {
        cairn: createCairnClient({ origin, token }),
        counts,
        accepted,
        random: numbersFrom(index + 1),
      }
      for (let number = 0; number < worksEach; number++) await workOn(agent, way, `${index}-${number}`)
    }),
  )
  const stored = await readSummaries({ origin, secrets, goalIds })
  const distinct = new Set(stored)
  return {
    ...counts,
    accepted: accepted.size,
    lost: [...accepted].filter((summary) => !distinct.has(summary)).length,
    doubled: stored.length - distinct.size + [...distinct].filter((summary) => !accepted.has(summary)).length,
  }
}

/** One piece of work: takes a goal, thinks, and reports until it is accepted or given up. */
async function workOn(agent: Agent, way: Way, runId: string): Promise<void> {
  const work = way === 'brief' ? await mostPressing(agent, runId) : await claimed(agent, runId)
  try {
    for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
      await think(
        thinkMilliseconds.least + agent.random() * (thinkMilliseconds.most - thinkMilliseconds.least),
      )
      if (await report(agent, work)) return
    }
    agent.counts.givenUp++
  } finally {
    if (work.claimFence !== undefined) await agent.cairn.release(work.goalId, work.claimFence)
  }
}

async function mostPressing({ cairn }: Agent, runId: string): Promise<Work> {
  const { goals } = await cairn.getBrief({ query: { limit: 1 } })
  const [goal] = goals
  if (!goal) throw new Error('The brief has no goal.')
  return { goalId: goal.id, revision: goal.revision, runId }
}

async function claimed({ cairn }: Agent, runId: string): Promise<Work> {
  for (;;) {
    const { goal, claim } = { claim: null, ...(await cairn.claimNext({ runId })) }
    if (goal && claim) return { goalId: goal.id, revision: goal.revision, claimFence: claim.fence, runId }
    await think(pauseMilliseconds)
  }
}

/** Sends a report on what was read. Returns whether it was accepted; otherwise the work knows what was missed. */
async function report({ cairn, counts, accepted, random }: Agent, work: Work): Promise<boolean> {
  const { goalId, claimFence, runId } = work
  const summary = `Work ${runId}`
  const send = () =>
    cairn.createGoalUpdate({
      params: { goalId },
      body: {
        status: 'active',
        summary,
        details: 'Done as planned.',
        expectedRevision: work.revision,
        idempotencyKey: runId,
        runId,
        usage: { inputTokens: 1_000, outputTokens: 100, seconds: 30 },
        ...(claimFence !== undefined && { claimFence }),
      },
    })
  counts.reports++
  try {
    await send()
    if (random() < 1 / lostAnswerEvery) await send()
    accepted.add(summary)
    return true
  } catch (error) {
    const isConflict = error instanceof CairnConflictError || isClaimed(error)
    if (!isConflict) throw error
    counts.conflicts++
    if (error instanceof CairnConflictError) work.revision = error.conflict.revision
    return false
  }
}

const isClaimed = (error: unknown) => error instanceof CairnApiError && error.code === 'goal_claimed'

/** The summaries of all reports, without publications. */
async function readSummaries({ origin, secrets, goalIds }: FleetPlace): Promise<string[]> {
  const cairn = createCairnClient({ origin, token: secrets[0] ?? '' })
  const summaries: string[] = []
  for (const goalId of goalIds) {
    for await (const { revision, summary } of cairn.updates(goalId)) if (revision > 1) summaries.push(summary)
  }
  return summaries
}

/** Returns numbers from 0 to 1, the same for a seed (a linear congruential generator of Numerical Recipes). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
