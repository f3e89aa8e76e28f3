import type { Goal } from '@cairn/contract'
import type { Browser } from '../../support/people/sign-in.ts'
import { wholeGoals } from '../../support/requests/goals.ts'
import { collect } from '../../support/requests/walk.ts'

/** All goals of the person's organization. */
export function allGoals({ api }: Pick<Browser, 'api'>): Promise<Goal[]> {
  return collect(
    (cursor) => api.listGoals({ query: { cursor } }),
    ({ goals }) => wholeGoals(goals),
  )
}
