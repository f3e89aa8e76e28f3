import type { GoalHealth, GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import { goalHealths, goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import { pair } from '../../arguments.ts'
import { usageError } from '../../exit-codes.ts'

/** Names of statuses in other products, in English and German. */
const statusWords: Record<GoalStatus, readonly string[]> = {
  active: [
    'active',
    'backlog',
    'triage',
    'to do',
    'todo',
    'open',
    'new',
    'reopened',
    'not started',
    'unstarted',
    'planned',
    'ready',
    'in progress',
    'started',
    'doing',
    'in review',
    'in development',
    'selected for development',
    'offen',
    'zu erledigen',
    'in arbeit',
    'aktiv',
  ],
  paused: [
    'paused',
    'on hold',
    'blocked',
    'waiting',
    'deferred',
    'postponed',
    'pausiert',
    'blockiert',
    'wartet',
  ],
  completed: [
    'completed',
    'complete',
    'done',
    'closed',
    'resolved',
    'fixed',
    'finished',
    'shipped',
    'released',
    'erledigt',
    'fertig',
    'abgeschlossen',
    'geschlossen',
  ],
  archived: [
    'archived',
    'canceled',
    'cancelled',
    'duplicate',
    "won't do",
    "won't fix",
    'wont do',
    'wontfix',
    'declined',
    'rejected',
    'abandoned',
    'obsolete',
    'cannot reproduce',
    'archiviert',
    'abgebrochen',
    'verworfen',
  ],
}

const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll('’', "'")

export type Words = ReadonlyMap<string, GoalStatus>

/**
 * The statuses of words.
 * @param options  `word=status`, which come first.
 */
export function statusesOf(options: readonly string[] = []): Words {
  const words = new Map<string, GoalStatus>()
  for (const status of goalStatuses) for (const word of statusWords[status]) words.set(word, status)
  for (const option of options) {
    const [word, name] = pair(option, '--status')
    const status = goalStatuses.find((known) => known === name)
    if (!status) throw usageError(`--status: use one of ${goalStatuses.join(', ')}.`)
    words.set(fold(word), status)
  }
  return words
}

export const statusIn = (text: string, words: Words): GoalStatus | undefined => words.get(fold(text))

export function healthIn(text: string): GoalHealth | undefined {
  const word = fold(text).replaceAll(' ', '_')
  return goalHealths.find((health) => health === word)
}

/** Jira says this of what has no resolution. */
export const saysNothing = (text: string) => ['', 'unresolved'].includes(fold(text))

/** Whether a cell such as `2026-05-01`, `yes` or `TRUE` says that something is so. */
export const isYes = (text: string) => !['', 'no', 'false', '0', 'nein'].includes(fold(text))
