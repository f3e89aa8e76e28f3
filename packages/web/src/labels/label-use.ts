/** Goals that carry a label: all of them, or the first of more. */
export type LabelUse = { goals: { id: string; title: string }[]; hasMore: boolean }

/** The end of a sentence that begins with the name of the label. */
export function labelUseWords({ goals: { length }, hasMore }: LabelUse): string {
  const count = hasMore ? `more than ${length} goals` : length === 1 ? 'one goal' : `${length} goals`
  const them = length === 1 && !hasMore ? 'it' : 'them'
  return `is on ${count}. Remove it from ${them} first, then delete it.`
}
