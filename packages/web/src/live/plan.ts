import type { Event } from '@cairn/contract/schemas/feed/events'
import type { GoalChange } from './merge-goals.ts'

/** What events make out of date. */
export type Plan = {
  /** Goals with a new version, and deleted ones. */
  goals: Map<string, GoalChange>
  /** Goals with a new acknowledgement, which is in their history only. */
  acknowledged: Set<string>
  /** When the first of the goals changed. */
  since: string
  labels: boolean
  /** A label that goals show has another name or color. */
  labelsOfGoals: boolean
  members: boolean
  invitations: boolean
  /** The reader's own membership. */
  ownMembership: boolean
}

/** @param events  Oldest first. */
export function planOf(events: readonly Event[], reader: string): Plan {
  const plan: Plan = {
    goals: new Map(),
    acknowledged: new Set(),
    since: '',
    labels: false,
    labelsOfGoals: false,
    members: false,
    invitations: false,
    ownMembership: false,
  }
  for (const event of events) {
    const { goal, createdAt } = event
    switch (event.type) {
      case 'goal.published':
      case 'goal.reported':
      case 'goal.edited': {
        if (!goal || plan.goals.get(goal.id)?.isDeleted) break
        const version = Math.max(event.data.version, plan.goals.get(goal.id)?.version ?? 0)
        plan.goals.set(goal.id, { version, isDeleted: false })
        if (plan.since === '' || createdAt < plan.since) plan.since = createdAt
        break
      }
      case 'goal.deleted':
        if (goal) plan.goals.set(goal.id, { version: 0, isDeleted: true })
        break
      case 'report.acknowledged':
        if (goal) plan.acknowledged.add(goal.id)
        break
      case 'label.created':
      case 'label.deleted':
        plan.labels = true
        break
      case 'label.updated':
        plan.labels = true
        plan.labelsOfGoals = true
        break
      case 'invitation.created':
      case 'invitation.accepted':
      case 'invitation.revoked':
        plan.invitations = true
        break
      case 'member.joined':
      case 'member.left':
      case 'member.removed':
      case 'member.role_changed':
        plan.members = true
        plan.ownMembership ||= event.data.userId === reader
    }
  }
  return plan
}
