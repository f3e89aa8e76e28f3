/** A deadline is near from two weeks before. */
const nearDays = 14

export type Urgency = 'overdue' | 'near' | 'later'

/** How pressing a deadline is that is `daysLeft` whole days away; its own day is the last one in time. */
export function urgencyOf(daysLeft: number): Urgency {
  if (daysLeft < 0) return 'overdue'
  return daysLeft <= nearDays ? 'near' : 'later'
}
