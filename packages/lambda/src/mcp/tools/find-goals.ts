import type { findGoals as declared } from '@cairn/contract/mcp/tools/find-goals'
import type { GoalMatch, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { formerMember, readNames } from '@cairn/domain/organizations/context/read-names'
import { presentListedGoal, sourcesOfListedGoal } from '../results/present-goal.ts'
import type { Source } from '../results/shorten.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolHandler } from '../tool-call.ts'

/** With the calls that return its texts and those of its last report. */
const bytesOfGoal = 1_750

/** The place of the words, with the call that returns the text. */
const bytesOfMatch = 500

const defaultGoals = 12

export const findGoals: ToolHandler<typeof declared> = async (
  call,
  { maxKiB, limit = defaultGoals, ...filters },
) => {
  const { owner, status, health, ready, blocked, ...rest } = filters
  const { goals, nextCursor } = await call.run('listGoals', {
    query: {
      ...rest,
      view: 'summary',
      ownerUserId: owner,
      status: status?.join(','),
      health: health?.join(','),
      ready: ready?.toString(),
      blocked: blocked?.toString(),
      limit: String(
        Math.min(limit, entriesThatFit(maxKiB, bytesOfGoal + (rest.q === undefined ? 0 : bytesOfMatch))),
      ),
    },
  })
  const found = goals as GoalSummary[]
  const owners = found.flatMap(({ ownerUserId }) => ownerUserId ?? [])
  const nameOf = await readNames(call.database, call.access.organizationId, owners)
  const listed = found.map((goal) => ({
    ...presentListedGoal(goal),
    owner: goal.ownerUserId && (nameOf(goal.ownerUserId) ?? formerMember),
    labels: goal.labels.map(({ name }) => name),
    ...(goal.match && { match: goal.match }),
  }))
  const sources = listed.flatMap((shown, index) => [
    ...sourcesOfListedGoal(found[index] as GoalSummary, shown, { maxKiB }),
    ...(shown.match ? [sourceOfMatch(shown.id, shown.match, { maxKiB })] : []),
  ])
  return toolResult({ goals: listed, nextCursor }, { maxKiB, whole: ['goals'], sources: new Map(sources) })
}

/** The call that returns the text with the words: of several reports or comments, the newest. */
function sourceOfMatch(
  goalId: string,
  match: GoalMatch,
  size: { maxKiB: number | undefined },
): [object, Source] {
  const { tool, kind } = readers[match.where]
  return [match, { readOn: { tool, arguments: { goalId, ...(kind && { kind }), ...size } } }]
}

const goalReader = { tool: 'get_goal', kind: undefined } as const
const readers = {
  title: goalReader,
  label: goalReader,
  criterion: goalReader,
  description: goalReader,
  report: { tool: 'get_history', kind: undefined },
  comment: { tool: 'get_history', kind: 'comments' },
} as const satisfies Record<GoalMatch['where'], object>
