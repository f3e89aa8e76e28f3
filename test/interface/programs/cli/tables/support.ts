import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { createToken } from '../../../../support/people/api-tokens.ts'
import type { Browser } from '../../../../support/people/sign-in.ts'
import { collect } from '../../../../support/requests/walk.ts'
import type { Content } from './products.ts'

export const goalsOf = ({ api }: { api: Client }): Promise<Goal[]> =>
  collect(
    (cursor) => api.listGoals({ query: { cursor } }),
    ({ goals }) => goals as Goal[],
  )

/** The environment of a command with a token of a person. */
export async function environmentOf(
  { origin }: { origin: string },
  person: Browser,
  ...options: [Parameters<typeof createToken>[1]?]
): Promise<Record<string, string>> {
  return { CAIRN_ORIGIN: origin, CAIRN_TOKEN: (await createToken(person, ...options)).secret }
}

/** Returns the content of goals without ids and times, sorted by title. */
export function contentsOf(
  goals: readonly Goal[],
  people: readonly { userId: string; email: string }[],
): Content[] {
  return goals
    .map((goal) => ({
      title: goal.title,
      text: goal.detailedDescription,
      due: goal.timeframe.kind === 'deadline' ? goal.timeframe.targetDate : null,
      status: goal.status,
      owner: people.find(({ userId }) => userId === goal.ownerUserId)?.email ?? goal.ownerUserId,
      labels: goal.labels.map(({ name }) => name),
    }))
    .sort(byTitle)
}

export const byTitle = (left: { title: string }, right: { title: string }) =>
  left.title.localeCompare(right.title)
