import type { GoalUpdate } from '../schemas/goal-history.ts'

/** Programs may use addresses as the names of their runs. */
const maximumRunLength = 40

/**
 * How a program or an agent is called: its name, and what it is: `Helpdesk bot` and ` (agent, run 4711)`.
 *
 * @param name  Undefined if nothing says it.
 */
export function programWords(
  { kind, runId }: GoalUpdate['actor'],
  name: string | undefined,
): { name: string; details: string } {
  const isAgent = kind === 'agent'
  const details = [
    ...(isAgent && name !== undefined ? ['agent'] : []),
    ...(runId === null ? [] : [`run ${shortRun(runId)}`]),
  ]
  return {
    name: name ?? (isAgent ? 'An agent' : 'A program'),
    details: details.length > 0 ? ` (${details.join(', ')})` : '',
  }
}

function shortRun(runId: string): string {
  const characters = [...runId]
  if (characters.length <= maximumRunLength) return runId
  return `${characters.slice(0, maximumRunLength - 1).join('')}…`
}
