/** The actions in the audit log. */

/** Entries are kept for a year. */
export const auditRetentionDays = 365

/** The action of an entry. The part before the dot is its kind. */
export const auditActions = [
  'session.signed_in',
  'session.signed_out',
  'session.ended',
  'session.others_ended',
  'account.password_changed',
  'account.password_reset',
  'account.email_changed',
  'account.profile_changed',
  'account.deleted',
  'api_token.created',
  'api_token.rotated',
  'api_token.revoked',
  'grant.created',
  'grant.revoked',
  'grant.refreshed_again',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'goal.taken_back',
  'question.answered',
  'goal_template.created',
  'goal_template.updated',
  'goal_template.deleted',
  'organization.created',
  'organization.updated',
  'organization.owner_changed',
] as const

export type AuditAction = (typeof auditActions)[number]
type KindOf<Action> = Action extends `${infer Kind}.${string}` ? Kind : never
export type AuditKind = KindOf<AuditAction>

export function auditKindOf(action: AuditAction): AuditKind {
  return action.slice(0, action.indexOf('.')) as AuditKind
}

export const auditKinds = [...new Set(auditActions.map(auditKindOf))] as [AuditKind, ...AuditKind[]]
