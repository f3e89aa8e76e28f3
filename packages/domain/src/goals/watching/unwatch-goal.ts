import type { Implementation } from '../../requests/operation.ts'
import { setWatching } from './watch-goal.ts'

/** Lets the caller watch a goal no longer, whatever would make people watch it. Repeating it changes nothing. */
export const unwatchGoal: Implementation<'unwatchGoal'> = (context, access, { params }) =>
  setWatching(context, access, params.goalId, false)
