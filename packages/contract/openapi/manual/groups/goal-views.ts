import { ann, ids } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const whoChanges =
  'Your own view is yours only. A shared one is changed by its owner, and by owners and admins of the organization: `goal_view_owner_required` for anybody else.'

export const goalViewsTexts: GroupTexts<'goal-views'> = {
  operations: {
    listGoalViews:
      'Returns your own saved views in the organization and those that its members share, sorted by name without regard to case. Nobody sees the own views of others, not even an owner or admin.',
    createGoalView:
      'Saves a view: a name for filters, order and layout of the list of goals. `query` is what the web app has behind the `?` of the address of the list; the service stores it and does not interpret it. You can have 50 views of your own in an organization, and all members together 100 shared ones: `too_many_goal_views` otherwise. Names need not be unique.',
    updateGoalView: `Changes a view. ${whoChanges} \`isShared\`: \`true\` shows it to all members; \`false\`, which only its owner may send, makes it your own again. A change to what is there already is a success and changes nothing, not even \`updatedAt\`.`,
    deleteGoalView: `Deletes a view. ${whoChanges} Repeating the request is \`goal_view_not_found\`, which means that it is deleted. If a member leaves or is removed, that member’s own views are deleted, and the shared ones stay without an owner.`,
  },
  fields: {
    'CreateGoalViewRequest.name': ['What the view is called, at most 100 characters.', 'Late and mine'],
    'UpdateGoalViewRequest.name': ['What the view is called, at most 100 characters.', 'Late and mine'],
    'CreateGoalViewRequest.isShared': ['Whether all members of the organization see it.', false],
    'UpdateGoalViewRequest.isShared': [
      'Whether all members of the organization see it. Only its owner may send `false`.',
      true,
    ],
    goalViews: ['The views, sorted by name.'],
    goalView: ['The view.'],
    'GoalView.id': ['The view.', ids.view],
    'GoalView.name': ['What it is called.', 'Late and mine'],
    'GoalView.isShared': ['Whether all members of the organization see it.', false],
    'GoalView.ownerUserId': ['Who has saved it. `null` if that user is no longer a member.', ann],
    goalViewId: ['The saved view.', ids.view],
    query: [
      'What the web app has behind the `?` of the address of the list of goals, at most 2000 printable ASCII characters. Empty: the list as it is at first.',
      'owner=me&attention=report_late',
    ],
  },
  schemas: {
    CreateGoalViewRequest: 'A new view.',
    GoalView: 'A saved view of the list of goals.',
    GoalViewResponse: 'A view.',
    ListGoalViewsResponse: 'A page of views.',
    UpdateGoalViewRequest: 'At least one field. Fields that are absent keep their value.',
  },
}
