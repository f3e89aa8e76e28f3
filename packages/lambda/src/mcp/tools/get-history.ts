import { ServiceError } from '@cairn/contract/errors/errors'
import type { getHistory as declared } from '@cairn/contract/mcp/tools/get-history'
import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { readHistoryEntry } from '@cairn/domain/goals/history/read-history-entry'
import { formerMember, type NameOf, readNames } from '@cairn/domain/organizations/context/read-names'
import { bytesOfListedComment, commentCalls, presentComment } from '../results/present-comment.ts'
import {
  acknowledgedBy,
  entryCall,
  presentEdit,
  presentListedReport,
  presentReport,
  usersOfHistory,
} from '../results/present-history.ts'
import { asksForPart, type Part, partResult } from '../results/read-part.ts'
import type { ReadOn, Source } from '../results/shorten.ts'
import { entriesThatFit, toolResult } from '../results/tool-result.ts'
import type { ToolCall, ToolHandler } from '../tool-call.ts'

/** With the call that returns the entry whole. */
const bytesOfEntry = { reports: 1_150, edits: 2_100, comments: bytesOfListedComment }

const defaultEntries = 8

export const getHistory: ToolHandler<typeof declared> = async (call, input) => {
  const { goalId, kind = 'reports', entry, commentId } = input
  const { order = 'desc', limit = defaultEntries, cursor, path, offset, maxKiB } = input
  const part = { path, offset, maxKiB }
  if (kind === 'comments' && commentId !== undefined) return commentResult(call, { goalId, commentId }, part)
  if (kind !== 'comments' && entry !== undefined) return entryResult(call, { goalId, kind, entry }, part)
  const request = {
    params: { goalId },
    query: { order, cursor, limit: String(Math.min(limit, entriesThatFit(maxKiB, bytesOfEntry[kind]))) },
  }
  if (kind === 'edits') {
    const { edits, nextCursor } = await call.run('listGoalEdits', request)
    const nameOf = await namesOf(call, edits)
    return listResult(edits, (edit) => presentEdit(edit, nameOf), entryCall, { nextCursor, maxKiB })
  }
  if (kind === 'comments') {
    const { comments, nextCursor } = await call.run('listGoalComments', request)
    return listResult(comments, presentComment, commentCalls.keep, { nextCursor, maxKiB })
  }
  const { updates, nextCursor } = await call.run('listGoalUpdates', request)
  const nameOf = await namesOf(call, updates)
  return listResult(updates, (update) => presentListedReport(update, nameOf), entryCall, {
    nextCursor,
    maxKiB,
  })
}

function listResult<Entry extends object>(
  stored: readonly Entry[],
  present: (entry: Entry) => object,
  callOf: (entry: Entry, size: { maxKiB: number | undefined }) => ReadOn,
  { nextCursor, maxKiB }: { nextCursor: string | null; maxKiB: number | undefined },
) {
  const entries = stored.map(present)
  const sources = new Map<object, Source>(
    stored.map((entry, index) => [entries[index] as object, { readOn: callOf(entry, { maxKiB }) }]),
  )
  return toolResult({ entries, nextCursor }, { maxKiB, whole: ['entries'], sources })
}

type EntryOf = { goalId: string; kind: 'reports' | 'edits'; entry: number }

async function entryResult(call: ToolCall, { goalId, kind, entry }: EntryOf, part: Part) {
  const access = call.accessFor(kind === 'reports' ? 'listGoalUpdates' : 'listGoalEdits')
  const number = kind === 'reports' ? { revision: entry } : { version: entry }
  const found = await readHistoryEntry(call.database, access, { goalId, ...number })
  if (!found) {
    throw new ServiceError('not_found', `There is no ${kind === 'reports' ? 'report' : 'edit'} ${entry}.`)
  }
  const { path, offset = 0, maxKiB } = part
  const readOn = entryCall(found, { maxKiB })
  const total = 'revision' in found ? found.acknowledgementCount : undefined
  if (path === acknowledgedBy && total !== undefined) {
    const names = await readersAfter(call, { goalId, revision: entry }, offset)
    const whole = { [acknowledgedBy]: [...Array<string>(offset).fill(''), ...names] }
    return partResult(whole, part, readOn, total)
  }
  const nameOf = await namesOf(call, [found])
  const presented = 'revision' in found ? presentReport(found, nameOf) : presentEdit(found, nameOf)
  if (asksForPart(part)) return partResult(presented, part, readOn)
  return toolResult(
    { entry: presented },
    {
      maxKiB,
      root: { field: 'entry', readOn },
      ...(total !== undefined && { totals: { [acknowledgedBy]: total } }),
    },
  )
}

async function commentResult(call: ToolCall, params: { goalId: string; commentId: string }, part: Part) {
  const { comment } = await call.run('getGoalComment', { params })
  const readOn = commentCalls.keep(comment, { maxKiB: part.maxKiB })
  const presented = presentComment(comment)
  if (asksForPart(part)) return partResult(presented, part, readOn)
  return toolResult({ entry: presented }, { maxKiB: part.maxKiB, root: { field: 'entry', readOn } })
}

/** More names than a result has room for. */
const readersAtOnce = 500

/** Returns the names of those who have acknowledged a report, from an offset: some of them. Its list knows no offset. */
async function readersAfter(
  call: ToolCall,
  { goalId, revision }: { goalId: string; revision: number },
  offset: number,
): Promise<string[]> {
  const params = { goalId, revision: String(revision) }
  const userIds: string[] = []
  let cursor: string | undefined
  do {
    const page = await call.run('listGoalUpdateAcknowledgements', { params, query: { cursor } })
    userIds.push(...page.acknowledgements.map(({ userId }) => userId))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && userIds.length < offset + readersAtOnce)
  const wanted = userIds.slice(offset, offset + readersAtOnce)
  const nameOf = await readNames(call.database, call.access.organizationId, wanted)
  return wanted.map((userId) => nameOf(userId) ?? formerMember)
}

function namesOf(call: ToolCall, entries: readonly (GoalUpdate | GoalEdit)[]): Promise<NameOf> {
  return readNames(call.database, call.access.organizationId, usersOfHistory(entries))
}
