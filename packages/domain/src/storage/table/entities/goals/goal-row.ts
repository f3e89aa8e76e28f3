/**
 * The row of a goal: what lists show of it. It takes less than 1 KB, because every write of the goal writes it to the
 * table, to two indexes, and to a copy for each label. Texts and verdicts are in records of their own.
 *
 * Every write replaces the whole row if its `version` has not changed since it was read, so index keys always match the
 * content.
 */
import type { GoalStatus } from '@cairn/contract/goals/goal-words'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { longId, shortHash, shortId } from '../../short-id.ts'
import { decodeFields, encodeFields, type RowValues, timeOf, type Users } from './row-fields.ts'

/** The owner key of a goal without an owner. Every other one has 22 characters. */
export const noOwnerKey = 'nobody'

/** The key under which an owner's goals are listed. */
export function ownerKeyOf(ownerUserId: string | null | undefined): string {
  return ownerUserId == null ? noOwnerKey : shortHash(ownerUserId)
}

/** A row. Absent means null, or the default. */
export type GoalRow = RowValues & {
  organizationId: string
  goalId: string
  status: GoalStatus
  /** `confirmed`: of those that are met. */
  counts: { criteria: number; met: number; notMet: number; measures: number; confirmed: number }
  /** Advances with each entry of the history. Every write requires the version that it has read. */
  version: number
  /**
   * Advances with each confirmation of criteria, which makes no version. Every write requires the one that it has read, too. Absent
   * before the first one.
   */
  confirmationVersion?: number | undefined
  /** The version whose edit wrote the current texts. */
  textVersion: number
  /** The version that wrote the current standing. */
  standingVersion: number
  /** Size of the texts as JSON in UTF-8. */
  textBytes: number
  createdAt: string
  createdByUserId: string
  updatedAt: string
  updatedByUserId: string
}

/** The attributes of a row beside keys and version, under names of one letter: those of `storedFields`, and these. */
type Content = {
  /** Each user who occurs in the row, once. Others refer to it by position. */
  u: string[]
  /** Counts of criteria: all, met, not met; of measures; and of confirmed criteria, unless that is 0. */
  n: [number, number, number, number, ...number[]]
  /** Versions of text and standing, and size of the text. */
  x: [number, number, number]
  /** Creation: time and user. */
  a: [number, number]
  /** User of the last change. */
  b: number
  [letter: string]: unknown
}

const rowAttributes = {
  organizationKey: { type: 'string', field: 'o', required: true },
  goalKey: { type: 'string', field: 'g', required: true },
  status: { type: CustomAttributeType<GoalStatus>('string'), field: 's', required: true },
  ownerKey: { type: 'string', field: 'w', required: true },
  /** In Unix milliseconds. */
  updatedAt: { type: 'number', field: 't', required: true },
  version: { type: 'number', field: 'v', required: true },
  confirmationVersion: { type: 'number', field: 'k' },
  content: { type: CustomAttributeType<Content>('any'), field: 'c', required: true },
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

export const goalRowEntity = lazyEntity({
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
export const goalLabelRowEntity = lazyEntity({
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

export type GoalRowRecord = EntityItem<typeof goalRowEntity>
export type GoalLabelRowRecord = EntityItem<typeof goalLabelRowEntity>

/** The key of a goal's records. */
export function goalKeyOf({ organizationId, goalId }: { organizationId: string; goalId: string }) {
  return { organizationKey: shortId(organizationId), goalKey: shortId(goalId) }
}

/** The record of a row. */
export function encodeRow(row: GoalRow): GoalRowRecord {
  const { counts } = row
  const u: string[] = []
  const users: Users = {
    positionOf: (userId) => {
      const known = u.indexOf(userId)
      return known >= 0 ? known : u.push(userId) - 1
    },
    at: (position) => u[position] ?? '',
  }
  const content: Content = {
    u,
    n: [
      counts.criteria,
      counts.met,
      counts.notMet,
      counts.measures,
      ...(counts.confirmed > 0 ? [counts.confirmed] : []),
    ],
    x: [row.textVersion, row.standingVersion, row.textBytes],
    a: [Date.parse(row.createdAt), users.positionOf(row.createdByUserId)],
    b: users.positionOf(row.updatedByUserId),
    ...encodeFields(row, users),
  }
  return {
    ...goalKeyOf(row),
    status: row.status,
    ownerKey: ownerKeyOf(row.ownerUserId),
    updatedAt: Date.parse(row.updatedAt),
    version: row.version,
    ...(row.confirmationVersion !== undefined && { confirmationVersion: row.confirmationVersion }),
    content,
  }
}

/** The row of a record, or of a label's copy. */
export function decodeRow(record: GoalRowRecord): GoalRow {
  const { content } = record
  const userAt = (position: number) => content.u[position] ?? ''
  const [criteria, met, notMet, measures, confirmed = 0] = content.n
  const [textVersion, standingVersion, textBytes] = content.x
  return {
    ...decodeFields(content, { at: userAt }),
    organizationId: longId(record.organizationKey),
    goalId: longId(record.goalKey),
    status: record.status,
    counts: { criteria, met, notMet, measures, confirmed },
    version: record.version,
    ...(record.confirmationVersion !== undefined && { confirmationVersion: record.confirmationVersion }),
    textVersion,
    standingVersion,
    textBytes,
    createdAt: timeOf(content.a[0]),
    createdByUserId: userAt(content.a[1]),
    updatedAt: timeOf(record.updatedAt),
    updatedByUserId: userAt(content.b),
  }
}
