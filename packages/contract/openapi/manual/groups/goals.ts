import { editableFieldNames, fieldNames } from '../../../src/goals/fields.ts'
import { ann, ben, hashes, ids, times } from '../examples.ts'
import type { FieldTexts, GroupTexts } from './group-texts.ts'

const changedFields: FieldTexts = Object.fromEntries(
  editableFieldNames.map((name) => [`fields.${name}`, [`The ${fieldNames[name].toLowerCase()}.`]]),
)

export const goalsTexts: GroupTexts<'goals'> = {
  operations: {
    listGoals: `Returns the goals that match all filters, last updated first, 100 a page by default. \`view=summary\` leaves out the long texts and is several times smaller: use it for lists.

A session sees all goals of the organization, a token with \`goals:read\` those that its user owns, one with \`goals:read:all\` all of them. An unknown parameter, or a repeated one other than \`owner\`, is \`invalid_request\`, because a mistyped filter would silently return too much.

Filter by \`owner\`, several times, for the goals of a team; together with \`ownerUserId\`, both must match. Filter by \`due\` for what has its target date in a period.

\`q\` finds words of long texts, too; a summary’s \`match\` says in which text, with the words around it. They are found a moment after they were written. Words of older reports and comments than the newest 20 of a goal, and behind the first 200 different words of a text, are not.

Filter by \`attention\` to find what needs somebody, and by \`updatedSince\` to see only what has changed; to follow changes, \`GET /v1/events\` costs less.`,
    countGoals: `Returns how many goals match all filters, which are those of the list, by status, health and reason for attention. The numbers are those of one moment, and exact.

Without filters, and with \`status\` and \`health\` alone, the numbers by status and health are exact in an organization of any size. Reasons for attention, and all other filters, read up to 2,000 goals: if there are more, \`more\` is true.

A token counts the goals that it sees.`,
    createGoal: `Publishes a goal: it starts as \`active\`, at revision 1 and version 1, with an entry "Goal published" in its history. Without an owner it belongs to the caller; \`null\` leaves it to nobody. Without a title it gets the first sentence of its description, shortened to 72 characters.

Every member may publish goals of their own. Giving a goal to somebody else is for owners and admins, and needs \`goals:write:all\` of a token: otherwise \`goal_owner_forbidden\`. A token that is limited to some goals publishes only below one that it sees: otherwise \`permission_denied\`.

\`parentGoalId\` puts the goal below another one. \`blockedByGoalIds\` are the goals that must be finished before it. A goal that the caller cannot see is \`invalid_goal_parent\` or \`invalid_goal_blockers\`. A tree has at most five levels, and a goal at most 500 directly below it: \`goal_parent_conflict\`. Goals that would wait for each other are \`goal_blocker_conflict\`.

A goal takes at most 256 KiB with its texts, 100 criteria, 20 measures and 20 labels. It is written in one step, and an event \`goal.published\` follows.`,
    getGoal: `Returns a goal with all its texts, criteria, measures, labels and its latest evaluation. \`revision\` is what a report must name, \`version\` what an edit may name.

A goal that the caller cannot see is \`goal_not_found\`, as one that does not exist. So is every other goal for a token that is limited to some: it sees these, and what is below them.

\`rollup\` adds up the goals below; it never changes the goal itself. \`ready\` says whether somebody can work on it, and \`notReady\` why not.`,
    updateGoal: `Changes the texts, time frame, owner, labels, criteria, measures, cadence, reviewer, verification, parent, blockers or weight of a goal. Status, health and evaluation change by reports only. Fields that are absent keep their value; \`labelIds\`, \`blockedByGoalIds\`, \`criteria\` and \`measures\` replace the whole list.

Give criteria and measures their \`id\` to keep their verdicts and values: a criterion without one is new. A change of a criterion's text clears its verdict and its confirmation.

\`reviewerUserId\` names who confirms what is judged as met: a member, but not the owner (\`invalid_goal_reviewer\`). With the verification \`other_person\`, only a session of the reviewer, of an owner or of an admin switches it off, removes criteria, or replaces the reviewer: others get \`permission_denied\`. A reviewer who may not write the goal may do just that.

The owner of the goal, and owners and admins of the organization, may edit; others get \`permission_denied\`. The edit is an entry of the history, with the values before and after, and makes the next version. An edit that changes nothing writes nothing and returns the goal as it is.

A goal waits for its sub-goals, and for the goals in \`blockedByGoalIds\`. An edit that would form a cycle, a tree of more than five levels, or a goal with more than 500 directly below it is \`goal_parent_conflict\` or \`goal_blocker_conflict\`, also if two edits race. A parent and blockers that the caller cannot see stay.

With \`expectedVersion\`, an edit of somebody else in between is \`goal_version_conflict\`, which has what was missed. Without, the last edit wins.`,
    continueGoal: `Publishes a goal that continues another one in the next period. It gets title, description, labels, owner, parent, cadence, weight and criteria of the goal, without their verdicts, and those measures that are short of their target, each starting at its last value. Everything else starts anew. The goal itself does not change: report on it to complete it.

The caller needs the right to publish such a goal, and must see the one to continue: \`goal_owner_forbidden\` for a member who does not own it. An owner who has left the organization is nobody then; labels that were deleted, and a parent that the caller does not see, are left out.

Both goals name each other, in \`continuedFromGoalId\` and \`continuedByGoalIds\`, as long as both exist. At most 20 goals continue one.`,
    deleteGoal: `Permanently deletes a goal with its history, labels and measures. There is no way back: archive a goal with a report instead, if its history matters.

The owner of the goal, and owners and admins of the organization, may delete it. It is gone with the response; an event \`goal.deleted\` stays in the feed. Repeating the request is \`goal_not_found\`, which means that it is deleted.

A goal with sub-goals is \`goal_has_children\`: move or delete these first. Goals that waited for a deleted goal no longer do.`,
    getGoalTree: `Returns a goal with \`depth\` 0, then the goals below it: parents before their children, and the most pressing of each parent's children first. The order is depth first, so a page can end inside of a branch; later pages keep the time of the first one.

A token sees the same goals as in lists. A goal that it does not see is left out with everything below it.`,
    listGoalUpdates: `Returns the reports on a goal in the order of their revisions, the publication first. Reports never change; only acknowledgements are added.

Together with the edits they form a chain in the order of \`version\`: every entry has the hash of the one before, so anybody can verify that nothing was changed or removed.`,
    createGoalUpdate: `Reports on a goal: one atomic step adds an entry to the history and sets status, health, evaluation, verdicts and values.

\`expectedRevision\` is the revision that the report is based on. If somebody reported in between, nothing is written, and \`goal_revision_conflict\` has what was missed: read it, and send the report again with \`conflict.revision\` if it still stands. \`idempotencyKey\` makes every repetition safe: the same key with the same content returns the first response, whatever its \`expectedRevision\`.

\`health\` or \`evaluation\`, if absent or null, stay as they are. A report with status \`completed\` or \`archived\` clears the health and must not have one.

\`handoff\` is what whoever continues must know: the goal shows the latest one. \`usage\` says what the work has used, and is added to \`used\` of the goal and to \`GET /v1/usage\`.

With the verification \`other_person\`, a goal is completed once each criterion was judged as met by an earlier report, and somebody else has confirmed that. Until then, a report with status \`completed\` is \`verification_required\`, which names the criteria in \`criterionIds\`. A goal without criteria is completed like any other.

While somebody has claimed the goal, programs report under that claim only: with \`claimFence\`, or as its holder with the same \`runId\`. Others get \`goal_claimed\`. A fence that is not the current one is \`goal_claim_lost\`. People may always report. A report with any other status than \`active\` ends the claim.

The owner of the goal, and owners and admins of the organization, may report. A program names itself by \`clientInfo\` and its run by \`runId\`; both are shown in the history. An event \`goal.reported\` follows.`,
    listGoalEdits: `Returns the edits of a goal in the order of their versions, each with the values before and after. Together with the reports they form one chain of hashes.`,
    acknowledgeGoalUpdate: `Says that the user has read a report. Every member who sees the goal may do so once for each report; doing it again changes nothing and returns the same. Nobody acknowledges a report of their own, whichever of their tokens made it: \`acknowledgement_own_report\`.

\`confirmedCriterionIds\` confirms criteria that the report judged as met, as long as no later report has judged them; otherwise nothing is written, and the answer is \`invalid_goal_criteria\`. If the goal has a reviewer, only they or an owner or admin of the organization confirm (\`confirmation_not_allowed\`). The criterion shows it as \`confirmedBy\` until it is judged or changed again. Another acknowledgement may confirm more. A confirmation makes no version. The body may be left out.

The acknowledgement is shown with the report and is no part of its hash. A report shows the first 20; \`acknowledgementCounts\` says how many there are if there are more. An event \`report.acknowledged\` follows.`,
    listGoalUpdateAcknowledgements: `Returns everybody who has acknowledged a report, in the order in which they did. A report shows the first 20 itself.`,
  },
  fields: {
    'Goal.continuedFromGoalId': [undefined, null],
    'Goal.continuedByGoalIds': [undefined, []],
    'ContinueGoalRequest.timeframe': ['The next period.'],
    'ContinueGoalRequest.title': [undefined, 'Halve the paper again'],
    'CreateGoalRequest.title': [
      'The title. Default: the first sentence of the description, shortened to 72 characters.',
      'Halve the paper',
    ],
    // An edit names what it changes.
    'updateGoal.request': [undefined, { title: 'Halve the paper', expectedVersion: 6 }],
    PublishedGoalTimeframe: [undefined, { kind: 'deadline', targetDate: '2027-06-30' }],
    'PublishedGoalTimeframe.kind': ['`continuous`: without an end. `deadline`: until `targetDate`.'],
    view: [undefined, 'summary'],
    'listGoals.status': [undefined, ['active', 'paused']],
    'listGoals.health': [undefined, ['at_risk', 'off_track']],
    'listGoals.ownerUserId': [undefined, 'me'],
    'listGoals.owner': [undefined, ['me', ben]],
    'countGoals.owner': [undefined, ['me', ben]],
    due: [undefined, '2026-Q4'],
    'listGoals.labelId': ['Goals that have this label.', ids.label],
    'listGoals.attention': [undefined, 'report_late'],
    updatedSince: [
      'Goals that changed at this time or later: an ISO 8601 time with a zone.',
      '2026-11-16T00:00:00Z',
    ],
    q: [undefined, 'pap print'],
    'GoalMatch.where': ['The text with the word.', 'report'],
    'GoalMatch.text': ['The words around it, at most 200 characters.', '… we now print on both sides …'],
    'GoalSummary.match': [undefined],
    blockerGoalId: [undefined, ids.goal],
    blocked: [undefined, false],
    'getGoalTree.depth': [undefined, 2],
    'CriterionConfirmation.userId': ['The member who has confirmed it.', ben],
    'CriterionConfirmation.at': ['When.', times.acknowledged],
    confirmedBy: [undefined, null],
    'WrittenGoalCriterion.id': [undefined, ids.criterion],
    'WrittenGoalMeasure.id': [undefined, ids.measure],
    'WrittenGoalCriterion.title': ['What must be true.', 'At most 150 sheets a month'],
    'WrittenGoalMeasure.title': ['What is measured.', 'Sheets per person and month'],
    'WrittenGoalMeasure.start': [undefined, 300],
    'WrittenGoalMeasure.target': [undefined, 150],
    'acknowledgeGoalUpdate.revision': ['The revision of the report.', 5],
    'ReportedGoalEvaluation.asOf': [undefined, times.reported],
    'CreateGoalUpdateRequest.summary': ['What happened, in one sentence.', 'Two printers are gone'],
    'CreateGoalUpdateRequest.runId': [undefined, 'nightly-2026-11-20'],
    'CreateGoalUpdateRequest.idempotencyKey': [undefined, 'nightly-2026-11-20'],
    'CreateGoalUpdateRequest.health': ['The new health. Absent or null: as it is.', 'at_risk'],
    'CreateGoalUpdateRequest.evaluation': ['A new judgement of the whole goal. Absent or null: as it is.'],
    'CreateGoalUpdateRequest.evidence': ['What shows that the report is true: at most 20.'],
    'ReportedVerdict.evidence': ['What shows that the verdict is true: at most 10.'],
    'Evidence.title': ['What it is, at most 200 characters.', 'Counters of the printers'],
    'ClientInfo.name': ['The name of the program.', 'paper-report'],
    'ClientInfo.version': ['The version of the program.', '1.4.0'],
    'GoalRollup.children': [undefined, 3],
    'GoalRollup.descendants': [undefined, 7],
    'GoalRollup.progress': [undefined, 0.4],
    'GoalAncestor.id': ['The goal.', ids.goal],
    'GoalAncestor.title': ['Its title.', 'A greener office'],
    'GoalBlocker.id': ['The goal.', ids.goal],
    'GoalBlocker.title': ['Its title.', 'Choose new printers'],
    'GoalBlocker.status': ['Its status.', 'active'],
    'GoalTreeEntry.depth': [undefined, 1],
    'GetGoalTreeResponse.goals': ['The goal itself first.'],
    parentGoalId: [undefined, ids.goal],
    ancestors: [undefined],
    blockedByGoalIds: [undefined, [ids.goal]],
    blockedBy: [undefined],
    ready: [undefined, true],
    rollup: [undefined, null],
    notReady: [undefined],
    withheld: [undefined],
    'GoalCounts.total': [undefined, 12],
    'GoalCounts.more': [undefined, false],
    'byStatus.active': ['Goals that people work on.', 7],
    'byStatus.paused': ['Goals that wait.', 1],
    'byStatus.completed': ['Goals that are done.', 3],
    'byStatus.archived': ['Goals that were put away.', 1],
    'byHealth.on_track': ['Goals whose latest report says `on_track`.', 5],
    'byHealth.at_risk': ['Goals whose latest report says `at_risk`.', 2],
    'byHealth.off_track': ['Goals whose latest report says `off_track`.', 1],
    'byHealth.none': ['Goals without a health, closed ones included.', 4],
    'byAttention.question_open': ['Goals with a question that nobody has answered.', 1],
    'byAttention.claim_expired': ['Goals whose holder has stopped working without saying so.', 0],
    'byAttention.budget_used': ['Goals that have used their budget.', 0],
    'byAttention.review_requested': ['Goals with verdicts that somebody else has to confirm.', 1],
    'byAttention.overdue': ['Goals whose deadline has passed.', 1],
    'byAttention.report_late': ['Goals whose next report is late.', 2],
    'byAttention.off_track': ['Goals that are off track.', 1],
    'byAttention.at_risk': ['Goals that are at risk.', 2],
    'byAttention.due_soon': ['Goals with a deadline within 14 days.', 1],
    'byAttention.criteria_not_met': ['Goals with a criterion that was judged as not met.', 0],
    'GoalUpdate.id': ['The id of the report.', ids.report],
    'GoalEdit.id': ['The id of the edit.', ids.report],
    'GoalUpdate.createdAt': ['When the report was made.', times.reported],
    'GoalEdit.createdAt': ['When the edit was made.', times.reported],
    'GoalUpdate.status': ['The status that the report set.', 'active'],
    'GoalUpdate.revision': ['The revision that the report made. Publication is 1.', 5],
    'ListGoalUpdateAcknowledgementsResponse.acknowledgements': ['The acknowledgements, oldest first.'],
    'Acknowledgement.userId': ['Who has read it.', ben],
    'Acknowledgement.at': ['When.', times.acknowledged],
    'CriterionVerdict.revision': [undefined, 5],
    'MeasuredValue.revision': [undefined, 5],
    'GoalCriterion.id': ['The criterion.', ids.criterion],
    'GoalCriterion.title': ['What must be true.', 'At most 150 sheets a month'],
    'GoalCriterionDefinition.id': ['The criterion.', ids.criterion],
    'GoalCriterionDefinition.title': ['What must be true.', 'At most 150 sheets a month'],
    'GoalMeasure.id': ['The measure.', ids.measure],
    'GoalMeasure.title': ['What is measured.', 'Sheets per person and month'],
    'GoalMeasure.current': [undefined],
    'GoalMeasureDefinition.id': ['The measure.', ids.measure],
    'GoalMeasureDefinition.title': ['What is measured.', 'Sheets per person and month'],
    ...changedFields,
    'fields.timeframe': ['The time frame.'],
    'fields.reviewerUserId': ['The reviewer.'],
    'fields.verification': ['The verification.'],
    'fields.labelIds': ['The labels, by their ids.'],
    'fields.criteria': ['The criteria.'],
    'fields.cadence': ['The cadence.'],
    'rollupWeight.from': [undefined, 1],
    'reviewerUserId.from': ['The reviewer before; `null` for nobody in particular.', ann],
    'reviewerUserId.to': ['The reviewer after; `null` for nobody in particular.', ben],
    'verification.from': ['The verification before.', 'none'],
    'verification.to': ['The verification after.', 'other_person'],
    'fields.parentGoalId': ['The parent.'],
    'fields.blockedByGoalIds': ['The blockers, by their ids.'],
    'parentGoalId.from': ['The value before.', null],
    'parentGoalId.to': ['The value after.', ids.goal],
    'blockedByGoalIds.from': ['The value before.', []],
    'blockedByGoalIds.to': ['The value after.', [ids.goal]],
    'title.from': ['The value before.', 'Use less paper'],
    'title.to': ['The value after.', 'Halve the paper'],
    'detailedDescription.from': ['The value before.', 'Print less.'],
    'detailedDescription.to': ['The value after.', 'Print half as much paper as last year.'],
    'ownerUserId.from': ['The value before.', null],
    'ownerUserId.to': ['The value after.', ann],
    'labelIds.from': ['The value before.', []],
    'labelIds.to': ['The value after.', [ids.label]],
    goalId: ['The goal.', ids.goal],
    criterionId: ['One of the criteria of the goal.', ids.criterion],
    measureId: ['One of the measures of the goal.', ids.measure],
    labelIds: ['The labels of the goal, at most 20, each once.', [ids.label]],
    authentication: ['The credential of the request.'],
    'authentication.kind': ['How the request was authenticated.', 'api_token'],
    'authentication.subjectId': ['The id of the user, or of the token.', ids.token],
    clientInfo: ['The program that reported, as it named itself. `null` if it did not.'],
    description: ['What it means, in Markdown.', 'Sheets per person and month, as the printers count them.'],
    from: ['The value before.'],
    to: ['The value after.'],
    evaluation: ['A judgement of the whole goal.'],
    detailedDescription: [
      'What the goal is about, in Markdown. With everything else of the goal at most 256 KiB.',
      'Print half as much paper as last year.',
    ],
    criteria: ['What must be true for success, at most 100 criteria.'],
    measures: ['Numbers that show progress, at most 20 measures.'],
    goalVersion: [undefined, 6],
    expectedRevision: [undefined, 4],
    expectedVersion: [undefined, 6],
    hash: [undefined, hashes.newest],
    previousHash: [undefined, hashes.previous],
    sha256: [undefined, hashes.evidence],
    verdict: [undefined],
    verdicts: ['Judgements of criteria, at most one for each.'],
    measurements: ['Values of measures, at most one for each.'],
    value: ['The value: at most 1e12 in size, with at most 6 decimals.', 180],
    unit: ['What is counted, at most 20 characters. `null`: a plain number.', 'sheets'],
    start: ['The value at the beginning. At most 1e12 in size, with at most 6 decimals.', 300],
    evidence: ['What shows that it is true: links, quotes, hashes.'],
    url: ['An https address, at most 2,000 characters.', 'https://example.com/printers/2026-11'],
    text: ['A quote, at most 2,000 characters.', '180 sheets per person in November'],
    note: ['Why, in Markdown, at most 2,000 characters.', 'November is the first month below 200.'],
    idempotencyKey: ['What the report was sent with.', 'nightly-2026-11-20'],
    acknowledgements: [undefined],
    GoalTimeframe: [undefined, { kind: 'deadline', targetDate: '2027-06-30' }],
    'GoalTimeframe.kind': [
      '`continuous`: without an end. `deadline`: until `targetDate`. `unspecified`: nobody said.',
    ],
    goals: ['The goals.'],
    updates: ['The reports, by revision.'],
    edits: ['The edits, by version.'],
    'LastReport.createdAt': ['When it was made.', times.reported],
    'LastReport.revision': ['The revision that it made.', 5],
    'GoalConflict.updates': [undefined],
    'GoalConflict.edits': [undefined],
    truncated: [undefined, false],
  },
  schemas: {
    AcknowledgeGoalUpdateRequest: 'What the user confirms.',
    ContinueGoalRequest: 'The period in which a goal continues.',
    Acknowledgement: 'That a member has read a report.',
    ClientInfo: 'The program that reports.',
    CreateGoalRequest: 'A new goal. It starts as `active`, at revision 1 and version 1.',
    GetGoalTreeResponse: 'A page of a tree.',
    GoalAncestor: 'A goal above another one.',
    GoalBlocker: 'A goal that another one waits for.',
    GoalRollup: 'What the goals below a goal add up to.',
    GoalTreeEntry: 'A goal of a tree, without its texts.',
    CriterionVerdict: 'What the latest report that judged a criterion said.',
    Goal: 'A goal with all its texts, at the time of the request.',
    GoalCriterion:
      'Something that must be true for success, with the latest verdict and who has confirmed it.',
    GoalCriterionDefinition: 'A criterion without its verdict.',
    GoalEdit: 'A change of a goal’s texts, dates, owner, labels, criteria or measures.',
    GoalMeasure: 'A number that shows progress, with its latest value.',
    GoalMeasureDefinition: 'A measure without its value.',
    GoalResponse: 'A goal.',
    GoalSummary: 'A goal without its texts.',
    GoalUpdate: 'A report: an entry of the history, which never changes. Only acknowledgements are added.',
    GoalUpdateResponse: 'A report.',
    ListGoalEditsResponse: 'A page of edits.',
    ListGoalUpdateAcknowledgementsResponse: 'A page of the acknowledgements of a report.',
    ListGoalUpdatesResponse: 'A page of reports.',
    ListGoalsResponse: 'A page of goals.',
    MeasuredValue: 'The latest value of a measure.',
    Measurement: 'A value of a measure.',
    PublishedGoalTimeframe: 'Continuous, or until a day.',
    ReportedGoalEvaluation: 'A judgement of the whole goal.',
    ReportedVerdict: 'A judgement of one criterion.',
    WrittenGoalCriterion: 'A criterion as a request gives it.',
    WrittenGoalMeasure: 'A measure as a request gives it. `start` and `target` differ.',
    GoalAttentionReason:
      'Why a goal needs somebody: a question is open, it is past its target date, its report is late, its health is not good, somebody stopped working on it without saying so, its budget is used up, somebody else has to confirm what was judged as met, its target date is within 14 days, or a criterion was judged as not met. The most urgent reason comes first.',
    GoalConflict:
      'What the caller missed since the revision or version that it named, so that it needs no other request.',
    GoalEvaluation: 'A judgement of the whole goal.',
    GoalHealth: 'How an active or paused goal goes.',
    GoalStatus: 'Where a goal is in its life.',
    GoalTimeframe:
      'Continuous, or until a day. A new goal has one of them; only an edit makes it `unspecified`.',
    LastReport: 'The latest report, without its texts.',
  },
}
