// Written by `npm run openapi` from packages/contract/openapi.json.
import type { CallOptions } from './options.ts'

/** That a member has read a report. */
export type Acknowledgement = {
  /** Who has read it. */
  userId: string
  /** When. */
  at: string
}

/** Who acted: a person, or a program. */
export type Actor = {
  /** `user`: a person with the web app. `client` and `agent`: a program with a token; `agent` is one that decides by itself. */
  kind: 'user' | 'client' | 'agent'
  /** The id of the user, or of the API token. */
  id: string
  /** The run of the program, as the program named it. `null` if it named none. */
  runId: string | null
}

/** What the program or agent that acted was called: the name of its API token or grant. Absent if a person acted. */
export type ActorName = string

/** What a token may do. A write scope includes no read scope; an `:all` scope includes the one for own goals. */
export type ApiTokenScope =
  | 'goals:read'
  | 'goals:write'
  | 'goals:read:all'
  | 'goals:write:all'
  | 'labels:read'
  | 'labels:write'
  | 'members:read'
  | 'inbox'
  | 'comments:write'

/** A question. */
export type AskQuestionRequest = {
  /** The question, in Markdown. */
  text: string
  /** Answers to choose from. */
  options?: string[] | undefined
  /** Members. Default: the owner of the goal, otherwise the owners and admins of the organization. */
  askedUserIds?: string[] | undefined
  /** Default: 168, a week. */
  expiresInHours?: number | undefined
}

/** What needs the caller, and what has changed. At most 32 KiB: what does not fit is left out, and `moreGoals` or `moreEvents` says so. */
export type Brief = {
  /** When the brief was made. */
  asOf: string
  /** The organization that the brief is about. */
  organization: {
    /** The organization. */
    id: string
    /** Its name. */
    name: string
  }
  /** Open questions that the caller’s user was asked, oldest first, at most 10. `GET /v1/questions` has all. */
  questions: GoalQuestion[]
  /** Reports on active goals whose verdicts the caller’s user may confirm, at most 20: those of goals that the user reviews come first, then those that nobody reviews in particular; of each kind, the oldest first. */
  toReview: BriefReview[]
  /** Unread mentions of the caller’s user in comments, newest first, at most 5. For a session, or a token with the scope `inbox`; `GET /v1/inbox` has all. */
  mentions: InboxItem[]
  /** Active goals of the `scope`, most pressing first: by the first reason in `attention`, then by what is due first (target date or next report), then the longest without a report. Those that need nobody come last. */
  goals: BriefGoal[]
  /** Whether there are more active goals in the `scope`. */
  moreGoals: boolean
  /** Returns the goals that follow, as `goalsCursor` of the next request; `null` if there are none. All pages are in the order at the time of the first one. A goal that has changed since then comes last, and may come twice. */
  goalsCursor: string | null
  /** What happened since, oldest first, within the sight of the caller: with `goals:read` alone, events of the goals that the token's user owns now. */
  events: NamedEvent[]
  /** With a cursor: more events follow `cursor`. With a time: older events since that time are left out. Where the caller sees so few events that not all could be looked through at once, `cursor` returns the rest. */
  moreEvents: boolean
  /** The names of the users in `events`: who acted, in whose name, and whom it is about. Former members are absent. */
  people: {
    /** The id of the user. */
    id: string
    /** The name that the user has now. */
    displayName: string
  }[]
  /** Opaque. Continue from here with the next request: it returns what has happened since. It stays valid as long as the events after it are kept. */
  cursor: string
}

/** A goal without its texts, with the name of its owner. */
export type BriefGoal = {
  /** The id. It never changes and is never used again. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The title, at most 200 characters. */
  title: string
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals. */
  health: GoalHealth | null
  /** By when the goal shall be reached. */
  timeframe: GoalTimeframe
  /** The last judgement of the whole goal by a report; `null` if there is none. */
  currentEvaluation: GoalEvaluation | null
  /** The user who owns the goal. `null`: nobody owns it. */
  ownerUserId: string | null
  /** The member who confirms what was judged as met, beside administrators. `null`: everybody but who judged it. One who has left the organization stays and can confirm nothing. */
  reviewerUserId: string | null
  /** Sorted by name. */
  labels: {
    /** The label. */
    id: string
    /** The name of the label. */
    name: string
    /** A color, in any notation, at most 32 characters. The web app knows CSS colors. `null`: none. */
    color: string | null
  }[]
  /** The mean progress of the measures that have a value; `null` without any. */
  progress: number | null
  /** How often a report is due; `null` if none is ever due. */
  cadence: GoalCadence | null
  /** The goal above. `null` if there is none, or none that the caller sees. */
  parentGoalId: string | null
  /** The goals above that the caller sees, top first, at most 4. */
  ancestors: GoalAncestor[]
  /** The goals that this one waits for and the caller sees, at most 20. */
  blockedBy: GoalBlocker[]
  /** Whether somebody can work on it: it is active, nobody has claimed it, every blocker is completed, archived or deleted, and no sub-goal is active or paused. */
  ready: boolean
  /** Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready. */
  notReady?: ('status' | 'claimed' | 'blocked' | 'subgoals')[] | undefined
  /** What the goals below add up to. `null` without sub-goals, or if the caller does not see all of them. */
  rollup: GoalRollup | null
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight: number
  /** Who works on the goal. `null` if nobody does, or the lease has expired. */
  claim: GoalClaim | null
  used: GoalUsed
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget: GoalBudget | null
  verification: GoalVerification
  /** The last report, or publication, plus the cadence while the goal is active; otherwise `null`. */
  nextReportDueAt: string | null
  /** Why the goal needs somebody at the time of the request. Empty unless it is active. */
  attention: GoalAttentionReason[]
  /** Starts at 1 and increases by 1 with each report. */
  revision: number
  /** Starts at 1 and increases by 1 with each report and each edit. */
  version: number
  /** The hash of the newest entry of the history. */
  historyHash: string
  /** When it was created. */
  createdAt: string
  /** The user who created it. */
  createdByUserId: string
  /** When it was last changed. */
  updatedAt: string
  /** The user who last changed it. */
  updatedByUserId: string
  /** The number of criteria. */
  criteriaCount: number
  /** The number of criteria whose latest verdict is `met`. */
  criteriaMetCount: number
  /** How many of those that are met somebody has confirmed. */
  criteriaConfirmedCount: number
  /** The number of measures. */
  measuresCount: number
  /** The health of the goal after each of its latest reports, oldest first; `null` if it had none. */
  recentHealth: (GoalHealth | null)[]
  /** `null` before the first report. */
  lastReport: LastReport | null
  /** The place of the words of `q`: of the first of them that is not in the title. Only with `q`. */
  match?: GoalMatch | undefined
  /** `null` if nobody owns the goal. */
  owner: {
    /** The id of the user. */
    id: string
    /** The name that people see, at most 100 characters. */
    displayName: string
  } | null
}

/** A report whose verdicts the user may confirm. */
export type BriefReview = {
  /** The goal. */
  goal: {
    /** The goal. */
    id: string
    /** Its title. */
    title: string
  }
  /** The report to acknowledge. */
  revision: number
  /** How many criteria it judged as met, and nobody has confirmed. */
  criteriaCount: number
}

