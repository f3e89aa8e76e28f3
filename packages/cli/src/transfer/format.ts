import type { Goal, GoalComment, GoalEdit, GoalLabel, GoalUpdate } from '@cairn/client'

export const exportFormat = 'cairn-export'
export const exportVersion = 1

/** A line of an export. The first is `export`, the last `end`, without which the file is not whole. */
export type ExportLine =
  | {
      type: 'export'
      format: typeof exportFormat
      formatVersion: number
      exportedAt: string
      origin: string
      organization: { id: string; name: string }
    }
  | { type: 'label'; label: GoalLabel }
  | ExportedGoal
  | { type: 'end'; goals: number; labels: number }

/** A line that was read, with where it stands, such as `Line 5 of goals.jsonl`. */
export type ReadLine = ExportLine & { place: string }

/** A goal. The history is absent if it was left out. */
export type ExportedGoal = {
  type: 'goal'
  goal: Goal
  updates?: GoalUpdate[]
  edits?: GoalEdit[]
  /** Absent in older exports. Those that were deleted have no words. */
  comments?: GoalComment[]
}
