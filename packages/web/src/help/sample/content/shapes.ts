import type { EvaluationResult, GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { texts } from './texts.ts'

export type SampleGoal = keyof typeof texts.goals
export type SampleLabel = keyof typeof texts.labels

type ReportShape = {
  health?: GoalHealth
  /** Active by default. */
  status?: GoalStatus
  /** Of the only measure. */
  value?: number
  /** Of the criteria, in their order. */
  verdicts?: EvaluationResult[]
  /** Whether the evidence of the goal belongs to this report. */
  hasEvidence?: true
  /** Whether it says that a program made it. */
  isByProgram?: true
}

export type GoalShape = {
  /** Days from today until the target date. Without it, the goal is continuous. */
  days?: number
  /** The same, changed by an edit after all reports. */
  movedTo?: number
  everyDays?: number
  isOwned: boolean
  labels: SampleLabel[]
  measure?: { start: number; target: number }
  reports: ReportShape[]
}

export const labelColors: Record<SampleLabel, string> = {
  growth: '#3b76b8',
  quality: '#4b8b4f',
  costs: '#b87d14',
}

/**
 * The goals of the sample, in the order in which they are made: the last one is on top of lists. Together they show each status, each
 * health, and what needs attention. Reports cannot be dated back, so that none of them is late.
 */
export const shapes: Record<SampleGoal, GoalShape> = {
  reasons: { days: 60, isOwned: false, labels: ['quality'], reports: [] },
  market: {
    days: 120,
    everyDays: 30,
    isOwned: false,
    labels: ['growth'],
    reports: [{ health: 'on_track' }, { status: 'paused' }],
  },
  course: {
    days: -20,
    isOwned: true,
    labels: ['growth', 'quality'],
    measure: { start: 0, target: 12 },
    reports: [
      { health: 'on_track', value: 4 },
      { health: 'on_track', value: 9 },
      { status: 'completed', value: 12, verdicts: ['met', 'met'], hasEvidence: true },
    ],
  },
  apprentices: {
    days: 10,
    everyDays: 14,
    isOwned: true,
    labels: ['quality'],
    reports: [{ health: 'on_track' }, { health: 'on_track', verdicts: ['met', 'not_met'] }],
  },
  answers: {
    everyDays: 7,
    isOwned: true,
    labels: ['quality'],
    measure: { start: 60, target: 95 },
    reports: [
      { health: 'at_risk', value: 64 },
      { health: 'on_track', value: 72 },
      { health: 'at_risk', value: 70 },
      { health: 'on_track', value: 84 },
      { health: 'on_track', value: 91, isByProgram: true },
      { health: 'on_track', value: 94, isByProgram: true, hasEvidence: true, verdicts: ['met'] },
    ],
  },
  waste: {
    days: 80,
    everyDays: 7,
    isOwned: true,
    labels: ['costs', 'quality'],
    measure: { start: 40, target: 8 },
    reports: [
      { health: 'at_risk', value: 38 },
      { health: 'at_risk', value: 33 },
      { health: 'on_track', value: 27, verdicts: ['met', 'unknown'] },
      { health: 'on_track', value: 21 },
      { health: 'on_track', value: 16, verdicts: ['met', 'met'], hasEvidence: true },
    ],
  },
  power: {
    days: -9,
    everyDays: 30,
    isOwned: true,
    labels: ['costs'],
    measure: { start: 5_200, target: 4_160 },
    reports: [
      { health: 'on_track', value: 5_020 },
      { health: 'at_risk', value: 4_900 },
      { health: 'off_track', value: 4_870, verdicts: ['not_met'], hasEvidence: true },
    ],
  },
  harbor: {
    days: 30,
    movedTo: 45,
    everyDays: 7,
    isOwned: true,
    labels: ['growth'],
    measure: { start: 0, target: 100 },
    reports: [
      { health: 'on_track', value: 20, verdicts: ['met', 'unknown', 'not_met'], hasEvidence: true },
      { health: 'on_track', value: 45 },
      { health: 'at_risk', value: 55, verdicts: ['met', 'unknown', 'not_met'] },
    ],
  },
}
