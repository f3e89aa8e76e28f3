import type { TextsOf } from './texts-of.ts'

export const goalLabelsTexts: TextsOf<'goal-labels'> = {
  listGoalLabels: 'Returns the labels of the organization, sorted by name without regard to case.',
  createGoalLabel: `Creates a label that all members can use. Any member may. Names are unique in the organization without regard to case: \`goal_label_exists\` otherwise. An event \`label.created\` follows.`,
  getGoalLabel: 'Returns one label.',
  updateGoalLabel: `Changes name, color or description of a label. Any member may. All goals show the change immediately, and none of them counts as updated. An event \`label.updated\` follows.`,
  deleteGoalLabel: `Deletes a label. Any member may. A label that a goal has is \`goal_label_in_use\`: remove it from its goals first. An event \`label.deleted\` follows. Repeating the request is \`goal_label_not_found\`, which means that it is deleted.`,
}
