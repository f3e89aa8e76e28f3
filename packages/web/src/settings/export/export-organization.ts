import type { Client } from '@cairn/contract/http/client'
import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'
import { allPages } from '../../data/api/all-pages.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { type Patience, persistently } from './persistently.ts'

/** A goal as the API returns it, with its whole history, oldest first. */
type ExportedGoal = { goal: Goal; updates: GoalUpdate[]; edits: GoalEdit[] }

/** The header of every export file. `EXPORT.md` describes it. */
export type ExportHead = {
  format: 'cairn-organization'
  formatVersion: 1
  /** ISO 8601: when the export began. The same in all files of an export. */
  exportedAt: string
  organization: { id: string; name: string }
  /** From 1. */
  part: number
  /** Whether this is the last file. */
  last: boolean
  /** Only in the first file. */
  members?: OrganizationMember[]
  labels?: GoalLabel[]
}

/** The text of a file, in pieces: as one string, it would be in memory twice. */
function fileText(head: ExportHead, goals: readonly string[]): string[] {
  const separated = goals.flatMap((goal, index) => (index === 0 ? [goal] : [',\n', goal]))
  return [JSON.stringify(head).slice(0, -1), ',"goals":[\n', ...separated, '\n]}\n']
}

/** Such as `acme-2026-11-22-1.json`. Only letters and digits of the name, because not every system allows the others. */
export function fileName({ organization, exportedAt, part }: ExportHead): string {
  const name = organization.name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `${name || 'organization'}-${exportedAt.slice(0, 10)}-${part}.json`
}

/**
 * Reads everything of an organization with the caller's own access, and saves it in files of a bounded size.
 *
 *   members, labels ──▶ goals, last changed first, each with its history ──▶ goals that were changed meanwhile ──▶ last file
 *                              └─ a file is full ──▶ save it                    └─ again, until there are none
 *
 * It holds one file and one page of goals at a time. Of a goal that is changed meanwhile there are two entries, and the last one
 * counts.
 */

export type ExportSource = Pick<
  Client,
  | 'listGoals'
  | 'listGoalUpdates'
  | 'listGoalUpdateAcknowledgements'
  | 'listGoalEdits'
  | 'listGoalLabels'
  | 'listOrganizationMembers'
>

export type ExportProgress = { goals: number; files: number }

export type ExportOptions = Patience & {
  source: ExportSource
  organization: { id: string; name: string }
  now: Date
  save: (name: string, text: readonly string[]) => void
  onProgress: (progress: ExportProgress) => void
  /** A file is full after so many characters. Default: 16 million. */
  fileCharacters?: number
}

const defaultFileCharacters = 16_000_000
/** The service's maximum. */
const pageSize = 100
/** Goals whose history is read at once. More would leave the page itself fewer requests. */
const goalsAtOnce = 3
/** If goals change all the time, it has to end. */
const maximumPasses = 5

/**
 * @throws the error of a request that cannot succeed, and the signal's reason after an abort. Files that were saved stay; the last
 *   one is missing.
 */
export async function exportOrganization(options: ExportOptions): Promise<ExportProgress> {
  const { source, organization, now, save, onProgress, fileCharacters = defaultFileCharacters } = options
  const get = <T>(call: () => Promise<T>) => persistently(call, options)
  const whole = async <P extends { nextCursor: string | null }>(
    load: (page: { cursor: string | undefined; limit: number }) => Promise<P>,
  ): Promise<P[]> => {
    const { pages } = await allPages(
      (cursor) => get(() => load({ cursor, limit: pageSize })),
      Number.POSITIVE_INFINITY,
    )
    return pages
  }

  const progress: ExportProgress = { goals: 0, files: 0 }
  const members = await whole((query) => source.listOrganizationMembers({ query }))
  const labels = await whole((query) => source.listGoalLabels({ query }))
  let goals: string[] = []
  let characters = 0

  function saveFile(last: boolean): void {
    const head: ExportHead = {
      format: 'cairn-organization',
      formatVersion: 1,
      exportedAt: now.toISOString(),
      organization: { id: organization.id, name: organization.name },
      part: ++progress.files,
      last,
      ...(progress.files === 1 && {
        members: members.flatMap((page) => page.members),
        labels: labels.flatMap((page) => page.labels),
      }),
    }
    save(fileName(head), fileText(head, goals))
    goals = []
    characters = 0
  }

  /** The exported version of each goal. */
  const versions = new Map<string, number>()

  function addGoal({ id, version }: Goal, entry: ExportedGoal | undefined): void {
    if (!entry) return
    if (characters >= fileCharacters) saveFile(false)
    const text = JSON.stringify(entry)
    goals.push(text)
    characters += text.length
    versions.set(id, version)
    progress.goals = versions.size
    onProgress({ ...progress })
  }

  async function withAcknowledgements(goalId: string, update: GoalUpdate): Promise<GoalUpdate> {
    const params = { goalId, revision: String(update.revision) }
    const pages = await whole((query) => source.listGoalUpdateAcknowledgements({ params, query }))
    return { ...update, acknowledgements: pages.flatMap((page) => page.acknowledgements) }
  }

  /** Returns undefined if the goal was deleted meanwhile. */
  async function readHistory(goal: Goal): Promise<ExportedGoal | undefined> {
    const params = { goalId: goal.id }
    try {
      const updates = await whole((page) =>
        source.listGoalUpdates({ params, query: { ...page, order: 'asc' } }),
      )
      const hasEdits = goal.version > goal.revision
      const edits = hasEdits
        ? await whole((page) => source.listGoalEdits({ params, query: { ...page, order: 'asc' } }))
        : []
      const reports: GoalUpdate[] = []
      for (const { updates: some, acknowledgementCounts = {} } of updates) {
        for (const update of some) {
          // Reports show the first ones only.
          const isWhole = acknowledgementCounts[update.revision] === undefined
          reports.push(isWhole ? update : await withAcknowledgements(goal.id, update))
        }
      }
      return {
        goal,
        updates: reports,
        edits: edits.flatMap((page) => page.edits),
      }
    } catch (error) {
      if (isApiError(error, 'goal_not_found')) return undefined
      throw error
    }
  }

  /** The newest change that was seen, by the service's clock. */
  let newest: string | undefined
  for (let pass = 1, found = true; found && pass <= maximumPasses; pass++) {
    const updatedSince = newest
    let cursor: string | undefined
    found = false
    do {
      const query = { cursor, limit: pageSize, updatedSince }
      const page = await get(() => source.listGoals({ query }))
      const changed = (page.goals as Goal[]).filter(({ id, version }) => versions.get(id) !== version)
      for (const { updatedAt } of page.goals) if (!newest || updatedAt > newest) newest = updatedAt
      for (let start = 0; start < changed.length; start += goalsAtOnce) {
        const some = changed.slice(start, start + goalsAtOnce)
        const entries = await Promise.all(some.map(readHistory))
        for (const [index, goal] of some.entries()) addGoal(goal, entries[index])
      }
      found ||= changed.length > 0
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  saveFile(true)
  onProgress({ ...progress })
  return progress
}
