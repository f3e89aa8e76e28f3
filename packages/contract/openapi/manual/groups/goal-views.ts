import { ann, ids, times } from '../examples.ts'
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
    listGoalTemplates:
      'Returns the templates of goals that the organization offers its members, sorted by name without regard to case. Labels that were deleted are left out.',
    createGoalTemplate:
      'Creates a template: a name, and what a new goal starts with in the web app. Owners and admins may: `organization_admin_required` for other members. An organization has at most 50 (`too_many_goal_templates`), each of at most 64 KiB. The audit log has an entry.',
    updateGoalTemplate:
      'Changes a template. Fields that are absent keep their value; lists are replaced as a whole. A change to what is there already writes nothing. Goals that began with it stay as they are. Owners and admins may.',
    deleteGoalTemplate:
      'Deletes a template. Goals that began with it stay as they are. Owners and admins may. Repeating the request is `goal_template_not_found`, which means that it is deleted.',
    getGoalDraft:
      'Returns your own draft of a report on the goal: what you have put last, on any device. Nobody else sees it. It is deleted 30 days after its last change.',
    putGoalDraft:
      'Keeps a draft of a report on the goal, instead of the one before: the last one wins. `content` is yours: the service stores it and does not interpret it. At most 64 KiB as JSON: `payload_too_large`. It is deleted after 30 days without a change, with the goal, and when you leave the organization. It changes no version of the goal.',
    deleteGoalDraft: 'Deletes your draft of a report on the goal, for example when it was sent.',
  },
  fields: {
    templates: ['The templates, sorted by name.'],
    template: ['The template.'],
    templateId: ['The template.', ids.view],
    'CreateGoalTemplateRequest.name': [
      'What the template is called, at most 100 characters.',
      'Quarterly goal',
    ],
    'UpdateGoalTemplateRequest.name': [
      'What the template is called, at most 100 characters.',
      'Quarterly goal',
    ],
    'GoalTemplate.id': ['The template.', ids.view],
    'GoalTemplate.name': ['What it is called.', 'Quarterly goal'],
    'GoalTemplate.createdAt': ['When it was created.', times.published],
    'GoalTemplate.updatedAt': ['When it was changed last.', times.reported],
    draft: ['The draft.'],
    'PutGoalDraftRequest.content': [undefined, { summary: 'Half of the printers are gone.' }],
    'GoalDraft.content': ['What was put.', { summary: 'Half of the printers are gone.' }],
    'GoalDraft.updatedAt': ['When it was put.', times.now],
    'GoalDraft.expiresAt': ['When it is deleted, unless it is put again.', times.expires],
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
    CreateGoalTemplateRequest: 'A new template.',
    UpdateGoalTemplateRequest: 'The fields of a template to change.',
    GoalTemplate: 'A template of goals.',
    GoalTemplateResponse: 'A template.',
    ListGoalTemplatesResponse: 'A page of templates.',
    PutGoalDraftRequest: 'The draft.',
    GoalDraft: 'A draft of a report.',
    GoalDraftResponse: 'A draft.',
    CreateGoalViewRequest: 'A new view.',
    GoalView: 'A saved view of the list of goals.',
    GoalViewResponse: 'A view.',
    ListGoalViewsResponse: 'A page of views.',
    UpdateGoalViewRequest: 'At least one field. Fields that are absent keep their value.',
  },
}
