import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'

/** A value of a measure at the time of its report. `time` is in milliseconds. */
export type Point = { revision: number; time: number; value: number; summary: string }

/** The values that reports gave a measure, in the order of the reports. */
export function seriesOf(
  measureId: string,
  updates: readonly Pick<GoalUpdate, 'revision' | 'createdAt' | 'measurements' | 'summary'>[],
): Point[] {
  return updates.flatMap(({ revision, createdAt, measurements, summary }) =>
    measurements
      .filter((measurement) => measurement.measureId === measureId)
      .map(({ value }) => ({ revision, time: Date.parse(createdAt), value, summary })),
  )
}

/** Returns the position of a value between the start and the target: 0 to 1, held within. */
export function shareOf(value: number, { start, target }: { start: number; target: number }): number {
  return Math.min(Math.max((value - start) / (target - start), 0), 1)
}