/** How long, and for which run. */
export type ClaimGoalRequest = {
  /** How long the claim lasts from now unless it is renewed. Default: 900. */
  leaseSeconds?: number | undefined
  /** The run of the program that claims. The same run claims again to extend; every other run is another holder. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  runId?: string | undefined
  /** Where people can watch the work. */
  externalUrl?: string | undefined
  /** What the holder is doing. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  note?: string | undefined
}

/** Which goals come into question, and how long the claim lasts. */
export type ClaimNextGoalRequest = {
  /** Only goals anywhere below this one. */
  parentGoalId?: string | undefined
  /** Only goals that have this label. */
  labelId?: string | undefined
  /** The id of a user; `me` for the caller, `none` or `null` for goals that nobody owns. */
  ownerUserId?: string | null | undefined
  /** Words of the goal, as in the list of goals. */
  q?: string | undefined
  /** How long the claim lasts from now unless it is renewed. Default: 900. */
  leaseSeconds?: number | undefined
  /** The run of the program that claims. The same run claims again to extend; every other run is another holder. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  runId?: string | undefined
  /** Where people can watch the work. */
  externalUrl?: string | undefined
}

/** The goal that was claimed, or none. */
export type ClaimNextGoalResponse = {
  /** `null` if no goal is ready. */
  goal: Goal | null
  claim?: GoalClaim | undefined
  /** When to ask again. Only if no goal is ready. */
  retryAfterSeconds?: number | undefined
}

/** A goal. */
export type ClaimedGoal = {
  /** The goal. */
  id: string
  /** Its title. */
  title: string
}

/** The goal and the claim on it. */
export type ClaimedGoalResponse = {
  /** The goal. */
  goal: Goal
  claim: GoalClaim
}

/** The program that reports. */
export type ClientInfo = {
  /** The name of the program. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  name: string
  /** The version of the program. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  version: string
}

/** Without the words: events never change, and deleting a comment deletes its words. */
export type CommentEventData = {
  /** The comment. */
  commentId: string
  /** The report that the comment is about; `null` for the goal. */
  reportRevision: number | null
  /** The people who are mentioned. */
  mentionedUserIds: string[]
}

/** The period in which a goal continues. */
export type ContinueGoalRequest = {
  /** The next period. */
  timeframe: PublishedGoalTimeframe
  /** Default: that of the goal. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title?: string | undefined
}

/** A comment. */
export type CreateGoalCommentRequest = {
  /** The comment, in Markdown. */
  text: string
  /** The report that the comment is about. Default: the goal. */
  reportRevision?: number | undefined
  /** Members who are told by name. */
  mentionedUserIds?: string[] | undefined
}

/** A new label. */
export type CreateGoalLabelRequest = {
  /** The name, unique in the organization without regard to case. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  name: string
  /** A color, in any notation, at most 32 characters. The web app knows CSS colors. `null`: none. */
  color?: string | null | undefined
  /** What the label is for, at most 500 characters. `null`: nothing. */
  description?: string | null | undefined
}

/** A new goal. It starts as `active`, at revision 1 and version 1. */
export type CreateGoalRequest = {
  /** What the goal is about, in Markdown. With everything else of the goal at most 256 KiB. */
  detailedDescription: string
  /** By when the goal shall be reached. */
  timeframe: PublishedGoalTimeframe
  /** The title. Default: the first sentence of the description, shortened to 72 characters. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title?: string | undefined
  /** A member of the organization. `null` means that nobody owns the goal. */
  ownerUserId?: string | null | undefined
  /** A member of the organization, but not the owner. `null`: nobody in particular. */
  reviewerUserId?: string | null | undefined
  /** The labels of the goal, at most 20, each once. */
  labelIds?: string[] | undefined
  /** What must be true for success, at most 100 criteria. */
  criteria?: WrittenGoalCriterion[] | undefined
  verification?: GoalVerification | undefined
  /** Numbers that show progress, at most 20 measures. */
  measures?: WrittenGoalMeasure[] | undefined
  /** How often a report is due; `null` if none is ever due. */
  cadence?: GoalCadence | null | undefined
  /** The goal above. `null`: none. */
  parentGoalId?: string | null | undefined
  /** The goals that must be completed or archived before this one is ready. Replaces the set. */
  blockedByGoalIds?: string[] | undefined
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight?: number | undefined
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget?: GoalBudget | null | undefined
}

/** `health` or `evaluation`, if null or absent, keeps its current value. A report with status `completed` or `archived` clears the health and must not include one. */
export type CreateGoalUpdateRequest = {
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** What happened, in one sentence. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  summary: string
  /** What happened, in Markdown. */
  details: string
  /** The revision that the report is based on. If the goal is at another revision, the report is refused with `goal_revision_conflict`, which tells what was missed. */
  expectedRevision: number
  /** Unique per report on the goal. A retry with the same key and content returns the first response, whatever its `expectedRevision`, `runId` and `clientInfo`. */
  idempotencyKey: string
  /** The new health. Absent or null: as it is. */
  health?: GoalHealth | null | undefined
  /** A new judgement of the whole goal. Absent or null: as it is. */
  evaluation?: ReportedGoalEvaluation | null | undefined
  /** Judgements of criteria, at most one for each. */
  verdicts?: ReportedVerdict[] | undefined
  /** Values of measures, at most one for each. */
  measurements?: Measurement[] | undefined
  /** What shows that the report is true: at most 20. */
  evidence?: Evidence[] | undefined
  /** The run of the program that reports. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  runId?: string | undefined
  /** The program that reported, as it named itself. `null` if it did not. */
  clientInfo?: ClientInfo | undefined
  /** What whoever continues must know, in Markdown: at most 8 KiB. `null` removes the current one. Absent: it stays. */
  handoff?: string | null | undefined
  /** The sums, in the order of goals or actors. */
  usage?: ReportedUsage | undefined
  /** The fence of the claim under which the caller works. If it is not the current one, nothing is written: `goal_claim_lost`. */
  claimFence?: number | undefined
}

/** The confirmation that a criterion is met. */
export type CriterionConfirmation = {
  /** The member who has confirmed it. */
  userId: string
  /** When. */
  at: string
}

/** What the latest report that judged a criterion said. */
export type CriterionVerdict = {
  /** Whether it is met. */
  result: 'met' | 'not_met' | 'unknown'
  /** When the report was made. */
  asOf: string
  /** The revision of the report. */
  revision: number
  /** The user in whose name it was done: a token acts for the user who created it. */
  authorityUserId: string
}

/** Every error response has this shape. */
export type ErrorBody = {
  /** The code, on which clients decide. It never changes. */
  error:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'invalid_or_expired_token'
    | 'invalid_goal_owner'
    | 'invalid_goal_reviewer'
    | 'invalid_goal_labels'
    | 'invalid_goal_criteria'
    | 'invalid_goal_measures'
    | 'invalid_goal_parent'
    | 'invalid_goal_blockers'
    | 'member_not_found'
    | 'invalid_mention'
    | 'invalid_webhook_url'
    | 'invitation_self'
    | 'unauthorized'
    | 'invalid_credentials'
    | 'invalid_api_token'
    | 'origin_not_allowed'
    | 'insufficient_scope'
    | 'permission_denied'
    | 'membership_not_found'
    | 'organization_admin_required'
    | 'organization_owner_required'
    | 'owner_role_immutable'
    | 'invitation_not_pending'
    | 'invitation_email_mismatch'
    | 'goal_owner_forbidden'
    | 'acknowledgement_own_report'
    | 'report_request_own_goal'
    | 'confirmation_not_allowed'
    | 'budget_requires_session'
    | 'goal_view_owner_required'
    | 'not_found'
    | 'goal_not_found'
    | 'goal_label_not_found'
    | 'question_not_found'
    | 'inbox_item_not_found'
    | 'comment_not_found'
    | 'goal_view_not_found'
    | 'draft_not_found'
    | 'goal_template_not_found'
    | 'invitation_not_found'
    | 'organization_member_not_found'
    | 'api_token_not_found'
    | 'session_not_found'
    | 'picture_not_found'
    | 'oauth_consent_not_found'
    | 'oauth_device_not_found'
    | 'oauth_grant_not_found'
    | 'webhook_not_found'
    | 'webhook_delivery_not_found'
    | 'method_not_allowed'
    | 'sole_owner'
    | 'too_many_organizations'
    | 'too_many_webhooks'
    | 'too_many_goal_views'
    | 'too_many_goal_templates'
    | 'invitation_already_pending'
    | 'invitation_already_member'
    | 'goal_revision_conflict'
    | 'goal_version_conflict'
    | 'goal_parent_conflict'
    | 'goal_blocker_conflict'
    | 'goal_has_children'
    | 'too_many_continuations'
    | 'goal_claimed'
    | 'goal_claim_lost'
    | 'goal_not_ready'
    | 'question_closed'
    | 'report_already_requested'
    | 'goal_has_no_owner'
    | 'goal_closed'
    | 'verification_required'
    | 'goal_update_idempotency_conflict'
    | 'idempotency_conflict'
    | 'idempotency_secret_gone'
    | 'goal_label_exists'
    | 'goal_label_in_use'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'too_many_requests'
    | 'internal_error'
    | 'unavailable'
  /** What went wrong, for the developer of the client. It may change. */
  message: string
  /** The code that means the same. Present if `error` is an alias, which older clients know. */
  aliasOf?:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'invalid_or_expired_token'
    | 'invalid_goal_owner'
    | 'invalid_goal_reviewer'
    | 'invalid_goal_labels'
    | 'invalid_goal_criteria'
    | 'invalid_goal_measures'
    | 'invalid_goal_parent'
    | 'invalid_goal_blockers'
    | 'member_not_found'
    | 'invalid_mention'
    | 'invalid_webhook_url'
    | 'invitation_self'
    | 'unauthorized'
    | 'invalid_credentials'
    | 'invalid_api_token'
    | 'origin_not_allowed'
    | 'insufficient_scope'
    | 'permission_denied'
    | 'membership_not_found'
    | 'organization_admin_required'
    | 'organization_owner_required'
    | 'owner_role_immutable'
    | 'invitation_not_pending'
    | 'invitation_email_mismatch'
    | 'goal_owner_forbidden'
    | 'acknowledgement_own_report'
    | 'report_request_own_goal'
    | 'confirmation_not_allowed'
    | 'budget_requires_session'
    | 'goal_view_owner_required'
    | 'not_found'
    | 'goal_not_found'
    | 'goal_label_not_found'
    | 'question_not_found'
    | 'inbox_item_not_found'
    | 'comment_not_found'
    | 'goal_view_not_found'
    | 'draft_not_found'
    | 'goal_template_not_found'
    | 'invitation_not_found'
    | 'organization_member_not_found'
    | 'api_token_not_found'
    | 'session_not_found'
    | 'picture_not_found'
    | 'oauth_consent_not_found'
    | 'oauth_device_not_found'
    | 'oauth_grant_not_found'
    | 'webhook_not_found'
    | 'webhook_delivery_not_found'
    | 'method_not_allowed'
    | 'sole_owner'
    | 'too_many_organizations'
    | 'too_many_webhooks'
    | 'too_many_goal_views'
    | 'too_many_goal_templates'
    | 'invitation_already_pending'
    | 'invitation_already_member'
    | 'goal_revision_conflict'
    | 'goal_version_conflict'
    | 'goal_parent_conflict'
    | 'goal_blocker_conflict'
    | 'goal_has_children'
    | 'too_many_continuations'
    | 'goal_claimed'
    | 'goal_claim_lost'
    | 'goal_not_ready'
    | 'question_closed'
    | 'report_already_requested'
    | 'goal_has_no_owner'
    | 'goal_closed'
    | 'verification_required'
    | 'goal_update_idempotency_conflict'
    | 'idempotency_conflict'
    | 'idempotency_secret_gone'
    | 'goal_label_exists'
    | 'goal_label_in_use'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'too_many_requests'
    | 'internal_error'
    | 'unavailable'
    | undefined
  /** Only with `invalid_request`. */
  details?: ErrorDetail[] | undefined
  /** Only with `goal_revision_conflict`, `goal_version_conflict`, and `goal_claim_lost` of a report or an edit: what the caller missed. */
  conflict?: GoalConflict | undefined
  /** Only with `goal_claimed` and `goal_claim_lost`: the current claim; `null` if there is none. */
  claim?: GoalClaim | null | undefined
  /** Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready. */
  reasons?: ('status' | 'claimed' | 'blocked' | 'subgoals')[] | undefined
  /** Only with `question_closed`: the question, with its answer if it has one. */
  question?: GoalQuestion | undefined
  /** Only with `goal_update_idempotency_conflict`: the report that has the key. */
  update?: GoalUpdate | undefined
  /** By revision, how many members have acknowledged a report, for reports with more than 20. Absent if there are none. */
  acknowledgementCounts?: Record<string, number> | undefined
  /** Only with `verification_required`: the criteria that are not judged as met, or that nobody has confirmed. */
  criterionIds?: string[] | undefined
  /** Only with `idempotency_secret_gone`: the id of what the first request created. */
  id?: string | undefined
}

/** What is wrong with a field of the request. */
export type ErrorDetail = {
  /** The field, with dots: empty for the body as a whole. */
  path: string
  /** What to do about it, for developers. */
  message: string
  /** What is wrong. More codes may come. */
  code:
    | 'required'
    | 'unknown_field'
    | 'repeated'
    | 'invalid_type'
    | 'invalid_value'
    | 'invalid_format'
    | 'invalid_text'
    | 'blank'
    | 'too_long'
    | 'too_short'
    | 'too_many'
    | 'too_few'
    | 'too_large'
    | 'too_small'
    | 'invalid'
  /** With `too_long`, `too_many` and `too_large`: what is allowed at most; with `too_short`, `too_few` and `too_small`: at least. */
  limit?: number | undefined
}

/** Something that happened. `data` depends on `type`. */
export type Event =
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.published'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalPublishedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.reported'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalReportedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.edited'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalEditedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalDeletedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'report.acknowledged'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: ReportAcknowledgedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.claimed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalClaimedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.claim_ended'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalClaimEndedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.asked'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.answered'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.withdrawn'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'report.requested'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: ReportRequestedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.edited'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.updated'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.joined'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.left'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.removed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.role_changed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberRoleChangedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.accepted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.revoked'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: Actor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }

/** The goal with its title when the event was recorded. */
export type EventGoal = {
  /** The goal. */
  id: string
  /** Its title then. */
  title: string
} | null

/** Has an address, a text, or both. */
export type Evidence = {
  /** What it is, at most 200 characters. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title: string
  /** An https address, at most 2,000 characters. */
  url?: string | undefined
  /** A quote, at most 2,000 characters. */
  text?: string | undefined
  /** The SHA-256 of what the evidence refers to. */
  sha256?: string | undefined
}

/** A page of a tree. */
export type GetGoalTreeResponse = {
  /** The goal itself first. */
  goals: GoalTreeEntry[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A goal with all its texts, at the time of the request. */
export type Goal = {
  /** The id. It never changes and is never used again. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The title, at most 200 characters. */
  title: string
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals. */
  health: GoalHealth | null
  /** By when the goal shall be reached. */
  timeframe: GoalTimeframe
  /** The last judgement of the whole goal by a report; `null` if there is none. */
  currentEvaluation: GoalEvaluation | null
  /** The user who owns the goal. `null`: nobody owns it. */
  ownerUserId: string | null
  /** The member who confirms what was judged as met, beside administrators. `null`: everybody but who judged it. One who has left the organization stays and can confirm nothing. */
  reviewerUserId: string | null
  /** The labels of the goal, sorted by name. */
  labels: GoalLabel[]
  /** The mean progress of the measures that have a value; `null` without any. */
  progress: number | null
  /** How often a report is due; `null` if none is ever due. */
  cadence: GoalCadence | null
  /** The goal above. `null` if there is none, or none that the caller sees. */
  parentGoalId: string | null
  /** The goals above that the caller sees, top first, at most 4. */
  ancestors: GoalAncestor[]
  /** The goals that this one waits for and the caller sees, at most 20. */
  blockedBy: GoalBlocker[]
  /** Whether somebody can work on it: it is active, nobody has claimed it, every blocker is completed, archived or deleted, and no sub-goal is active or paused. */
  ready: boolean
  /** Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready. */
  notReady?: ('status' | 'claimed' | 'blocked' | 'subgoals')[] | undefined
  /** What the goals below add up to. `null` without sub-goals, or if the caller does not see all of them. */
  rollup: GoalRollup | null
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight: number
  /** Who works on the goal. `null` if nobody does, or the lease has expired. */
  claim: GoalClaim | null
  used: GoalUsed
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget: GoalBudget | null
  verification: GoalVerification
  /** The last report, or publication, plus the cadence while the goal is active; otherwise `null`. */
  nextReportDueAt: string | null
  /** Why the goal needs somebody at the time of the request. Empty unless it is active. */
  attention: GoalAttentionReason[]
  /** Starts at 1 and increases by 1 with each report. */
  revision: number
  /** Starts at 1 and increases by 1 with each report and each edit. */
  version: number
  /** The hash of the newest entry of the history. */
  historyHash: string
  /** When it was created. */
  createdAt: string
  /** The user who created it. */
  createdByUserId: string
  /** When it was last changed. */
  updatedAt: string
  /** The user who last changed it. */
  updatedByUserId: string
  /** What the goal is about, in Markdown. */
  detailedDescription: string
  /** What must be true for success, at most 100 criteria. */
  criteria: GoalCriterion[]
  /** Numbers that show progress, at most 20 measures. */
  measures: GoalMeasure[]
  /** What the last report with a hand-off says to whoever continues. `null` if there is none. */
  handoff: GoalHandoff | null
  /** Whether the caller watches the goal. Only in answers to a session, and not in summaries. */
  watching?: boolean | undefined
  /** The goal that this one continues in another period. `null` if there is none that the caller sees. Not in summaries, as the next field. */
  continuedFromGoalId?: string | null | undefined
  /** The goals that continue this one and that the caller sees, oldest first. */
  continuedByGoalIds?: string[] | undefined
}

/** A goal above another one. */
export type GoalAncestor = {
  /** The goal. */
  id: string
  /** Its title. */
  title: string
}

/** Why a goal needs somebody: a question is open, it is past its target date, its report is late, its health is not good, somebody stopped working on it without saying so, its budget is used up, somebody else has to confirm what was judged as met, its target date is within 14 days, or a criterion was judged as not met. The most urgent reason comes first. */
export type GoalAttentionReason =
  | 'question_open'
  | 'overdue'
  | 'report_late'
  | 'off_track'
  | 'claim_expired'
  | 'budget_used'
  | 'review_requested'
  | 'at_risk'
  | 'due_soon'
  | 'criteria_not_met'

/** A goal that another one waits for. */
export type GoalBlocker = {
  /** The goal. */
  id: string
  /** Its title. */
  title: string
  /** Its status. */
  status: GoalStatus
}

/** What work on the goal should use at most. It stops nobody: the goal needs attention then. */
export type GoalBudget = {
  /** Input and output tokens together. */
  tokens?: number | undefined
  /** Seconds of work. */
  seconds?: number | undefined
  /** In millionths of the one currency that the team uses. */
  costMicros?: number | undefined
}

/** A report is due this many days after the last one. */
export type GoalCadence = {
  /** Days from one report to the next, 1 to 366. */
  everyDays: number
}

/** That somebody works on a goal. */
export type GoalClaim = {
  /** Only rises. Reports and edits under the claim name it. */
  fence: number
  /** Who works on the goal. */
  holder: NamedActor
  /** The run that claimed; `null` if it did not say. */
  runId: string | null
  /** Where people can watch the work; `null` if nowhere. */
  externalUrl: string | null
  /** What the holder is doing; `null` if it did not say. */
  note: string | null
  /** When the work began. */
  claimedAt: string
  /** When the claim ends unless it is renewed. */
  expiresAt: string
}

/** The claim that ended, and why. */
export type GoalClaimEndedData = {
  /** The fence of the claim under which the caller works. If it is not the current one, nothing is written: `goal_claim_lost`. */
  fence: number
  /** `released`: by its holder. `reported`: a report ended the work. `taken_back`: by the owner of the goal or an administrator. `revoked`: the holder lost its credential or membership. */
  reason: 'released' | 'reported' | 'taken_back' | 'revoked'
}

/** A claim. */
export type GoalClaimResponse = {
  claim: GoalClaim
}

/** The claim that somebody made. */
export type GoalClaimedData = {
  /** The fence of the claim under which the caller works. If it is not the current one, nothing is written: `goal_claim_lost`. */
  fence: number
  /** When the lease ends unless it is renewed. */
  expiresAt: string
}

/** A comment on a goal or a report. */
export type GoalComment = {
  /** The comment. */
  id: string
  /** The goal. */
  goalId: string
  /** The report that it is about; `null` for the goal. */
  reportRevision: number | null
  /** Markdown. `null` once it is deleted. */
  text: string | null
  /** Empty once it is deleted. */
  mentionedUserIds: string[]
  /** The user in whose name it was written. */
  authorityUserId: string
  /** Who wrote it. */
  actor: NamedActor
  /** When it was written. */
  createdAt: string
  /** When it was last edited; `null` if never. */
  editedAt: string | null
  /** When it was deleted; `null` unless it was. */
  deletedAt: string | null
}

/** A comment. */
export type GoalCommentResponse = {
  /** The comment. */
  comment: GoalComment
}

/** What the caller missed since the revision or version that it named, so that it needs no other request. */
export type GoalConflict = {
  /** The current revision. */
  revision: number
  /** The current version. */
  version: number
  /** The newest of the missed reports, newest last. */
  updates: GoalUpdate[]
  /** By revision, how many members have acknowledged a report, for reports with more than 20. Absent if there are none. */
  acknowledgementCounts?: Record<string, number> | undefined
  /** The newest of the missed edits, newest last. */
  edits: GoalEdit[]
  /** Whether more was missed than is shown. */
  truncated: boolean
}

/** Numbers of goals at one moment. */
export type GoalCounts = {
  /** The number of goals that match. */
  total: number
  /** Whether there are more goals than were counted. Then `byAttention` lacks some of them, and so do the other numbers if there is a filter other than `status` and `health`. */
  more: boolean
  /** The number of goals with each status. */
  byStatus: {
    /** Goals that people work on. */
    active: number
    /** Goals that wait. */
    paused: number
    /** Goals that are done. */
    completed: number
    /** Goals that were put away. */
    archived: number
  }
  /** The number of goals with each health, whatever their status. */
  byHealth: {
    /** Goals whose latest report says `on_track`. */
    on_track: number
    /** Goals whose latest report says `at_risk`. */
    at_risk: number
    /** Goals whose latest report says `off_track`. */
    off_track: number
    /** Goals without a health, closed ones included. */
    none: number
  }
  /** The number of active goals with each reason. A goal may have several. */
  byAttention: {
    /** Goals with a question that nobody has answered. */
    question_open: number
    /** Goals whose deadline has passed. */
    overdue: number
    /** Goals whose next report is late. */
    report_late: number
    /** Goals that are off track. */
    off_track: number
    /** Goals whose holder has stopped working without saying so. */
    claim_expired: number
    /** Goals that have used their budget. */
    budget_used: number
    /** Goals with verdicts that somebody else has to confirm. */
    review_requested: number
    /** Goals that are at risk. */
    at_risk: number
    /** Goals with a deadline within 14 days. */
    due_soon: number
    /** Goals with a criterion that was judged as not met. */
    criteria_not_met: number
  }
}

/** Something that must be true for success, with the latest verdict and who has confirmed it. */
export type GoalCriterion = {
  /** The criterion. */
  id: string
  /** What must be true. */
  title: string
  /** What it means, in Markdown. */
  description: string
  /** What the latest report that judged the criterion said. A change of title or description clears it. */
  verdict: CriterionVerdict | null
  /** The confirmation that the criterion is met. A later verdict, or a change of title or description, clears it. */
  confirmedBy: CriterionConfirmation | null
}

/** A criterion without its verdict. */
export type GoalCriterionDefinition = {
  /** The criterion. */
  id: string
  /** What must be true. */
  title: string
  /** What it means, in Markdown. */
  description: string
}

/** What a deleted goal was. */
export type GoalDeletedData = {
  /** Who owned it at last. */
  ownerUserId: string | null
}

/** A change of a goal’s texts, dates, owner, labels, criteria or measures. */
export type GoalEdit = {
  /** The id of the edit. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The goal. */
  goalId: string
  /** The version of the goal that this edit made. */
  version: number
  /** When the edit was made. */
  createdAt: string
  /** The user in whose name it was done: a token acts for the user who created it. */
  authorityUserId: string
  /** Who did it: a person, or a program. */
  actor: Actor
  actorName?: ActorName | undefined
  /** The credential of the request. */
  authentication: {
    /** How the request was authenticated. */
    kind: 'session' | 'api_token' | 'oauth' | 'unknown'
    /** The id of the user, or of the token. */
    subjectId: string
  }
  /** What changed. Other fields are absent. */
  fields: {
    /** The title. */
    title?:
      | {
          /** The value before. */
          from: string
          /** The value after. */
          to: string
        }
      | undefined
    /** The description. */
    detailedDescription?:
      | {
          /** The value before. */
          from: string
          /** The value after. */
          to: string
        }
      | undefined
    /** The time frame. */
    timeframe?:
      | {
          /** The value before. */
          from: GoalTimeframe
          /** The value after. */
          to: GoalTimeframe
        }
      | undefined
    /** The owner. */
    ownerUserId?:
      | {
          /** The value before. */
          from: string | null
          /** The value after. */
          to: string | null
        }
      | undefined
    /** The reviewer. */
    reviewerUserId?:
      | {
          /** The reviewer before; `null` for nobody in particular. */
          from: string | null
          /** The reviewer after; `null` for nobody in particular. */
          to: string | null
        }
      | undefined
    /** The labels, by their ids. */
    labelIds?:
      | {
          /** The value before. */
          from: string[]
          /** The value after. */
          to: string[]
        }
      | undefined
    /** The criteria. */
    criteria?:
      | {
          /** The value before. */
          from: GoalCriterionDefinition[]
          /** The value after. */
          to: GoalCriterionDefinition[]
        }
      | undefined
    /** The verification. */
    verification?:
      | {
          /** The verification before. */
          from: GoalVerification
          /** The verification after. */
          to: GoalVerification
        }
      | undefined
    /** The measures. */
    measures?:
      | {
          /** The value before. */
          from: GoalMeasureDefinition[]
          /** The value after. */
          to: GoalMeasureDefinition[]
        }
      | undefined
    /** The cadence. */
    cadence?:
      | {
          /** The value before. */
          from: GoalCadence | null
          /** The value after. */
          to: GoalCadence | null
        }
      | undefined
    /** The parent. */
    parentGoalId?:
      | {
          /** The value before. */
          from: string | null
          /** The value after. */
          to: string | null
        }
      | undefined
    /** The blockers, by their ids. */
    blockedByGoalIds?:
      | {
          /** The value before. */
          from: string[]
          /** The value after. */
          to: string[]
        }
      | undefined
    /** The weight. */
    rollupWeight?:
      | {
          /** How much the goal counts in the progress of a goal above it. 1 unless set. */
          from: number
          /** How much the goal counts in the progress of a goal above it. 1 unless set. */
          to: number
        }
      | undefined
    /** The budget. */
    budget?:
      | {
          /** The value before. */
          from: GoalBudget | null
          /** The value after. */
          to: GoalBudget | null
        }
      | undefined
  }
  /** Fields from which ids are left out, because the caller may not know these goals. Then `hash` does not follow from the entry as this caller sees it. Absent otherwise. */
  withheld?: ('parentGoalId' | 'blockedByGoalIds')[] | undefined
  /** The hash of the entry before, `null` in the first. */
  previousHash: string | null
  /** SHA-256 of the RFC 8785 form of this entry without `acknowledgements` and `hash`. */
  hash: string
}

/** What an edit changed. */
export type GoalEditedData = {
  /** The version of the goal. Every report and every edit makes a new one. Publication is 1. */
  version: number
  /** The names of the fields that the edit changed. The history of the goal has their values. */
  fields: (
    | 'title'
    | 'detailedDescription'
    | 'timeframe'
    | 'ownerUserId'
    | 'reviewerUserId'
    | 'labelIds'
    | 'criteria'
    | 'verification'
    | 'measures'
    | 'cadence'
    | 'parentGoalId'
    | 'blockedByGoalIds'
    | 'rollupWeight'
    | 'budget'
  )[]
}

/** A judgement of the whole goal. */
export type GoalEvaluation = {
  /** Whether it is met. */
  result: 'met' | 'not_met' | 'unknown'
  /** When this was so. */
  asOf: string
}

/** What whoever continues must know. */
export type GoalHandoff = {
  /** The text, in Markdown. */
  text: string
  /** The report that has it. */
  revision: number
  /** When it was reported. */
  createdAt: string
  /** Who did it: a person, or a program. */
  actor: Actor
  actorName?: ActorName | undefined
}

/** How an active or paused goal goes. */
export type GoalHealth = 'on_track' | 'at_risk' | 'off_track'

/** A label of the organization. Its name is unique without regard to case. */
export type GoalLabel = {
  /** The label. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The name, unique in the organization without regard to case. */
  name: string
  /** A color, in any notation, at most 32 characters. The web app knows CSS colors. `null`: none. */
  color: string | null
  /** What it is for. `null` if nobody said. */
  description: string | null
  /** When it was created. */
  createdAt: string
  /** The user who created it. */
  createdByUserId: string
  /** When it was last changed. */
  updatedAt: string
  /** The user who last changed it. */
  updatedByUserId: string
}

/** A label. */
export type GoalLabelResponse = {
  /** The label. */
  label: GoalLabel
}

/** The place of the words of `q`. */
export type GoalMatch = {
  /** The text with the word. */
  where: 'title' | 'label' | 'criterion' | 'description' | 'report' | 'comment'
  /** The words around it, at most 200 characters. */
  text: string
}

/** A number that shows progress, with its latest value. */
export type GoalMeasure = {
  /** The measure. */
  id: string
  /** What is measured. */
  title: string
  /** What is counted, at most 20 characters. `null`: a plain number. */
  unit: string | null
  /** The value at the beginning. At most 1e12 in size, with at most 6 decimals. */
  start: number
  /** The value that is success. Differs from `start`; it may be lower. */
  target: number
  /** The value that was reported last. */
  current: MeasuredValue | null
  /** (current − start) / (target − start), held within 0 and 1; `null` without a value. */
  progress: number | null
}

/** A measure without its value. */
export type GoalMeasureDefinition = {
  /** The measure. */
  id: string
  /** What is measured. */
  title: string
  /** What is counted, at most 20 characters. `null`: a plain number. */
  unit: string | null
  /** The value at the beginning. At most 1e12 in size, with at most 6 decimals. */
  start: number
  /** The value that is success. Differs from `start`; it may be lower. */
  target: number
}

/** What a published goal is. */
export type GoalPublishedData = {
  /** The version of the goal. Every report and every edit makes a new one. Publication is 1. */
  version: number
  /** Who owns the goal; `null` if nobody. */
  ownerUserId: string | null
}

/** A question to people about a goal. */
export type GoalQuestion = {
  /** The question. */
  id: string
  /** The goal. */
  goalId: string
  /** What is asked, in Markdown. */
  text: string
  /** Empty if none were offered. */
  options: string[]
  /** `expired`: nobody answered in time. Decided at the time of the request. */
  state: 'open' | 'answered' | 'withdrawn' | 'expired'
  /** The users that were asked. */
  askedUserIds: string[]
  /** Who asks. */
  askedBy: NamedActor
  /** The user in whose name it was asked. */
  authorityUserId: string
  /** When it was asked. */
  createdAt: string
  /** Until when it can be answered. */
  expiresAt: string
  answer: QuestionAnswer
}

/** What a report says. */
export type GoalReportedData = {
  /** The revision of the goal, which is the number of its latest report. Publication is 1. */
  revision: number
  /** The version of the goal. Every report and every edit makes a new one. Publication is 1. */
  version: number
  /** What happened, in one sentence of at most 500 characters. */
  summary: string
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals. */
  health: GoalHealth | null
  /** Status and health before the report. */
  previous: {
    /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
    status: GoalStatus
    /** The health before the report; `null` if there was none. */
    health: GoalHealth | null
  }
}

/** A goal. */
export type GoalResponse = {
  /** The goal. */
  goal: Goal
}

/** What the goals below a goal add up to. */
export type GoalRollup = {
  /** Goals directly below the goal. */
  children: number
  /** All goals below the goal. */
  descendants: number
  /** The descendants by status. */
  byStatus: {
    /** Goals that people work on. */
    active: number
    /** Goals that wait. */
    paused: number
    /** Goals that are done. */
    completed: number
    /** Goals that were put away. */
    archived: number
  }
  /** The active descendants by health. */
  byHealth: {
    /** Goals whose latest report says `on_track`. */
    on_track: number
    /** Goals whose latest report says `at_risk`. */
    at_risk: number
    /** Goals whose latest report says `off_track`. */
    off_track: number
    /** Goals without a health, closed ones included. */
    none: number
  }
  /** The mean of the children, weighted by `rollupWeight`: 1 for a completed one, the progress of its roll-up for one with children, otherwise its own. Archived children and those without a value do not count. `null` without any value or weight. */
  progress: number | null
}

/** Where a goal is in its life. */
export type GoalStatus = 'active' | 'paused' | 'completed' | 'archived'

/** A goal without its texts. */
export type GoalSummary = {
  /** The id. It never changes and is never used again. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The title, at most 200 characters. */
  title: string
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals. */
  health: GoalHealth | null
  /** By when the goal shall be reached. */
  timeframe: GoalTimeframe
  /** The last judgement of the whole goal by a report; `null` if there is none. */
  currentEvaluation: GoalEvaluation | null
  /** The user who owns the goal. `null`: nobody owns it. */
  ownerUserId: string | null
  /** The member who confirms what was judged as met, beside administrators. `null`: everybody but who judged it. One who has left the organization stays and can confirm nothing. */
  reviewerUserId: string | null
  /** The labels of the goal, sorted by name. */
  labels: GoalLabel[]
  /** The mean progress of the measures that have a value; `null` without any. */
  progress: number | null
  /** How often a report is due; `null` if none is ever due. */
  cadence: GoalCadence | null
  /** The goal above. `null` if there is none, or none that the caller sees. */
  parentGoalId: string | null
  /** The goals above that the caller sees, top first, at most 4. */
  ancestors: GoalAncestor[]
  /** The goals that this one waits for and the caller sees, at most 20. */
  blockedBy: GoalBlocker[]
  /** Whether somebody can work on it: it is active, nobody has claimed it, every blocker is completed, archived or deleted, and no sub-goal is active or paused. */
  ready: boolean
  /** Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready. */
  notReady?: ('status' | 'claimed' | 'blocked' | 'subgoals')[] | undefined
  /** What the goals below add up to. `null` without sub-goals, or if the caller does not see all of them. */
  rollup: GoalRollup | null
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight: number
  /** Who works on the goal. `null` if nobody does, or the lease has expired. */
  claim: GoalClaim | null
  used: GoalUsed
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget: GoalBudget | null
  verification: GoalVerification
  /** The last report, or publication, plus the cadence while the goal is active; otherwise `null`. */
  nextReportDueAt: string | null
  /** Why the goal needs somebody at the time of the request. Empty unless it is active. */
  attention: GoalAttentionReason[]
  /** Starts at 1 and increases by 1 with each report. */
  revision: number
  /** Starts at 1 and increases by 1 with each report and each edit. */
  version: number
  /** The hash of the newest entry of the history. */
  historyHash: string
  /** When it was created. */
  createdAt: string
  /** The user who created it. */
  createdByUserId: string
  /** When it was last changed. */
  updatedAt: string
  /** The user who last changed it. */
  updatedByUserId: string
  /** The number of criteria. */
  criteriaCount: number
  /** The number of criteria whose latest verdict is `met`. */
  criteriaMetCount: number
  /** How many of those that are met somebody has confirmed. */
  criteriaConfirmedCount: number
  /** The number of measures. */
  measuresCount: number
  /** The health of the goal after each of its latest reports, oldest first; `null` if it had none. */
  recentHealth: (GoalHealth | null)[]
  /** `null` before the first report. */
  lastReport: LastReport | null
  /** The place of the words of `q`: of the first of them that is not in the title. Only with `q`. */
  match?: GoalMatch | undefined
}

/** Continuous, or until a day. A new goal has one of them; only an edit makes it `unspecified`. */
export type GoalTimeframe =
  | {
      /** `continuous`: without an end. `deadline`: until `targetDate`. `unspecified`: nobody said. */
      kind: 'continuous'
    }
  | {
      /** `continuous`: without an end. `deadline`: until `targetDate`. `unspecified`: nobody said. */
      kind: 'deadline'
      /** The last day, in the calendar. */
      targetDate: string
    }
  | {
      /** `continuous`: without an end. `deadline`: until `targetDate`. `unspecified`: nobody said. */
      kind: 'unspecified'
    }

/** A goal of a tree, without its texts. */
export type GoalTreeEntry = {
  /** The id. It never changes and is never used again. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The title, at most 200 characters. */
  title: string
  /** Where the goal is: `active`, `paused`, `completed` or `archived`. Any status may follow any other, by a report. */
  status: GoalStatus
  /** How it goes: `on_track`, `at_risk` or `off_track`. `null` if nobody said, and for completed and archived goals. */
  health: GoalHealth | null
  /** By when the goal shall be reached. */
  timeframe: GoalTimeframe
  /** The last judgement of the whole goal by a report; `null` if there is none. */
  currentEvaluation: GoalEvaluation | null
  /** The user who owns the goal. `null`: nobody owns it. */
  ownerUserId: string | null
  /** The member who confirms what was judged as met, beside administrators. `null`: everybody but who judged it. One who has left the organization stays and can confirm nothing. */
  reviewerUserId: string | null
  /** The labels of the goal, sorted by name. */
  labels: GoalLabel[]
  /** The mean progress of the measures that have a value; `null` without any. */
  progress: number | null
  /** How often a report is due; `null` if none is ever due. */
  cadence: GoalCadence | null
  /** The goal above. `null` if there is none, or none that the caller sees. */
  parentGoalId: string | null
  /** The goals above that the caller sees, top first, at most 4. */
  ancestors: GoalAncestor[]
  /** The goals that this one waits for and the caller sees, at most 20. */
  blockedBy: GoalBlocker[]
  /** Whether somebody can work on it: it is active, nobody has claimed it, every blocker is completed, archived or deleted, and no sub-goal is active or paused. */
  ready: boolean
  /** Why the goal is not ready: it is not active, somebody has claimed it, it waits for an active or paused goal, or it has an active or paused sub-goal. Absent if it is ready. */
  notReady?: ('status' | 'claimed' | 'blocked' | 'subgoals')[] | undefined
  /** What the goals below add up to. `null` without sub-goals, or if the caller does not see all of them. */
  rollup: GoalRollup | null
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight: number
  /** Who works on the goal. `null` if nobody does, or the lease has expired. */
  claim: GoalClaim | null
  used: GoalUsed
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget: GoalBudget | null
  verification: GoalVerification
  /** The last report, or publication, plus the cadence while the goal is active; otherwise `null`. */
  nextReportDueAt: string | null
  /** Why the goal needs somebody at the time of the request. Empty unless it is active. */
  attention: GoalAttentionReason[]
  /** Starts at 1 and increases by 1 with each report. */
  revision: number
  /** Starts at 1 and increases by 1 with each report and each edit. */
  version: number
  /** The hash of the newest entry of the history. */
  historyHash: string
  /** When it was created. */
  createdAt: string
  /** The user who created it. */
  createdByUserId: string
  /** When it was last changed. */
  updatedAt: string
  /** The user who last changed it. */
  updatedByUserId: string
  /** The number of criteria. */
  criteriaCount: number
  /** The number of criteria whose latest verdict is `met`. */
  criteriaMetCount: number
  /** How many of those that are met somebody has confirmed. */
  criteriaConfirmedCount: number
  /** The number of measures. */
  measuresCount: number
  /** The health of the goal after each of its latest reports, oldest first; `null` if it had none. */
  recentHealth: (GoalHealth | null)[]
  /** `null` before the first report. */
  lastReport: LastReport | null
  /** How many levels it is below the goal that was asked for, which has 0. */
  depth: number
}

/** A report: an entry of the history, which never changes. Only acknowledgements are added. */
export type GoalUpdate = {
  /** The id of the report. */
  id: string
  /** The organization to which it belongs. */
  organizationId: string
  /** The goal. */
  goalId: string
  /** The revision that the report made. Publication is 1. */
  revision: number
  /** The version of the goal whose text was judged. */
  goalVersion: number
  /** The version of the goal that this report made. */
  version: number
  /** The status that the report set. */
  status: GoalStatus
  /** As reported; `null` if the report had none. */
  health: GoalHealth | null
  /** As reported; `null` if the report had none. */
  evaluation: GoalEvaluation | null
  /** What happened, in one sentence of at most 500 characters. */
  summary: string
  /** What happened, in Markdown. */
  details: string
  /** Judgements of criteria, at most one for each. */
  verdicts: ReportedVerdict[]
  /** Values of measures, at most one for each. */
  measurements: Measurement[]
  /** What shows that it is true: links, quotes, hashes. */
  evidence: Evidence[]
  /** The user on whose authority the report was made. */
  authorityUserId: string
  /** Who did it: a person, or a program. */
  actor: Actor
  actorName?: ActorName | undefined
  /** The credential of the request. */
  authentication: {
    /** How the request was authenticated. */
    kind: 'session' | 'api_token' | 'oauth' | 'unknown'
    /** The id of the user, or of the token. */
    subjectId: string
  }
  /** The program that reported, as it named itself. `null` if it did not. */
  clientInfo: ClientInfo | null
  /** As reported; `null` if the report removed it. Absent if the report said nothing about it. */
  handoff?: string | null | undefined
  /** The sums, in the order of goals or actors. */
  usage?: ReportedUsage | undefined
  /** What the report was sent with. */
  idempotencyKey: string
  /** When the report was made. */
  createdAt: string
  /** In the order in which they were made: the first 20. */
  acknowledgements: Acknowledgement[]
  /** The hash of the entry before, `null` in the first. */
  previousHash: string | null
  /** SHA-256 of the RFC 8785 form of this entry without `acknowledgements` and `hash`. */
  hash: string
}

/** A report. */
export type GoalUpdateResponse = {
  /** The report. */
  update: GoalUpdate
  /** By revision, how many members have acknowledged a report, for reports with more than 20. Absent if there are none. */
  acknowledgementCounts?: Record<string, number> | undefined
}

/** Sums over reports. A retry counts once. */
export type GoalUsed = {
  /** Tokens that models read. */
  inputTokens: number
  /** Tokens that models wrote. */
  outputTokens: number
  /** Seconds of work. */
  seconds: number
  /** In millionths of the one currency that the team uses. */
  costMicros: number
  /** How many reports say what they have used. */
  reports: number
}

/** `other_person`: the goal is completed only once each of its criteria was judged as met, and somebody else has confirmed that. Only the reviewer or an administrator, in a session, switches it off, or removes criteria meanwhile. */
export type GoalVerification = 'none' | 'other_person'

/** Always the same while the service runs. */
export type HealthStatus = {
  /** Always `api`. */
  service: 'api'
  /** Always `ok`. */
  status: 'ok'
}

/** A goal and its title. */
export type InboxGoal = {
  /** The id. It never changes and is never used again. */
  id: string
  /** The title, at most 200 characters. */
  title: string
}

/** Something that happened and concerns the user. */
export type InboxItem = {
  /** Of the item. */
  id: string
  /** Why the person is told. */
  kind: InboxKind
  /** The goal, with its title as it is now. */
  goal: InboxGoal
  /** Who did it; of `claim_expired`, who had claimed the goal. */
  actor: NamedActor
  /** The beginning of what was written, at most 200 characters, as it is now. Empty if nothing was, or it was deleted or withdrawn. */
  text: string
  /** What the item is about. */
  ref: InboxRef
  /** When it happened. */
  createdAt: string
  /** When it was marked as read; `null` if it is unread. */
  readAt: string | null
}

/** An item of the inbox. */
export type InboxItemResponse = {
  /** The item as it is now. */
  item: InboxItem
  /** The number of unread items, of all pages. */
  unread: number
}

/** Why a person is told, the strongest first. `mentioned`: in a comment. `commented`: on a watched goal. `question`: they are asked. `answered`: what they, or their program, asked. `review`: they are asked to confirm what was reported as met, as the reviewer or, where a second person is needed and nobody reviews the goal, because they watch it or are an administrator. `reported`: on a watched goal. `handed_over`: they own the goal now. `claim_expired`: work on their goal, or by their program, was not released in time. `report_requested`: somebody asks for a report. */
export type InboxKind =
  | 'mentioned'
  | 'commented'
  | 'question'
  | 'answered'
  | 'review'
  | 'reported'
  | 'handed_over'
  | 'claim_expired'
  | 'report_requested'

/** `commentId` of `mentioned` and `commented`, with the `revision` of the report it is about; `questionId` of `question` and `answered`; `revision` of `reported` and `review`, or the `version` of an edit; `version` of `handed_over`; `fence` of `claim_expired`; nothing of `report_requested`. */
export type InboxRef = {
  /** The comment. */
  commentId?: string | undefined
  /** The question. */
  questionId?: string | undefined
  /** The report. */
  revision?: number | undefined
  /** The version of the goal that an edit or its publication made. */
  version?: number | undefined
  /** The fence of the claim. */
  fence?: number | undefined
}

/** Which invitation it is. */
export type InvitationEventData = {
  /** The invitation. */
  invitationId: string
  /** What the user may do in the organization. An `owner` and an `admin` manage members, invitations and webhooks and write all goals; a `member` writes goals of their own. There is exactly one `owner`. */
  role: 'admin' | 'member'
}

/** Which label it is. */
export type LabelEventData = {
  /** The label. */
  labelId: string
  /** The name of the label. */
  name: string
}

/** The latest report, without its texts. */
export type LastReport = {
  /** The revision that it made. */
  revision: number
  /** What happened, in one sentence of at most 500 characters. */
  summary: string
  /** When it was made. */
  createdAt: string
  /** The user in whose name it was done: a token acts for the user who created it. */
  authorityUserId: string
}

/** To follow the feed, ask again with `after` set to `cursor`, also after the last page. No event is missed; one may be returned twice, with the same id. Events of members and invitations are for administrators only. */
export type ListEventsResponse = {
  /** The events, in the order of `order`. */
  events: Event[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
  /** Opaque. Continue from here with the next request: it returns what has happened since. It stays valid as long as the events after it are kept. */
  cursor: string
  /** When to ask again. 0 if more events follow, or if the service waits for new ones itself (`wait`). */
  pollAfterSeconds: number
}

/** A page of claims. */
export type ListGoalClaimsResponse = {
  /** The claims. */
  claims: ListedGoalClaim[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of comments. */
export type ListGoalCommentsResponse = {
  /** The comments. */
  comments: GoalComment[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of edits. */
export type ListGoalEditsResponse = {
  /** The edits, by version. */
  edits: GoalEdit[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of labels. */
export type ListGoalLabelsResponse = {
  /** Labels. */
  labels: GoalLabel[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of the acknowledgements of a report. */
export type ListGoalUpdateAcknowledgementsResponse = {
  /** The acknowledgements, oldest first. */
  acknowledgements: Acknowledgement[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of reports. */
export type ListGoalUpdatesResponse = {
  /** The reports, by revision. */
  updates: GoalUpdate[]
  /** By revision, how many members have acknowledged a report, for reports with more than 20. Absent if there are none. */
  acknowledgementCounts?: Record<string, number> | undefined
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of goals. */
export type ListGoalsResponse = {
  /** Summaries with `view=summary`. */
  goals: (Goal | GoalSummary)[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of the inbox. */
export type ListInboxResponse = {
  /** The items, newest first. */
  items: InboxItem[]
  /** The number of unread items, of all pages. */
  unread: number
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of members. */
export type ListOrganizationMembersResponse = {
  /** The members, sorted by role and name. */
  members: OrganizationMember[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A page of questions. */
export type ListQuestionsResponse = {
  /** The questions, newest first. */
  questions: GoalQuestion[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A claim with its goal. */
export type ListedGoalClaim = {
  /** The goal. */
  goal: ClaimedGoal
  /** Only rises. Reports and edits under the claim name it. */
  fence: number
  /** Who works on the goal. */
  holder: NamedActor
  /** The run that claimed; `null` if it did not say. */
  runId: string | null
  /** Where people can watch the work; `null` if nowhere. */
  externalUrl: string | null
  /** What the holder is doing; `null` if it did not say. */
  note: string | null
  /** When the work began. */
  claimedAt: string
  /** When the claim ends unless it is renewed. */
  expiresAt: string
}

/** Who the caller is. */
export type Me = {
  /** The user. */
  user: {
    /** The id of the user: opaque, at most 200 characters. Another provider gives other ids. */
    id: string
    /** The name that people see, at most 100 characters. */
    displayName: string
    /** An email address, in lower case. */
    email: string
  }
  /** The organization. */
  organization: {
    /** The organization. */
    id: string
    /** Its name. */
    name: string
    /** What the user may do in the organization. An `owner` and an `admin` manage members, invitations and webhooks and write all goals; a `member` writes goals of their own. There is exactly one `owner`. */
    role: 'owner' | 'admin' | 'member'
  }
  /** The credential of this request. */
  credential:
    | {
        /** A browser session, an API token, or a token of a program that the user connected. */
        kind: 'session'
      }
    | {
        /** A browser session, an API token, or a token of a program that the user connected. */
        kind: 'api_token' | 'oauth'
        /** The id of the token or of the connection. */
        id: string
        /** What the user called it, or the name of the program. */
        name: string
        /** What it may do. */
        scopes: ApiTokenScope[]
        /** The only goals that the credential can see; `null` if it is not limited. */
        goalIds: string[] | null
        /** When it stops working. */
        expiresAt: string
      }
}

/** The latest value of a measure. */
export type MeasuredValue = {
  /** The value: at most 1e12 in size, with at most 6 decimals. */
  value: number
  /** When the report was made. */
  asOf: string
  /** The revision of the report. */
  revision: number
}

/** A value of a measure. */
export type Measurement = {
  /** One of the measures of the goal. */
  measureId: string
  /** At most 6 decimals. */
  value: number
}

/** Which member it is. */
export type MemberEventData = {
  /** Whose membership it is. */
  userId: string
  /** What the user may do in the organization. An `owner` and an `admin` manage members, invitations and webhooks and write all goals; a `member` writes goals of their own. There is exactly one `owner`. */
  role: 'owner' | 'admin' | 'member'
}

/** Which member it is, with the role before. */
export type MemberRoleChangedData = {
  /** Whose membership it is. */
  userId: string
  /** What the user may do in the organization. An `owner` and an `admin` manage members, invitations and webhooks and write all goals; a `member` writes goals of their own. There is exactly one `owner`. */
  role: 'owner' | 'admin' | 'member'
  /** The role before. */
  previousRole: 'owner' | 'admin' | 'member'
}

/** Who acted, with the name. */
export type NamedActor = {
  /** `user`: a person with the web app. `client` and `agent`: a program with a token; `agent` is one that decides by itself. */
  kind: 'user' | 'client' | 'agent'
  /** The id of the user, or of the API token. */
  id: string
  /** The run of the program, as the program named it. `null` if it named none. */
  runId: string | null
  /** The name of the user, or of the API token that acted for a user. */
  displayName: string
}

/** Something that happened, with the name of who did it. `data` depends on `type`. */
export type NamedEvent =
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.published'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalPublishedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.reported'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalReportedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.edited'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalEditedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalDeletedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'report.acknowledged'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: ReportAcknowledgedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.claimed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalClaimedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'goal.claim_ended'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: GoalClaimEndedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.asked'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.answered'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'question.withdrawn'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: QuestionEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'report.requested'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: ReportRequestedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.edited'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'comment.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: CommentEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.updated'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'label.deleted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: LabelEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.joined'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.left'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.removed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'member.role_changed'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: MemberRoleChangedData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.created'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.accepted'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }
  | {
      /** The same if the event is returned twice. */
      id: string
      /** The kind of event, which says what `data` has. */
      type: 'invitation.revoked'
      /** When it was recorded. */
      createdAt: string
      /** Who did it: a person, or a program. */
      actor: NamedActor
      actorName?: ActorName | undefined
      /** The user in whose name the actor acted. */
      authorityUserId: string
      /** The goal with its title when the event was recorded. */
      goal: EventGoal | null
      /** What is particular to this type of event. */
      data: InvitationEventData
    }

/** A member of the organization. */
export type OrganizationMember = {
  /** The member. */
  userId: string
  /** The name that people see. */
  displayName: string
  /** The address. `null` if the provider gave none, and for tokens of users who are neither owner nor admin. */
  email: string | null
  /** The role of the member. */
  role: 'owner' | 'admin' | 'member'
  /** The picture of the member. Absent: there is none. */
  pictureId?: string | undefined
}

/** Continuous, or until a day. */
export type PublishedGoalTimeframe =
  | {
      /** `continuous`: without an end. `deadline`: until `targetDate`. */
      kind: 'continuous'
    }
  | {
      /** `continuous`: without an end. `deadline`: until `targetDate`. */
      kind: 'deadline'
      /** The last day, in the calendar. */
      targetDate: string
    }

/** `null` unless it is answered. */
export type QuestionAnswer = {
  /** The option that was chosen; `null` if none. */
  option: string | null
  /** What the person wrote; `null` if nothing. */
  text: string | null
  /** Who answered. */
  answeredBy: NamedActor
  /** When. */
  answeredAt: string
} | null

/** The question. */
export type QuestionEventData = {
  /** The question. */
  questionId: string
  /** The question, at most 200 characters. */
  text: string
}

/** A question. */
export type QuestionResponse = {
  /** The question. */
  question: GoalQuestion
  /** When a program that waits should ask again. `null` once the question is closed. */
  pollAfterSeconds: number | null
}

/** Which claim, and how long. */
export type RenewGoalClaimRequest = {
  /** The fence of the claim. */
  fence: number
  /** How long the claim lasts from now unless it is renewed. Default: 900. */
  leaseSeconds?: number | undefined
  /** What the holder is doing. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  note?: string | undefined
}

/** Which report it is, and what was confirmed. */
export type ReportAcknowledgedData = {
  /** The revision of the goal, which is the number of its latest report. Publication is 1. */
  revision: number
  /** The criteria that the member confirmed. Absent if there are none. */
  confirmedCriterionIds?: string[] | undefined
}

/** Who is asked. */
export type ReportRequestedData = {
  /** Who is asked: the owner of the goal. */
  ownerUserId: string
}

/** A judgement of the whole goal. */
export type ReportedGoalEvaluation = {
  /** Whether it is met. */
  result: 'met' | 'not_met' | 'unknown'
  /** An ISO 8601 time with a time zone. Stored in UTC. */
  asOf: string
}

/** What the work behind the report has used. */
export type ReportedUsage = {
  /** Tokens that models read. */
  inputTokens?: number | undefined
  /** Tokens that models wrote. */
  outputTokens?: number | undefined
  /** Seconds of work. */
  seconds?: number | undefined
  /** In millionths of the one currency that the team uses. */
  costMicros?: number | undefined
}

/** A judgement of one criterion. */
export type ReportedVerdict = {
  /** One of the criteria of the goal. */
  criterionId: string
  /** Whether it is met. */
  result: 'met' | 'not_met' | 'unknown'
  /** Why, in Markdown, at most 2,000 characters. */
  note?: string | undefined
  /** What shows that the verdict is true: at most 10. */
  evidence?: Evidence[] | undefined
}

/** Changes of a comment. */
export type UpdateGoalCommentRequest = {
  /** The comment, in Markdown. */
  text?: string | undefined
  /** Members who are told by name. */
  mentionedUserIds?: string[] | undefined
}

/** At least one field. Fields that are absent keep their value. */
export type UpdateGoalLabelRequest = {
  /** The name, unique in the organization without regard to case. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  name?: string | undefined
  /** A color, in any notation, at most 32 characters. The web app knows CSS colors. `null`: none. */
  color?: string | null | undefined
  /** What the label is for, at most 500 characters. `null`: nothing. */
  description?: string | null | undefined
}

/** Fields that are absent keep their value. `labelIds`, `blockedByGoalIds`, `criteria` and `measures` replace the whole list. */
export type UpdateGoalRequest = {
  /** The title, at most 200 characters. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title?: string | undefined
  /** What the goal is about, in Markdown. With everything else of the goal at most 256 KiB. */
  detailedDescription?: string | undefined
  /** A member of the organization. `null` means that nobody owns the goal. */
  ownerUserId?: string | null | undefined
  /** A member of the organization, but not the owner. `null`: nobody in particular. */
  reviewerUserId?: string | null | undefined
  /** The labels of the goal, at most 20, each once. */
  labelIds?: string[] | undefined
  /** What must be true for success, at most 100 criteria. */
  criteria?: WrittenGoalCriterion[] | undefined
  verification?: GoalVerification | undefined
  /** Numbers that show progress, at most 20 measures. */
  measures?: WrittenGoalMeasure[] | undefined
  /** How often a report is due; `null` if none is ever due. */
  cadence?: GoalCadence | null | undefined
  /** The goal above. `null`: none. */
  parentGoalId?: string | null | undefined
  /** The goals that must be completed or archived before this one is ready. Replaces the set. */
  blockedByGoalIds?: string[] | undefined
  /** How much the goal counts in the progress of a goal above it. 1 unless set. */
  rollupWeight?: number | undefined
  /** What work on the goal should use at most; `null`: no limit. Only people change it. */
  budget?: GoalBudget | null | undefined
  /** By when the goal shall be reached. */
  timeframe?: GoalTimeframe | undefined
  /** The version that the edit is based on. If the goal is at another version, the edit is refused with `goal_version_conflict`, which tells what was missed. */
  expectedVersion?: number | undefined
  /** The fence of the claim under which the caller works. If it is not the current one, nothing is written: `goal_claim_lost`. */
  claimFence?: number | undefined
}

/** Whether an item is read. */
export type UpdateInboxItemRequest = {
  /** Whether the item is read. */
  read: boolean
}

/** Up to where the inbox is read. */
export type UpdateInboxRequest = {
  /** The newest item to be marked. */
  readUntil: string
}

/** The state of the inbox. */
export type UpdateInboxResponse = {
  /** The number of unread items, of all pages. */
  unread: number
}

/** What the reports on a goal, or of an actor, have used. */
export type UsageEntry = {
  /** The goal. */
  goal?: UsageGoal | undefined
  /** With `by=actor`. `runId` is `null`. */
  actor?: NamedActor | undefined
  used: GoalUsed
}

/** With `by=goal`. Its title; `null` if it was deleted. */
export type UsageGoal = {
  /** The goal. */
  id: string
  /** Its title; `null` if it was deleted. */
  title: string | null
}

/** A page of sums. */
export type UsageResponse = {
  /** The sums, in the order of goals or actors. */
  usage: UsageEntry[]
  /** Opaque. `null` on the last page. */
  nextCursor: string | null
}

/** A comment, and who is told of it. */
export type WrittenCommentResponse = {
  /** The comment. */
  comment: GoalComment
  /** Who is told: first those mentioned, then who watches the goal; at most 100, and never who wrote it. After an edit, those newly mentioned. */
  notifiedUserIds: string[]
}

/** A criterion as a request gives it. */
export type WrittenGoalCriterion = {
  /** The id of one of the goal’s criteria, which keeps it. Without an id, the criterion is new. */
  id?: string | undefined
  /** What must be true. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title: string
  /** What it means, in Markdown. */
  description: string
  /** Ignored: an acknowledgement confirms. Whoever edits a goal may send it back. */
  confirmedBy?: CriterionConfirmation | null | undefined
}

/** A measure as a request gives it. `start` and `target` differ. */
export type WrittenGoalMeasure = {
  /** The id of one of the goal’s measures, which keeps it. Without an id, the measure is new. */
  id?: string | undefined
  /** What is measured. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  title: string
  /** What is counted, at most 20 characters. `null`: a plain number. It needs a visible character, and must not have a bidirectional override, NUL or ESC. */
  unit?: string | null | undefined
  /** At most 6 decimals. */
  start: number
  /** At most 6 decimals. */
  target: number
}

export type ListOrganizationMembersQuery = {
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalsQuery = {
  view?: 'full' | 'summary' | undefined
  status?: ('active' | 'paused' | 'completed' | 'archived')[] | undefined
  health?: ('on_track' | 'at_risk' | 'off_track' | 'none')[] | undefined
  ownerUserId?: string | undefined
  owner?: string[] | undefined
  labelId?: string | undefined
  due?: string | undefined
  attention?:
    | 'question_open'
    | 'overdue'
    | 'report_late'
    | 'off_track'
    | 'claim_expired'
    | 'budget_used'
    | 'review_requested'
    | 'at_risk'
    | 'due_soon'
    | 'criteria_not_met'
    | undefined
  updatedSince?: string | undefined
  parentGoalId?: 'none' | string | undefined
  blockerGoalId?: string | undefined
  ready?: boolean | undefined
  blocked?: boolean | undefined
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type CountGoalsQuery = {
  status?: ('active' | 'paused' | 'completed' | 'archived')[] | undefined
  health?: ('on_track' | 'at_risk' | 'off_track' | 'none')[] | undefined
  ownerUserId?: string | undefined
  owner?: string[] | undefined
  labelId?: string | undefined
  due?: string | undefined
  attention?:
    | 'question_open'
    | 'overdue'
    | 'report_late'
    | 'off_track'
    | 'claim_expired'
    | 'budget_used'
    | 'review_requested'
    | 'at_risk'
    | 'due_soon'
    | 'criteria_not_met'
    | undefined
  updatedSince?: string | undefined
  parentGoalId?: 'none' | string | undefined
  blockerGoalId?: string | undefined
  ready?: boolean | undefined
  blocked?: boolean | undefined
  q?: string | undefined
}

export type GetGoalTreeQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  depth?: number | undefined
}

export type ListGoalUpdatesQuery = {
  order?: 'asc' | 'desc' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalEditsQuery = {
  order?: 'asc' | 'desc' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalUpdateAcknowledgementsQuery = {
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalLabelsQuery = {
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalClaimsQuery = {
  limit?: number | undefined
  cursor?: string | undefined
}

export type ReleaseGoalClaimQuery = {
  fence?: number | undefined
}

export type ListQuestionsQuery = {
  state?: 'open' | 'answered' | 'withdrawn' | 'expired' | undefined
  for?: 'me' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalQuestionsQuery = {
  state?: 'open' | 'answered' | 'withdrawn' | 'expired' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListGoalCommentsQuery = {
  reportRevision?: number | undefined
  order?: 'asc' | 'desc' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type ListInboxQuery = {
  state?: 'unread' | 'all' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export type GetBriefQuery = {
  scope?: 'mine' | 'watched' | 'all' | undefined
  since?: string | undefined
  goalsCursor?: string | undefined
  limit?: number | undefined
}

export type ListEventsQuery = {
  after?: string | undefined
  order?: 'asc' | 'desc' | undefined
  limit?: number | undefined
  wait?: number | undefined
}

export type ListUsageQuery = {
  since?: string | undefined
  until?: string | undefined
  by?: 'goal' | 'actor' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** The operations of the API that a token may call. A method returns the body of the response, or throws a `CairnError`. */
export interface Operations {
  /** Check that the service is running. */
  getHealth(request?: Record<string, never>, options?: CallOptions): Promise<HealthStatus>

  /** List the members of the organization, sorted by role and name. Needs one of the scopes `members:read`. */
  listOrganizationMembers(
    request?: { query?: ListOrganizationMembersQuery },
    options?: CallOptions,
  ): Promise<ListOrganizationMembersResponse>

  /** List goals that match all filters, last updated first. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoals(request?: { query?: ListGoalsQuery }, options?: CallOptions): Promise<ListGoalsResponse>

  /** Publish a goal. Needs one of the scopes `goals:write`, `goals:write:all`. */
  createGoal(request: { body: CreateGoalRequest }, options?: CallOptions): Promise<GoalResponse>

  /** Count goals that match all filters. Needs one of the scopes `goals:read`, `goals:read:all`. */
  countGoals(request?: { query?: CountGoalsQuery }, options?: CallOptions): Promise<GoalCounts>

  /** Return a goal. Needs one of the scopes `goals:read`, `goals:read:all`. */
  getGoal(request: { params: { goalId: string } }, options?: CallOptions): Promise<GoalResponse>

  /** Change a goal, except its status, health, evaluation, and revision. Needs one of the scopes `goals:write`, `goals:write:all`. */
  updateGoal(
    request: { params: { goalId: string }; body: UpdateGoalRequest },
    options?: CallOptions,
  ): Promise<GoalResponse>

  /** Permanently delete a goal with its history and label assignments. Needs one of the scopes `goals:write`, `goals:write:all`. */
  deleteGoal(request: { params: { goalId: string } }, options?: CallOptions): Promise<void>

  /** Continue a goal in another period: publish a goal like it, with what is left to do. Needs one of the scopes `goals:write`, `goals:write:all`. */
  continueGoal(
    request: { params: { goalId: string }; body: ContinueGoalRequest },
    options?: CallOptions,
  ): Promise<GoalResponse>

  /** Return a goal and the goals below it, parents before their children, the most pressing first. Needs one of the scopes `goals:read`, `goals:read:all`. */
  getGoalTree(
    request: { params: { goalId: string }; query?: GetGoalTreeQuery },
    options?: CallOptions,
  ): Promise<GetGoalTreeResponse>

  /** List the reports on a goal by revision. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalUpdates(
    request: { params: { goalId: string }; query?: ListGoalUpdatesQuery },
    options?: CallOptions,
  ): Promise<ListGoalUpdatesResponse>

  /** Report on a goal: add a history entry and update status, health, evaluation, and revision in one step. Needs one of the scopes `goals:write`, `goals:write:all`. */
  createGoalUpdate(
    request: { params: { goalId: string }; body: CreateGoalUpdateRequest },
    options?: CallOptions,
  ): Promise<GoalUpdateResponse>

  /** List the edits of a goal by version. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalEdits(
    request: { params: { goalId: string }; query?: ListGoalEditsQuery },
    options?: CallOptions,
  ): Promise<ListGoalEditsResponse>

  /** List everybody who has acknowledged a report, in the order in which they did. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalUpdateAcknowledgements(
    request: { params: { goalId: string; revision: number }; query?: ListGoalUpdateAcknowledgementsQuery },
    options?: CallOptions,
  ): Promise<ListGoalUpdateAcknowledgementsResponse>

  /** List the labels of the organization, sorted by name. Needs one of the scopes `labels:read`. */
  listGoalLabels(
    request?: { query?: ListGoalLabelsQuery },
    options?: CallOptions,
  ): Promise<ListGoalLabelsResponse>

  /** Create a label. Needs one of the scopes `labels:write`. */
  createGoalLabel(
    request: { body: CreateGoalLabelRequest },
    options?: CallOptions,
  ): Promise<GoalLabelResponse>

  /** Return a label. Needs one of the scopes `labels:read`. */
  getGoalLabel(request: { params: { labelId: string } }, options?: CallOptions): Promise<GoalLabelResponse>

  /** Change a label; every goal shows the change immediately. Needs one of the scopes `labels:write`. */
  updateGoalLabel(
    request: { params: { labelId: string }; body: UpdateGoalLabelRequest },
    options?: CallOptions,
  ): Promise<GoalLabelResponse>

  /** Delete a label that no goal uses. Needs one of the scopes `labels:write`. */
  deleteGoalLabel(request: { params: { labelId: string } }, options?: CallOptions): Promise<void>

  /** List who works on which goal, in the order in which leases end. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalClaims(
    request?: { query?: ListGoalClaimsQuery },
    options?: CallOptions,
  ): Promise<ListGoalClaimsResponse>

  /** Claim a goal to work on it, until the lease ends. Needs one of the scopes `goals:write`, `goals:write:all`. */
  claimGoal(
    request: { params: { goalId: string }; body: ClaimGoalRequest },
    options?: CallOptions,
  ): Promise<ClaimedGoalResponse>

  /** Renew a claim before its lease ends. Needs one of the scopes `goals:write`, `goals:write:all`. */
  renewGoalClaim(
    request: { params: { goalId: string }; body: RenewGoalClaimRequest },
    options?: CallOptions,
  ): Promise<GoalClaimResponse>

  /** Release a goal, or end the claim of somebody else on it. Needs one of the scopes `goals:write`, `goals:write:all`. */
  releaseGoalClaim(
    request: { params: { goalId: string }; query?: ReleaseGoalClaimQuery },
    options?: CallOptions,
  ): Promise<void>

  /** Claim the most pressing goal that is ready. Needs one of the scopes `goals:write`, `goals:write:all`. */
  claimNextGoal(
    request: { body: ClaimNextGoalRequest },
    options?: CallOptions,
  ): Promise<ClaimNextGoalResponse>

  /** List the questions of the organization, newest first. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listQuestions(
    request?: { query?: ListQuestionsQuery },
    options?: CallOptions,
  ): Promise<ListQuestionsResponse>

  /** List the questions about a goal, newest first. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalQuestions(
    request: { params: { goalId: string }; query?: ListGoalQuestionsQuery },
    options?: CallOptions,
  ): Promise<ListQuestionsResponse>

  /** Ask people a question about a goal. Needs one of the scopes `goals:write`, `goals:write:all`. */
  askQuestion(
    request: { params: { goalId: string }; body: AskQuestionRequest },
    options?: CallOptions,
  ): Promise<QuestionResponse>

  /** Return a question with its answer. Needs one of the scopes `goals:read`, `goals:read:all`. */
  getQuestion(
    request: { params: { goalId: string; questionId: string } },
    options?: CallOptions,
  ): Promise<QuestionResponse>

  /** Withdraw a question. Needs one of the scopes `goals:write`, `goals:write:all`. */
  withdrawQuestion(
    request: { params: { goalId: string; questionId: string } },
    options?: CallOptions,
  ): Promise<void>

  /** List the comments on a goal and its reports, oldest first. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listGoalComments(
    request: { params: { goalId: string }; query?: ListGoalCommentsQuery },
    options?: CallOptions,
  ): Promise<ListGoalCommentsResponse>

  /** Comment on a goal, or on one of its reports. Needs one of the scopes `comments:write`. */
  createGoalComment(
    request: { params: { goalId: string }; body: CreateGoalCommentRequest },
    options?: CallOptions,
  ): Promise<WrittenCommentResponse>

  /** Return a comment. Needs one of the scopes `goals:read`, `goals:read:all`. */
  getGoalComment(
    request: { params: { goalId: string; commentId: string } },
    options?: CallOptions,
  ): Promise<GoalCommentResponse>

  /** Edit a comment. Needs one of the scopes `comments:write`. */
  updateGoalComment(
    request: { params: { goalId: string; commentId: string }; body: UpdateGoalCommentRequest },
    options?: CallOptions,
  ): Promise<WrittenCommentResponse>

  /** Delete the words of a comment. Needs one of the scopes `comments:write`. */
  deleteGoalComment(
    request: { params: { goalId: string; commentId: string } },
    options?: CallOptions,
  ): Promise<void>

  /** List what happened that concerns the caller, newest first. Needs one of the scopes `inbox`. */
  listInbox(request?: { query?: ListInboxQuery }, options?: CallOptions): Promise<ListInboxResponse>

  /** Mark an item and all older ones as read. Needs one of the scopes `inbox`. */
  updateInbox(request: { body: UpdateInboxRequest }, options?: CallOptions): Promise<UpdateInboxResponse>

  /** Mark an item as read or unread. Needs one of the scopes `inbox`. */
  updateInboxItem(
    request: { params: { itemId: string }; body: UpdateInboxItemRequest },
    options?: CallOptions,
  ): Promise<InboxItemResponse>

  /** Return who the caller is, in which organization, and what the credential allows. Needs one of the scopes `goals:read`, `goals:write`, `goals:read:all`, `goals:write:all`, `labels:read`, `labels:write`, `members:read`, `comments:write`, `inbox`. */
  getMe(request?: Record<string, never>, options?: CallOptions): Promise<Me>

  /** Return what needs the caller, and what has changed. Needs one of the scopes `goals:read`, `goals:read:all`. */
  getBrief(request?: { query?: GetBriefQuery }, options?: CallOptions): Promise<Brief>

  /** List what happened in the organization, or follow what happens. Needs one of the scopes `goals:read:all`. */
  listEvents(request?: { query?: ListEventsQuery }, options?: CallOptions): Promise<ListEventsResponse>

  /** Sum up what work has used, by goal or by who did it. Needs one of the scopes `goals:read`, `goals:read:all`. */
  listUsage(request?: { query?: ListUsageQuery }, options?: CallOptions): Promise<UsageResponse>
}

export type OperationName = keyof Operations

/** The method, path and success status of each operation, and the one if nothing was created. `isKeyed`: it takes an `Idempotency-Key`. `repeatable`: parameters that are sent once for each value. */
export const routes: Readonly<
  Record<
    OperationName,
    {
      method: string
      path: string
      status: number
      unchanged?: number
      isKeyed?: true
      repeatable?: readonly string[]
    }
  >
> = {
  getHealth: { method: 'GET', path: '/health', status: 200 },
  listOrganizationMembers: { method: 'GET', path: '/v1/organizations/current/members', status: 200 },
  listGoals: { method: 'GET', path: '/v1/goals', status: 200, repeatable: ['owner'] },
  createGoal: { method: 'POST', path: '/v1/goals', status: 201, isKeyed: true },
  countGoals: { method: 'GET', path: '/v1/goals/counts', status: 200, repeatable: ['owner'] },
  getGoal: { method: 'GET', path: '/v1/goals/{goalId}', status: 200 },
  updateGoal: { method: 'PATCH', path: '/v1/goals/{goalId}', status: 200 },
  deleteGoal: { method: 'DELETE', path: '/v1/goals/{goalId}', status: 204 },
  continueGoal: { method: 'POST', path: '/v1/goals/{goalId}/continue', status: 201, isKeyed: true },
  getGoalTree: { method: 'GET', path: '/v1/goals/{goalId}/tree', status: 200 },
  listGoalUpdates: { method: 'GET', path: '/v1/goals/{goalId}/updates', status: 200 },
  createGoalUpdate: { method: 'POST', path: '/v1/goals/{goalId}/updates', status: 201 },
  listGoalEdits: { method: 'GET', path: '/v1/goals/{goalId}/edits', status: 200 },
  listGoalUpdateAcknowledgements: {
    method: 'GET',
    path: '/v1/goals/{goalId}/updates/{revision}/acknowledgements',
    status: 200,
  },
  listGoalLabels: { method: 'GET', path: '/v1/goal-labels', status: 200 },
  createGoalLabel: { method: 'POST', path: '/v1/goal-labels', status: 201, isKeyed: true },
  getGoalLabel: { method: 'GET', path: '/v1/goal-labels/{labelId}', status: 200 },
  updateGoalLabel: { method: 'PATCH', path: '/v1/goal-labels/{labelId}', status: 200 },
  deleteGoalLabel: { method: 'DELETE', path: '/v1/goal-labels/{labelId}', status: 204 },
  listGoalClaims: { method: 'GET', path: '/v1/goal-claims', status: 200 },
  claimGoal: { method: 'POST', path: '/v1/goals/{goalId}/claim', status: 201, unchanged: 200 },
  renewGoalClaim: { method: 'PUT', path: '/v1/goals/{goalId}/claim', status: 200 },
  releaseGoalClaim: { method: 'DELETE', path: '/v1/goals/{goalId}/claim', status: 204 },
  claimNextGoal: { method: 'POST', path: '/v1/goals/claim-next', status: 201, unchanged: 200 },
  listQuestions: { method: 'GET', path: '/v1/questions', status: 200 },
  listGoalQuestions: { method: 'GET', path: '/v1/goals/{goalId}/questions', status: 200 },
  askQuestion: { method: 'POST', path: '/v1/goals/{goalId}/questions', status: 201, isKeyed: true },
  getQuestion: { method: 'GET', path: '/v1/goals/{goalId}/questions/{questionId}', status: 200 },
  withdrawQuestion: { method: 'DELETE', path: '/v1/goals/{goalId}/questions/{questionId}', status: 204 },
  listGoalComments: { method: 'GET', path: '/v1/goals/{goalId}/comments', status: 200 },
  createGoalComment: { method: 'POST', path: '/v1/goals/{goalId}/comments', status: 201, isKeyed: true },
  getGoalComment: { method: 'GET', path: '/v1/goals/{goalId}/comments/{commentId}', status: 200 },
  updateGoalComment: { method: 'PATCH', path: '/v1/goals/{goalId}/comments/{commentId}', status: 200 },
  deleteGoalComment: { method: 'DELETE', path: '/v1/goals/{goalId}/comments/{commentId}', status: 204 },
  listInbox: { method: 'GET', path: '/v1/inbox', status: 200 },
  updateInbox: { method: 'PUT', path: '/v1/inbox', status: 200 },
  updateInboxItem: { method: 'PUT', path: '/v1/inbox/{itemId}', status: 200 },
  getMe: { method: 'GET', path: '/v1/me', status: 200 },
  getBrief: { method: 'GET', path: '/v1/brief', status: 200 },
  listEvents: { method: 'GET', path: '/v1/events', status: 200 },
  listUsage: { method: 'GET', path: '/v1/usage', status: 200 },
}
