import type { TextsOf } from './texts-of.ts'

const whoChanges =
  'Your own view is yours only. A shared one is changed by its owner, and by owners and admins of the organization: `goal_view_owner_required` for anybody else.'

export const goalViewsTexts: TextsOf<'goal-views'> = {
  listGoalViews:
    'Returns your own saved views in the organization and those that its members share, sorted by name without regard to case. Nobody sees the own views of others, not even an owner or admin.',
  createGoalView:
    'Saves a view: a name for filters, order and layout of the list of goals. `query` is what the web app has behind the `?` of the address of the list; the service stores it and does not interpret it. You can have 50 views of your own in an organization, and all members together 100 shared ones: `too_many_goal_views` otherwise. Names need not be unique.',
  updateGoalView: `Changes a view. ${whoChanges} \`isShared\`: \`true\` shows it to all members; \`false\`, which only its owner may send, makes it your own again. A change to what is there already is a success and changes nothing, not even \`updatedAt\`.`,
  deleteGoalView: `Deletes a view. ${whoChanges} Repeating the request is \`goal_view_not_found\`, which means that it is deleted. If a member leaves or is removed, that member’s own views are deleted, and the shared ones stay without an owner.`,
}
