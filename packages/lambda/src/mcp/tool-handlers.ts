import type { ToolName } from '@cairn/contract/mcp/tools'
import type { ToolHandler } from './tool-call.ts'
import { brief } from './tools/brief.ts'
import { editGoal } from './tools/edit-goal.ts'
import { findGoals } from './tools/find-goals.ts'
import { getGoal } from './tools/get-goal.ts'
import { getHistory } from './tools/get-history.ts'
import { manageLabels } from './tools/manage-labels.ts'
import { publishGoal } from './tools/publish-goal.ts'
import { reportProgress } from './tools/report-progress.ts'

export const toolHandlers: { [Name in ToolName]: ToolHandler<Name> } = {
  brief,
  find_goals: findGoals,
  get_goal: getGoal,
  publish_goal: publishGoal,
  edit_goal: editGoal,
  report_progress: reportProgress,
  get_history: getHistory,
  manage_labels: manageLabels,
}
