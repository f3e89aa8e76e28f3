type LabeledGoal = { id: string; title: string }

/** Goals that carry a label: all of them, or the first of more. */
export type LabelUse = { goals: LabeledGoal[]; hasMore: boolean }

type Page = { goals: LabeledGoal[]; nextCursor: string | null }

/** So many goals are counted. They come whole, and nobody reads on. */
export const countedGoals = 20

/** Looks for the goals that carry a label. A page may be short, or even empty, and still not be the last. */
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

/** The end of a sentence that begins with the name of the label. */
export function labelUseWords({ goals: { length }, hasMore }: LabelUse): string {
  if (hasMore) return `is on more than ${length} goals. To delete it, remove it from them first.`
  if (length === 1) return 'is on one goal. To delete it, remove it from that goal first.'
  return `is on ${length} goals. To delete it, remove it from them first.`
}
