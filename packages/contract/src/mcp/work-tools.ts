import { byName } from './tools.ts'
import { askPerson } from './work/ask-person.ts'
import { comment } from './work/comment.ts'
import { getAnswer } from './work/get-answer.ts'
import { nextGoal } from './work/next-goal.ts'
import { planSubgoals } from './work/plan-subgoals.ts'
import { readWork } from './work/read-work.ts'
import { releaseGoal } from './work/release-goal.ts'
import { renewClaim } from './work/renew-claim.ts'
import { reportWork } from './work/report-work.ts'

/** The tools of an agent that works on goals, in the order in which it needs them. */
export const workTools = byName({
  next_goal: nextGoal,
  get_goal: readWork,
  renew_claim: renewClaim,
  report_progress: reportWork,
  release_goal: releaseGoal,
  ask_person: askPerson,
  get_answer: getAnswer,
  comment,
  plan_subgoals: planSubgoals,
})

export type WorkToolName = keyof typeof workTools
