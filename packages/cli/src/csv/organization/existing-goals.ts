import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CairnClient, Goal } from '@cairn/client'
import type { Journal } from '../../transfer/journal.ts'
import { sourceKey, sourceKeysIn } from '../cells/source.ts'
import type { PlannedGoal } from '../plan-goal.ts'
import { foldName } from '../row-links.ts'

/** A goal that a row may have become. */
export type ExistingGoal = Pick<Goal, 'id' | 'title' | 'version'> &
  Partial<Pick<Goal, 'status' | 'timeframe'>>

/** A row with the name under which it is remembered, and the goal that it is already. */
export type KnownRow = { goal: PlannedGoal; key: string; existing: ExistingGoal | undefined }

/** Finds a goal by its id, by what it is called at the product from which it was imported, or by a title that no other goal has. */
export type FindGoal = (name: string, product: string | undefined) => ExistingGoal | undefined

type Organization = {
  byId: Map<string, ExistingGoal>
  bySource: Map<string, ExistingGoal>
  byTitle: Map<string, ExistingGoal[]>
}

async function readOrganization(cairn: CairnClient): Promise<Organization> {
  const organization: Organization = { byId: new Map(), bySource: new Map(), byTitle: new Map() }
  for await (const { detailedDescription, ...listed } of cairn.goals()) {
    const { id, title, version, status, timeframe } = listed
    const goal = { id, title, version, status, timeframe }
    organization.byId.set(id, goal)
    for (const key of sourceKeysIn(detailedDescription)) organization.bySource.set(key, goal)
    organization.byTitle.set(foldName(title), [goal, ...(organization.byTitle.get(foldName(title)) ?? [])])
  }
  return organization
}

/**
 * Finds the goals that rows have become already: by the journal of an earlier import, by their id, by the source that the description
 * names, and without a source by title. A goal stands for one row.
 *
 * @returns The rows, and how to find other goals.
 * @param target  The service and the organization.
 * @param seesAll  Whether the caller sees every goal. Otherwise what the journal names is there, though it is not seen.
 */
export async function findExisting(
  cairn: CairnClient,
  goals: readonly PlannedGoal[],
  journal: Journal,
  target: string,
  seesAll: boolean,
): Promise<{ rows: KnownRow[]; findGoal: FindGoal }> {
  const { byId, bySource, byTitle } = await readOrganization(cairn)
  const noted = (key: string, title: string): ExistingGoal | undefined => {
    const id = journal.find(key)
    if (id === undefined) return undefined
    return byId.get(id) ?? (seesAll ? undefined : { id, title, version: 2 })
  }
  const taken = new Set<string>()
  const rows = keyed(goals, target).map(({ goal, key }): KnownRow => {
    const source = sourceKey(goal.source)
    const existing =
      noted(key, goal.title) ??
      byId.get(goal.goalId) ??
      (source === undefined ? undefined : bySource.get(source))
    if (existing) taken.add(existing.id)
    return { goal, key, existing }
  })
  // Of goals with one title, those first that also stand alike.
  for (const isLike of [standsAlike, () => true]) {
    for (const row of rows) {
      if (row.existing || sourceKey(row.goal.source) !== undefined) continue
      const titled = byTitle.get(foldName(row.goal.title)) ?? []
      row.existing = titled.find((goal) => !taken.has(goal.id) && isLike(goal, row.goal))
      if (row.existing) taken.add(row.existing.id)
    }
  }
  const findGoal: FindGoal = (name, product) => {
    const source = sourceKey({ product, id: name, url: '' })
    const [titled, ...others] = byTitle.get(foldName(name)) ?? []
    const named = byId.get(name.toLowerCase()) ?? (source === undefined ? undefined : bySource.get(source))
    return named ?? (others.length === 0 ? titled : undefined)
  }
  return { rows, findGoal }
}

function standsAlike({ status, timeframe }: ExistingGoal, { standing, body }: PlannedGoal): boolean {
  return status === standing.status && isDeepStrictEqual(timeframe, body.timeframe)
}

/** Names rows by what identifies them, whatever the file is called and wherever they stand in it. */
function keyed(goals: readonly PlannedGoal[], target: string): { goal: PlannedGoal; key: string }[] {
  const counts = new Map<string, number>()
  return goals.map((goal) => {
    const identity = JSON.stringify([goal.goalId, sourceKey(goal.source) ?? foldName(goal.title)])
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return { goal, key: keyOf([target, identity, count]) }
  })
}

/** An idempotency key. */
export function keyOf(parts: readonly unknown[]): string {
  return `cairn-import-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}
