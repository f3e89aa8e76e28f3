import { ServiceError } from '@cairn/contract/errors'
import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { readHistoryEntry } from '@cairn/domain/goals/history/read-history-entry'
import { type NameOf, readNames } from '@cairn/domain/organizations/read-names'
import {
  presentEdit,
  presentListedReport,
  presentReport,
  usersOfHistory,
} from '../results/present-history.ts'
import { partResult, type ReadOn } from '../results/read-part.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'

const bytesOfEntry = { reports: 1_250, edits: 2_000 }

const defaultEntries = 8

export const getHistory: ToolHandler<'get_history'> = async (call, input) => {
  const { goalId, kind = 'reports', entry, order = 'desc', limit = defaultEntries, cursor, ...readOn } = input
  if (entry !== undefined) return entryResult(call, { goalId, kind, entry }, readOn)
  const { maxKiB } = readOn
  const request = {
    params: { goalId },
    query: { order, cursor, limit: String(Math.min(limit, entriesThatFit(maxKiB, bytesOfEntry[kind]))) },
  }
  if (kind === 'edits') {
    const { edits, nextCursor } = await call.run('listGoalEdits', request)
    const nameOf = await namesOf(call, edits)
    const entries = edits.map((edit) => presentEdit(edit, nameOf))
    return toolResult({ entries, nextCursor }, { maxKiB, whole: ['entries'] })
  }
  const { updates, nextCursor } = await call.run('listGoalUpdates', request)
  const nameOf = await namesOf(call, updates)
  const entries = updates.map((update) => presentListedReport(update, nameOf))
  return toolResult({ entries, nextCursor }, { maxKiB, whole: ['entries'] })
}

type EntryOf = { goalId: string; kind: 'reports' | 'edits'; entry: number }

async function entryResult(call: ToolCall, { goalId, kind, entry }: EntryOf, readOn: ReadOn) {
  const access = call.accessFor(kind === 'reports' ? 'listGoalUpdates' : 'listGoalEdits')
  const number = kind === 'reports' ? { revision: entry } : { version: entry }
  const found = await readHistoryEntry(call.database, access, { goalId, ...number })
  if (!found) {
    throw new ServiceError('not_found', `There is no ${kind === 'reports' ? 'report' : 'edit'} ${entry}.`)
  }
  const nameOf = await namesOf(call, [found])
  const presented = 'revision' in found ? presentReport(found, nameOf) : presentEdit(found, nameOf)
  const { path, offset, maxKiB } = readOn
  if (path !== undefined) return partResult(presented, { path, offset, maxKiB })
  return toolResult({ entry: presented }, { maxKiB, root: 'entry' })
}

function namesOf(call: ToolCall, entries: readonly (GoalUpdate | GoalEdit)[]): Promise<NameOf> {
  return readNames(call.database, call.access.organizationId, usersOfHistory(entries))
}
