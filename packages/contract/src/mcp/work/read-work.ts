import { getGoal } from '../tools/get-goal.ts'

/** The tool of the other door. There is no tool here that edits. */
export const readWork = {
  ...getGoal,
  description:
    'Use to read a goal whose id you have, such as the one you work on, its parent or a blocker. Returns description, criteria and measures with ids, the last `handoff`, `claim`, `used` and `budget`, why it is `notReady`, and the `revision` for report_progress. `path` and `offset` return `part`.',
}
