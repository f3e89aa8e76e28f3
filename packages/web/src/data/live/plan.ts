import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalChange } from './merge-goals.ts'

/** The data that events make out of date. */
export type Plan = {
  /** Goals with a new version, and deleted ones. */
  goals: Map<string, GoalChange>
  /** Goals with a new acknowledgement, which is in their history only. */
  acknowledged: Set<string>
  /** Goals on which work has begun or ended, or about which a question was asked or closed. Their version is the same. */
  worked: Set<string>
  /** Goals with a new, edited or deleted comment. Their version is the same. */
  commented: Set<string>
  /** The time of the first change among the goals. */
  since: string
  /** Goals were published, or have other parents or blockers. */
  relations: boolean
  labels: boolean
  /** A label that goals show has another name or color. */
  labelsOfGoals: boolean
  members: boolean
  invitations: boolean
  /** The reader's own membership. */
  ownMembership: boolean
}

const isRelation = (field: string) => field === 'parentGoalId' || field === 'blockedByGoalIds'

const isWork = (type: string) =>
  type === 'goal.claimed' || type === 'goal.claim_ended' || type.startsWith('question.')

/** @param events  Oldest first. */
export function planOf(events: readonly Event[], reader: string): Plan {
  const plan: Plan = {
    goals: new Map(),
    acknowledged: new Set(),
    worked: new Set(),
    commented: new Set(),
    since: '',
    relations: false,
    labels: false,
    labelsOfGoals: false,
    members: false,
    invitations: false,
    ownMembership: false,
  }
  for (const event of events) {
    const { type, goal, data } = event
    if (type === 'goal.deleted') {
      if (goal) plan.goals.set(goal.id, { version: 0, isDeleted: true })
    } else if (type === 'report.acknowledged') {
      if (goal) plan.acknowledged.add(goal.id)
      // The goal has it beside its verdicts, at the same version.
      if (goal && 'confirmedCriterionIds' in data) plan.worked.add(goal.id)
    } else if (type.startsWith('comment.')) {
      if (goal) plan.commented.add(goal.id)
    } else if (isWork(type)) {
      if (goal) plan.worked.add(goal.id)
    } else if (type.startsWith('goal.') && 'version' in data) {
      if (!goal || plan.goals.get(goal.id)?.isDeleted) continue
      const version = Math.max(data.version, plan.goals.get(goal.id)?.version ?? 0)
      plan.goals.set(goal.id, { version, isDeleted: false })
      plan.relations ||= type === 'goal.published' || ('fields' in data && data.fields.some(isRelation))
      if (plan.since === '' || event.createdAt < plan.since) plan.since = event.createdAt
    } else if (type.startsWith('label.')) {
      plan.labels = true
      plan.labelsOfGoals ||= type === 'label.updated'
    } else if (type.startsWith('invitation.')) {
      plan.invitations = true
    } else if ('userId' in data) {
      plan.members = true
      plan.ownMembership ||= data.userId === reader
    }
  }
  return plan
}
