/**
 * The row of a goal: what lists show of it. It takes less than 1 KB, because every write of the goal writes it to the
 * table, to two indexes, and to a copy for each label. Texts and verdicts are in records of their own.
 *
 * Every write replaces the whole row if its `version` has not changed since it was read, so index keys always match the
 * content.
 */
import { type GoalHealth, type GoalStatus, goalHealths } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals'
import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'
import { longDigest, longId, shortDigest, shortHash, shortId } from '../../short-id.ts'

/** The owner key of a goal without an owner. Every other one has 22 characters. */
export const noOwnerKey = 'nobody'

/** The key under which an owner's goals are listed. */
export function ownerKeyOf(ownerUserId: string | null | undefined): string {
  return ownerUserId == null ? noOwnerKey : shortHash(ownerUserId)
}

/** A row. Absent means null. */
export type GoalRow = {
  organizationId: string
  goalId: string
  title: string
  status: GoalStatus
  health?: GoalHealth | undefined
  timeframe: Goal['timeframe']
  currentEvaluation?: NonNullable<Goal['currentEvaluation']> | undefined
  ownerUserId?: string | undefined
  labelIds: string[]
  /** Days between reports. */
  cadence?: number | undefined
  counts: { criteria: number; met: number; notMet: number; measures: number }
  progress?: number | undefined
  /** Absent before the first report. */
  lastReport?: { revision: number; summary: string; createdAt: string; authorityUserId: string } | undefined
  /** The health after each of the latest reports, oldest first. Null: none. A report on a row from before it was kept begins it. */
  recentHealth: (GoalHealth | null)[]
  revision: number
  /** Advances with each entry of the history. Every write requires the version that it has read. */
  version: number
  /** The version whose edit wrote the current texts. */
  textVersion: number
  /** The version that wrote the current standing. */
  standingVersion: number
  /** Size of the texts as JSON in UTF-8. */
  textBytes: number
  /** The hash of the newest entry of the history, in hexadecimal. */
  historyHash: string
  createdAt: string
  createdByUserId: string
  updatedAt: string
  updatedByUserId: string
}

/** What is stored of a row beside keys and version, under names of one letter. */
type Content = {
  /** Title. */
  t: string
  h?: GoalHealth
  /** Timeframe: a date, `c` (continuous) or `u` (unspecified). */
  f: string
  /** Evaluation: result and time. */
  e?: [NonNullable<Goal['currentEvaluation']>['result'], number]
  /** Each user who occurs in the row, once. Others refer to it by position. */
  u: string[]
  /** Owner. */
  w?: number
  /** Labels. */
  l: string[]
  /** Cadence. */
  d?: number
  /** Counts of criteria: all, met, not met; and of measures. */
  n: [number, number, number, number]
  p?: number
  /** Last report: summary, revision, time, user. */
  s?: [string, number, number, number]
  /** Recent health, a letter for each report. Absent: none is known. */
  j?: string
  r: number
  /** Versions of text and standing, and size of the text. */
  x: [number, number, number]
  /** History hash. */
  i: string
  /** Creation: time and user. */
  a: [number, number]
  /** User of the last change. */
  b: number
}

/** The letters of stored health. */
const healthLetters = { on_track: 'o', at_risk: 'a', off_track: 'f' } as const satisfies Record<
  GoalHealth,
  string
>
const noHealthLetter = 'n'
const healthOfLetter = new Map(goalHealths.map((health) => [healthLetters[health] as string, health]))

const rowAttributes = {
  organizationKey: { type: 'string', field: 'o', required: true },
  goalKey: { type: 'string', field: 'g', required: true },
  status: { type: attributeType<GoalStatus>('string'), field: 's', required: true },
  ownerKey: { type: 'string', field: 'w', required: true },
  /** In Unix milliseconds. */
  updatedAt: { type: 'number', field: 't', required: true },
  version: { type: 'number', field: 'v', required: true },
  content: { type: attributeType<Content>('any'), field: 'c', required: true },
} as const

export const goalPartition = {
  field: 'pk',
  composite: ['organizationKey', 'goalKey'],
  template: 'g#${organizationKey}#${goalKey}',
  casing: 'none',
} as const

/** Orders every list: by the last change, then by goal. */
const byLastChange = {
  composite: ['updatedAt', 'goalKey'],
  template: '${updatedAt}#${goalKey}',
  casing: 'none',
} as const

export const goalRowEntity = defineEntity({
  model: { entity: 'goalRow', version: '1', service: 'cairn' },
  attributes: rowAttributes,
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'z', casing: 'none' } },
    byStatus: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'status'],
        template: 'g#${organizationKey}#${status}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', ...byLastChange },
    },
    byOwner: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['organizationKey', 'ownerKey', 'status'],
        template: 'w#${organizationKey}#${ownerKey}#${status}',
        casing: 'none',
      },
      sk: { field: 'gsi2sk', ...byLastChange },
    },
  },
})

