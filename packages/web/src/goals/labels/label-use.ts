import { texts } from './texts.ts'

type LabeledGoal = { id: string; title: string }

/** The goals that use a label: all of them, or only the first if `hasMore`. */
export type LabelUse = { goals: LabeledGoal[]; hasMore: boolean }

type Page = { goals: LabeledGoal[]; nextCursor: string | null }

/** Stop counting at this number of goals. */
export const countedGoals = 20

/** Finds the goals that use a label. A short or empty page is not necessarily the last one. */
export async function findLabelUse(load: (cursor: string | undefined) => Promise<Page>): Promise<LabelUse> {
  const goals: LabeledGoal[] = []
  let cursor: string | null | undefined
  while (cursor !== null && goals.length < countedGoals) {
    const page = await load(cursor)
    goals.push(...page.goals)
    cursor = page.nextCursor
  }
  return { goals, hasMore: cursor !== null }
}

/** A sentence with `{label}` in place of the label. */
export function describeLabelUse({ goals: { length }, hasMore }: LabelUse): string {
  const { isOn, isOnMore, isOnOne } = texts.deletion
  if (hasMore) return isOnMore(length)
  return length === 1 ? isOnOne : isOn(length)
}
