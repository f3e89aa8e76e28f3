/** A deadline is near if it is at most two weeks away. */
const nearDays = 14

export type Urgency = 'overdue' | 'near' | 'later'

/** The urgency of a deadline `daysLeft` whole days away. A goal is overdue from the day after its deadline. */
export function urgencyOf(daysLeft: number): Urgency {
  if (daysLeft < 0) return 'overdue'
  return daysLeft <= nearDays ? 'near' : 'later'
}
