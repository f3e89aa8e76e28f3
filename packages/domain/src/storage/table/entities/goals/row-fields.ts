/** The fields of a goal's row: how each is stored, and how responses and edits show those that people edit. */
import { type RowFieldName, rowFieldNames } from '@cairn/contract/goals/fields'
import { type GoalHealth, type GoalVerification, goalHealths } from '@cairn/contract/goals/goal-words'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { EditedFields } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalUsed } from '@cairn/contract/schemas/goals/goal-work'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { longDigest, longId, shortDigest, shortId } from '../../short-id.ts'

/** The users who occur in a row. Each is stored once, and fields refer to them by position. */
export type Users = UsersOfRow & { positionOf: (userId: string) => number }
type UsersOfRow = { at: (position: number) => string }

/** The storage of a field under a name of one letter. What is encoded as undefined is not stored. */
type StoredField<Value, Stored> = {
  letter: string
  encode(value: Value, users: Users): Stored | undefined
  decode(stored: Stored | undefined, users: UsersOfRow): Value
}

const stored = <Value, Stored>(field: StoredField<Value, Stored>) => field

type Budget = NonNullable<Goal['budget']>

const usedNames = ['inputTokens', 'outputTokens', 'seconds', 'costMicros', 'reports'] as const

/** A field that is stored as it is. */
const plain = <Value>(letter: string) =>
  stored<Value, Value>({ letter, encode: (value) => value, decode: (value) => value as Value })

type Written<Name extends RowFieldName> = NonNullable<InputOf<'updateGoal'>['body'][Name]> | null
type Shown<Name extends RowFieldName> = NonNullable<EditedFields[Name]>['to']

/** Also how people edit the field: `shown` in responses and edits, and `written` in a request. */
type EditableField<Value, Name extends RowFieldName> = StoredField<Value, unknown> & {
  shown(value: Value): Shown<Name>
  written(value: Written<Name>): Value
}

/** A field that is shown and written as the row has it. */
const same = {
  shown: <Value>(value: Value) => value,
  written: <Value>(value: Value | null) => value as Value,
}

/** In the order in which users are stored. */
export const storedFields = {
  title: { ...plain<string>('t'), ...same },
  timeframe: {
    ...stored<Goal['timeframe'], string>({
      // A date, `c` (continuous) or `u` (unspecified).
      letter: 'f',
      encode: encodeTimeframe,
      decode: timeframeOf,
    }),
    ...same,
  },
  labelIds: {
    ...stored<string[], string[]>({
      letter: 'l',
      encode: (ids) => ids.map(shortId),
      decode: (ids = []) => ids.map(longId),
    }),
    // Their order does not matter.
    shown: (ids: string[]) => ids.toSorted(),
    written: (ids: string[] | null) => ids ?? [],
  },
  revision: plain<number>('r'),
  /** The hash of the newest entry of the history, in hexadecimal. */
  historyHash: stored<string, string>({
    letter: 'i',
    encode: shortDigest,
    decode: (digest = '') => longDigest(digest),
  }),
  health: plain<GoalHealth | undefined>('h'),
  currentEvaluation: stored<
    NonNullable<Goal['currentEvaluation']> | undefined,
    [NonNullable<Goal['currentEvaluation']>['result'], number]
  >({
    letter: 'e',
    encode: (value) => value && [value.result, Date.parse(value.asOf)],
    decode: (value) => value && { result: value[0], asOf: timeOf(value[1]) },
  }),
  ownerUserId: {
    ...stored<string | undefined, number>({
      letter: 'w',
      encode: (userId, users) => (userId === undefined ? undefined : users.positionOf(userId)),
      decode: (position, users) => (position === undefined ? undefined : users.at(position)),
    }),
    shown: (userId: string | undefined) => userId ?? null,
    written: (userId: string | null) => userId ?? undefined,
  },
  reviewerUserId: {
    ...stored<string | undefined, number>({
      letter: 'v',
      encode: (userId, users) => (userId === undefined ? undefined : users.positionOf(userId)),
      decode: (position, users) => (position === undefined ? undefined : users.at(position)),
    }),
    shown: (userId: string | undefined) => userId ?? null,
    written: (userId: string | null) => userId ?? undefined,
  },
  /** Absent: none. */
  verification: {
    ...plain<Exclude<GoalVerification, 'none'> | undefined>('z'),
    shown: (verification: Exclude<GoalVerification, 'none'> | undefined) => verification ?? 'none',
    written: (verification: GoalVerification | null) =>
      verification === 'none' ? undefined : (verification ?? undefined),
  },
  cadence: {
    /** Days between reports. */
    ...plain<number | undefined>('d'),
    shown: (everyDays: number | undefined) => (everyDays === undefined ? null : { everyDays }),
    written: (cadence: Goal['cadence']) => cadence?.everyDays,
  },
  parentGoalId: {
    ...stored<string | undefined, string>({
      letter: 'm',
      encode: (goalId) => goalId && shortId(goalId),
      decode: (key) => (key === undefined ? undefined : longId(key)),
    }),
    shown: (goalId: string | undefined) => goalId ?? null,
    written: (goalId: string | null) => goalId ?? undefined,
  },
  /** The goals that it waits for, sorted. Those that were deleted since may be among them. */
  blockedByGoalIds: {
    ...stored<string[], string[]>({
      letter: 'q',
      encode: (ids) => (ids.length > 0 ? ids.map(shortId) : undefined),
      decode: (ids = []) => ids.map(longId),
    }),
    shown: (ids: string[]) => ids,
    written: (ids: string[] | null) => (ids ?? []).toSorted(),
  },
  /** Absent: 1. */
  rollupWeight: {
    ...plain<number | undefined>('k'),
    shown: (weight: number | undefined) => weight ?? 1,
    written: (weight: number | null) => (weight === 1 ? undefined : (weight ?? undefined)),
  },
  budget: {
    ...stored<Budget | undefined, Budget>({
      letter: 'g',
      encode: (budget) => budget,
      decode: (stored) => {
        if (!stored) return undefined
        const { tokens, seconds, costMicros } = stored
        return {
          ...(tokens !== undefined && { tokens }),
          ...(seconds !== undefined && { seconds }),
          ...(costMicros !== undefined && { costMicros }),
        }
      },
    }),
    shown: (budget: Budget | undefined) => budget ?? null,
    written: (budget: Budget | null) => budget ?? undefined,
  },
  /** The sums of what reports have used. Absent: nothing. */
  used: stored<GoalUsed | undefined, number[]>({
    letter: 'o',
    encode: (used) => used && usedNames.map((name) => used[name]),
    decode: (sums) =>
      sums &&
      (Object.fromEntries(usedNames.map((name, position) => [name, sums[position] ?? 0])) as GoalUsed),
  }),
  /** Whether the goal is listed by its deadline (`goal-deadline.ts`). */
  isDated: plain<true | undefined>('y'),
  /** Whether the goal is listed by its reviewer (`goal-reviewer.ts`). */
  isReviewed: plain<true | undefined>('c'),
  progress: plain<number | undefined>('p'),
  /** The health after each of the latest reports, oldest first. Null: none. */
  recentHealth: stored<(GoalHealth | null)[], string>({
    letter: 'j',
    encode: (healths) =>
      healths.map((health) => (health ? healthLetters[health] : noHealthLetter)).join('') || undefined,
    decode: (letters = '') => [...letters].map((letter) => healthOfLetter.get(letter) ?? null),
  }),
  /** Absent before the first report. */
  lastReport: stored<LastReport | undefined, [string, number, number, number]>({
    letter: 's',
    encode: (report, users) =>
      report && [
        report.summary,
        report.revision,
        Date.parse(report.createdAt),
        users.positionOf(report.authorityUserId),
      ],
    decode: (value, users) =>
      value && {
        summary: value[0],
        revision: value[1],
        createdAt: timeOf(value[2]),
        authorityUserId: users.at(value[3]),
      },
  }),
}

