import type { TextsOf } from './texts-of.ts'

export const goalLabelsTexts: TextsOf<'goal-labels'> = {
  listGoalLabels: 'Returns the labels of the organization, sorted by name without regard to case.',
  createGoalLabel: `Creates a label that all members can use. Any member may. A token that is limited to some goals may not: \`permission_denied\`, because labels show on other goals too. Names are unique in the organization without regard to case: \`goal_label_exists\` otherwise. An event \`label.created\` follows.`,
  getGoalLabel: 'Returns one label.',
  updateGoalLabel: `Changes name, color or description of a label. Any member may, but no token that is limited to some goals. All goals show the change immediately, and none of them counts as updated. An event \`label.updated\` follows.`,
  deleteGoalLabel: `Deletes a label. Any member may, but no token that is limited to some goals. A label that a goal has is \`goal_label_in_use\`: remove it from its goals first. An event \`label.deleted\` follows. Repeating the request is \`goal_label_not_found\`, which means that it is deleted.`,
}
