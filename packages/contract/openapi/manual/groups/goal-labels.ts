import { ids } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

export const goalLabelsTexts: GroupTexts<'goal-labels'> = {
  operations: {
    listGoalLabels: 'Returns the labels of the organization, sorted by name without regard to case.',
    createGoalLabel: `Creates a label that all members can use. Any member may. A token that is limited to some goals may not: \`permission_denied\`, because labels show on other goals too. Names are unique in the organization without regard to case: \`goal_label_exists\` otherwise. An event \`label.created\` follows.`,
    getGoalLabel: 'Returns one label.',
    updateGoalLabel: `Changes name, color or description of a label. Any member may, but no token that is limited to some goals. All goals show the change immediately, and none of them counts as updated. An event \`label.updated\` follows.`,
    deleteGoalLabel: `Deletes a label. Any member may, but no token that is limited to some goals. A label that a goal has is \`goal_label_in_use\`: remove it from its goals first. An event \`label.deleted\` follows. Repeating the request is \`goal_label_not_found\`, which means that it is deleted.`,
  },
  fields: {
    'CreateGoalLabelRequest.name': ['The name, unique in the organization without regard to case.', 'Office'],
    'UpdateGoalLabelRequest.name': ['The name, unique in the organization without regard to case.', 'Office'],
    'CreateGoalLabelRequest.description': [
      'What the label is for, at most 500 characters. `null`: nothing.',
      'What the office team does',
    ],
    'UpdateGoalLabelRequest.description': [
      'What the label is for, at most 500 characters. `null`: nothing.',
      'What the office team does',
    ],
    label: ['The label.'],
    'GoalLabel.id': ['The label.', ids.label],
    'GoalLabel.name': ['The name, unique in the organization without regard to case.', 'Office'],
    'GoalLabel.description': ['What it is for. `null` if nobody said.', 'What the office team does'],
  },
  schemas: {
    CreateGoalLabelRequest: 'A new label.',
    GoalLabelResponse: 'A label.',
    ListGoalLabelsResponse: 'A page of labels.',
    UpdateGoalLabelRequest: 'At least one field. Fields that are absent keep their value.',
    GoalLabel: 'A label of the organization. Its name is unique without regard to case.',
  },
}