type LastReport = { revision: number; summary: string; createdAt: string; authorityUserId: string }

type Fields = typeof storedFields
type Values = { [Name in keyof Fields]: ReturnType<Fields[Name]['decode']> }
type OptionalName = {
  [Name in keyof Values]: undefined extends Values[Name] ? Name : never
}[keyof Values]
/** The values of a row. Absent means null, or the default. */
export type RowValues = Omit<Values, OptionalName> & Partial<Values>
type EditableValues = Pick<RowValues, RowFieldName>

const editableFields: { [Name in RowFieldName]: EditableField<Values[Name], Name> } = storedFields

const everyField = (Object.entries(storedFields) as [keyof Fields, StoredField<unknown, unknown>][]).map(
  ([name, { letter, encode, decode }]) => ({ name, letter, encode, decode }),
)
const everyEditableField = rowFieldNames.map((name): [RowFieldName, EditableField<unknown, RowFieldName>] => [
  name,
  editableFields[name],
])

/** Returns what is stored of a row, by letter. */
export function encodeFields(row: RowValues, users: Users): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (const { name, letter, encode } of everyField) {
    const value = encode(row[name], users)
    if (value !== undefined) content[letter] = value
  }
  return content
}

export function decodeFields(content: Readonly<Record<string, unknown>>, users: UsersOfRow): RowValues {
  // A list decodes a hundred rows: from entries, the object takes twice as long to make and to read.
  const values: Record<string, unknown> = {}
  for (const { name, letter, decode } of everyField) values[name] = decode(content[letter], users)
  return values as RowValues
}

/** Returns the fields that people edit, as responses and edits show them. */
export function shownFields(row: RowValues): { [Name in RowFieldName]: Shown<Name> } {
  const shown: Record<string, unknown> = {}
  for (const [name, field] of everyEditableField) shown[name] = field.shown(row[name])
  return shown as { [Name in RowFieldName]: Shown<Name> }
}

/** The values of a new goal where nothing is written. */
export const unwrittenFields: EditableValues = {
  title: '',
  timeframe: { kind: 'unspecified' },
  labelIds: [],
  blockedByGoalIds: [],
}

/** Returns the fields of a row after a write. Absent ones keep their value. */
export function writtenFields(
  current: EditableValues,
  written: { [Name in RowFieldName]?: Written<Name> | undefined },
): EditableValues {
  const values = everyEditableField.map(([name, field]) => {
    const value = written[name]
    return [name, value === undefined ? current[name] : field.written(value)]
  })
  return Object.fromEntries(values) as EditableValues
}

/** The letters of stored health. */
const healthLetters = { on_track: 'o', at_risk: 'a', off_track: 'f' } as const satisfies Record<
  GoalHealth,
  string
>
const noHealthLetter = 'n'
const healthOfLetter = new Map(goalHealths.map((health) => [healthLetters[health] as string, health]))

export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export function encodeTimeframe(value: Goal['timeframe']): string {
  return value.kind === 'deadline' ? value.targetDate : value.kind.slice(0, 1)
}

export function timeframeOf(stored: string | undefined): Goal['timeframe'] {
  if (stored === 'c') return { kind: 'continuous' }
  if (stored === undefined || stored === 'u') return { kind: 'unspecified' }
  return { kind: 'deadline', targetDate: stored }
}
