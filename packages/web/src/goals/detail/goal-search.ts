/** A question or a comment to open, as the links in emails have it. */
export type GoalSearch = { question?: string; comment?: string }

export function parseGoalSearch({ question, comment }: Record<string, unknown>): GoalSearch {
  return { ...named('question', question), ...named('comment', comment) }
}

const named = (name: string, id: unknown) => (typeof id === 'string' && id !== '' ? { [name]: id } : {})
