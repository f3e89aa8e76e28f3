import type { TextsOf } from './texts-of.ts'

export const goalsTexts: TextsOf<'goals'> = {
  listGoals: `Returns the goals that match all filters, last updated first, 100 a page by default. \`view=summary\` leaves out the long texts and is several times smaller: use it for lists.

A session sees all goals of the organization, a token with \`goals:read\` those that its user owns, one with \`goals:read:all\` all of them. An unknown or repeated parameter is \`invalid_request\`, because a mistyped filter would silently return too much.

Filter by \`attention\` to find what needs somebody, and by \`updatedSince\` to see only what has changed; to follow changes, \`GET /v1/events\` costs less.`,
  createGoal: `Publishes a goal: it starts as \`active\`, at revision 1 and version 1, with an entry "Goal published" in its history. Without an owner it belongs to the caller; \`null\` leaves it to nobody. Without a title it gets the first sentence of its description, shortened to 72 characters.

Every member may publish goals of their own. Giving a goal to somebody else is for owners and admins, and needs \`goals:write:all\` of a token: otherwise \`goal_owner_forbidden\`. A token that is limited to some goals publishes none: \`permission_denied\`.

A goal takes at most 256 KiB with its texts, 100 criteria, 20 measures and 20 labels. It is written in one step, and an event \`goal.published\` follows.`,
  getGoal: `Returns a goal with all its texts, criteria, measures, labels and its latest evaluation. \`revision\` is what a report must name, \`version\` what an edit may name.

A goal that the caller cannot see is \`goal_not_found\`, as one that does not exist. So is every other goal for a token that is limited to some.`,
  updateGoal: `Changes the texts, time frame, owner, labels, criteria, measures or cadence of a goal. Status, health and evaluation change by reports only. Fields that are absent keep their value; \`labelIds\`, \`criteria\` and \`measures\` replace the whole list.

Give criteria and measures their \`id\` to keep their verdicts and values: a criterion without one is new. A change of a criterion's text clears its verdict.

The owner of the goal, and owners and admins of the organization, may edit; others get \`permission_denied\`. The edit is an entry of the history, with the values before and after, and makes the next version. An edit that changes nothing writes nothing and returns the goal as it is.

With \`expectedVersion\`, an edit of somebody else in between is \`goal_version_conflict\`, which has what was missed. Without, the last edit wins.`,
  deleteGoal: `Permanently deletes a goal with its history, labels and measures. There is no way back: archive a goal with a report instead, if its history matters.

The owner of the goal, and owners and admins of the organization, may delete it. It is gone with the response; an event \`goal.deleted\` stays in the feed. Repeating the request is \`goal_not_found\`, which means that it is deleted.`,
  listGoalUpdates: `Returns the reports on a goal in the order of their revisions, the publication first. Reports never change; only acknowledgements are added.

Together with the edits they form a chain in the order of \`version\`: every entry has the hash of the one before, so anybody can verify that nothing was changed or removed.`,
  createGoalUpdate: `Reports on a goal: one atomic step adds an entry to the history and sets status, health, evaluation, verdicts and values.

\`expectedRevision\` is the revision that the report is based on. If somebody reported in between, nothing is written, and \`goal_revision_conflict\` has what was missed: read it, and send the report again with \`conflict.revision\` if it still stands. \`idempotencyKey\` makes every repetition safe: the same key with the same content returns the first response, whatever its \`expectedRevision\`.

\`health\` or \`evaluation\`, if absent or null, stay as they are. A report with status \`completed\` or \`archived\` clears the health and must not have one.

The owner of the goal, and owners and admins of the organization, may report. A program names itself by \`clientInfo\` and its run by \`runId\`; both are shown in the history. An event \`goal.reported\` follows.`,
  listGoalEdits: `Returns the edits of a goal in the order of their versions, each with the values before and after. Together with the reports they form one chain of hashes.`,
  acknowledgeGoalUpdate: `Says that the user has read a report. Every member who sees the goal may do so once for each report; doing it again changes nothing and returns the same. Nobody acknowledges a report of their own: \`acknowledgement_own_report\`.

The acknowledgement is shown with the report and is no part of its hash. An event \`report.acknowledged\` follows.`,
}
