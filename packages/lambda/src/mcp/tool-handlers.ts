import type { AgentDoor } from '@cairn/contract/mcp/agent-setup'
import type { ToolName, tools } from '@cairn/contract/mcp/tools'
import type { WorkToolName, workTools } from '@cairn/contract/mcp/work-tools'
import type { AnyToolHandler, ToolHandler } from './tool-call.ts'
import { brief } from './tools/brief.ts'
import { editGoal } from './tools/edit-goal.ts'
import { findGoals } from './tools/find-goals.ts'
import { getGoal } from './tools/get-goal.ts'
import { getHistory } from './tools/get-history.ts'
import { manageLabels } from './tools/manage-labels.ts'
import { publishGoal } from './tools/publish-goal.ts'
import { reportProgress } from './tools/report-progress.ts'
import { askPerson } from './work/ask-person.ts'
import { comment } from './work/comment.ts'
import { getAnswer } from './work/get-answer.ts'
import { nextGoal } from './work/next-goal.ts'
import { planSubgoals } from './work/plan-subgoals.ts'
import { releaseGoal } from './work/release-goal.ts'
import { renewClaim } from './work/renew-claim.ts'

const keep: { [Name in ToolName]: ToolHandler<(typeof tools)[Name]> } = {
  brief,
  find_goals: findGoals,
  get_goal: getGoal,
  publish_goal: publishGoal,
  edit_goal: editGoal,
  report_progress: reportProgress,
  get_history: getHistory,
  manage_labels: manageLabels,
}

const work: { [Name in WorkToolName]: ToolHandler<(typeof workTools)[Name]> } = {
  next_goal: nextGoal,
  get_goal: getGoal,
  renew_claim: renewClaim,
  report_progress: (call, { fence, ...report }) => reportProgress(call, { ...report, claimFence: fence }),
  release_goal: releaseGoal,
  ask_person: askPerson,
  get_answer: getAnswer,
  comment,
  plan_subgoals: planSubgoals,
}

/** The handlers of all tools, by door. */
export const toolHandlers: Record<AgentDoor, { [name: string]: AnyToolHandler }> = { keep, work }
