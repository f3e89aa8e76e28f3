/** A question to open, as the links in emails have it. */
export type GoalSearch = { question?: string }

export function parseGoalSearch({ question }: Record<string, unknown>): GoalSearch {
  return typeof question === 'string' && question !== '' ? { question } : {}
}
