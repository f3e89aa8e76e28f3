import type { Tool } from './tool.ts'
import { brief } from './tools/brief.ts'
import { editGoal } from './tools/edit-goal.ts'
import { findGoals } from './tools/find-goals.ts'
import { getGoal } from './tools/get-goal.ts'
import { getHistory } from './tools/get-history.ts'
import { manageLabels } from './tools/manage-labels.ts'
import { publishGoal } from './tools/publish-goal.ts'
import { reportProgress } from './tools/report-progress.ts'

/** All tools, in the order in which an agent meets them. */
export const tools = byName({
  brief,
  find_goals: findGoals,
  get_goal: getGoal,
  publish_goal: publishGoal,
  edit_goal: editGoal,
  report_progress: reportProgress,
  get_history: getHistory,
  manage_labels: manageLabels,
})

export type ToolName = keyof typeof tools

/** Checks that each tool has the name by which it is called. */
export function byName<Tools extends { [Name in keyof Tools]: Tool<Name & string> }>(tools: Tools): Tools {
  return tools
}
