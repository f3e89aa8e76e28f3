import type { GoalUpdate } from '../schemas/goals/goal-history.ts'

/** Programs may use addresses as the names of their runs. */
const maximumRunLength = 40

export type ProgramWords = {
  agent: string
  run: (id: string) => string
  unknownAgent: string
  unknown: string
}

export const englishProgramWords: ProgramWords = {
  agent: 'agent',
  run: (id) => `run ${id}`,
  unknownAgent: 'An agent',
  unknown: 'A program',
}

/**
 * How a program or an agent is called: its name, and what it is: `Helpdesk bot` and ` (agent, run 4711)`.
 *
 * @param name  Undefined if nothing says it.
 */
export function programWords(
  { kind, runId }: GoalUpdate['actor'],
  name: string | undefined,
  words = englishProgramWords,
): { name: string; details: string } {
  const isAgent = kind === 'agent'
  const details = [
    ...(isAgent && name !== undefined ? [words.agent] : []),
    ...(runId === null ? [] : [words.run(shortRun(runId))]),
  ]
  return {
    name: name ?? (isAgent ? words.unknownAgent : words.unknown),
    details: details.length > 0 ? ` (${details.join(', ')})` : '',
  }
}

function shortRun(runId: string): string {
  const characters = [...runId]
  if (characters.length <= maximumRunLength) return runId
  return `${characters.slice(0, maximumRunLength - 1).join('')}…`
}