/** A label on a goal, with a copy of the goal's row, so that the goals of a label are one query. */
export const goalLabelRowEntity = defineEntity({
  model: { entity: 'goalLabelRow', version: '1', service: 'cairn' },
  attributes: { ...rowAttributes, labelKey: { type: 'string', field: 'l', required: true } },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['labelKey'],
        template: 'l#${labelKey}',
        casing: 'none',
      },
    },
    byLabel: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['organizationKey', 'labelKey', 'status'],
        template: 'l#${organizationKey}#${labelKey}#${status}',
        casing: 'none',
      },
      sk: { field: 'gsi2sk', ...byLastChange },
    },
  },
})

export type GoalRowRecord = RecordOf<typeof goalRowEntity>
export type GoalLabelRowRecord = RecordOf<typeof goalLabelRowEntity>

/** The key of a goal's records. */
export function goalKeyOf({ organizationId, goalId }: { organizationId: string; goalId: string }) {
  return { organizationKey: shortId(organizationId), goalKey: shortId(goalId) }
}

/** The record of a row. */
export function encodeRow(row: GoalRow): GoalRowRecord {
  const { timeframe, currentEvaluation, lastReport, counts } = row
  const users: string[] = []
  const positionOf = (userId: string): number => {
    const known = users.indexOf(userId)
    return known >= 0 ? known : users.push(userId) - 1
  }
  const content: Content = {
    t: row.title,
    f: timeframe.kind === 'deadline' ? timeframe.targetDate : timeframe.kind.slice(0, 1),
    u: users,
    l: row.labelIds.map(shortId),
    n: [counts.criteria, counts.met, counts.notMet, counts.measures],
    r: row.revision,
    x: [row.textVersion, row.standingVersion, row.textBytes],
    i: shortDigest(row.historyHash),
    a: [Date.parse(row.createdAt), positionOf(row.createdByUserId)],
    b: positionOf(row.updatedByUserId),
    ...(row.health && { h: row.health }),
    ...(currentEvaluation && { e: [currentEvaluation.result, Date.parse(currentEvaluation.asOf)] }),
    ...(row.ownerUserId !== undefined && { w: positionOf(row.ownerUserId) }),
    ...(row.cadence !== undefined && { d: row.cadence }),
    ...(row.progress !== undefined && { p: row.progress }),
    ...(row.recentHealth.length > 0 && {
      j: row.recentHealth.map((health) => (health ? healthLetters[health] : noHealthLetter)).join(''),
    }),
    ...(lastReport && {
      s: [
        lastReport.summary,
        lastReport.revision,
        Date.parse(lastReport.createdAt),
        positionOf(lastReport.authorityUserId),
      ],
    }),
  }
  return {
    ...goalKeyOf(row),
    status: row.status,
    ownerKey: ownerKeyOf(row.ownerUserId),
    updatedAt: Date.parse(row.updatedAt),
    version: row.version,
    content,
  }
}

/** The row of a record, or of a label's copy. */
export function decodeRow(record: GoalRowRecord): GoalRow {
  const { content } = record
  const userAt = (position: number) => content.u[position] ?? ''
  const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()
  const [criteria, met, notMet, measures] = content.n
  const [textVersion, standingVersion, textBytes] = content.x
  return {
    organizationId: longId(record.organizationKey),
    goalId: longId(record.goalKey),
    title: content.t,
    status: record.status,
    health: content.h,
    timeframe: timeframeOf(content.f),
    currentEvaluation: content.e && { result: content.e[0], asOf: timeOf(content.e[1]) },
    ownerUserId: content.w === undefined ? undefined : userAt(content.w),
    labelIds: content.l.map(longId),
    cadence: content.d,
    counts: { criteria, met, notMet, measures },
    progress: content.p,
    lastReport: content.s && {
      summary: content.s[0],
      revision: content.s[1],
      createdAt: timeOf(content.s[2]),
      authorityUserId: userAt(content.s[3]),
    },
    recentHealth: [...(content.j ?? '')].map((letter) => healthOfLetter.get(letter) ?? null),
    revision: content.r,
    version: record.version,
    textVersion,
    standingVersion,
    textBytes,
    historyHash: longDigest(content.i),
    createdAt: timeOf(content.a[0]),
    createdByUserId: userAt(content.a[1]),
    updatedAt: timeOf(record.updatedAt),
    updatedByUserId: userAt(content.b),
  }
}

function timeframeOf(stored: string): Goal['timeframe'] {
  if (stored === 'c') return { kind: 'continuous' }
  if (stored === 'u') return { kind: 'unspecified' }
  return { kind: 'deadline', targetDate: stored }
}
