/** The parts of a record of the stream that the function uses. */
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Event } from '@cairn/contract/schemas/feed/events'
import type { Change } from '@cairn/domain/background/changes/handle-changes'
import {
  acknowledgementEvents,
  deletionEventId,
  editEvent,
  reportEvent,
} from '@cairn/domain/events/goal-events'
import { cleanUpDeletedGoal } from '@cairn/domain/goals/cleanup/clean-up-deleted-goal'
import { postingChanges, writePostings } from '@cairn/domain/goals/search/postings'
import { removeWordsOf } from '@cairn/domain/goals/search/texts/index-texts'
import {
  relationsOfConfirmation,
  relationsOfDeletion,
  relationsOfEdit,
  relationsOfReport,
} from '@cairn/domain/goals/tree/following/relation-change'
import { eventEntity } from '@cairn/domain/storage/table/entities/events/event'
import { goalAcknowledgementEntity } from '@cairn/domain/storage/table/entities/goals/goal-acknowledgement'
import { goalEditEntity } from '@cairn/domain/storage/table/entities/goals/goal-edit'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import { decodeRow, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalTextWordsEntity } from '@cairn/domain/storage/table/entities/goals/goal-text-words'
import { type AnyEntity, type Item, itemIfComplete, toRecord } from '@cairn/domain/storage/table/entity'
import { longId } from '@cairn/domain/storage/table/short-id'
import type { DynamoDBRecord } from 'aws-lambda'

export type GoalKey = { organizationKey: string; goalKey: string }

/** A record of the stream that causes something. */
export type StreamedChange = Omit<Change, 'events'> & {
  /** The goal that it is about. */
  goal?: GoalKey
  /** The events that it tells, for a goal with this title. */
  eventsOf?: (title: string) => Event[]
  /** The id of the record with the event of the goal's deletion. */
  deletionEventId?: string
  /** Logged when it is done. */
  done?: string
}

/**
 * Returns undefined if nothing follows from a record. A record that cannot be read becomes a change that fails, so that it stops no
 * other one.
 */
export function readSafely(record: DynamoDBRecord): StreamedChange | undefined {
  try {
    return readRecord(record)
  } catch (failure) {
    const { o } = record.dynamodb?.NewImage ?? record.dynamodb?.OldImage ?? {}
    // Without an organization, it is one by itself.
    const organizationId = typeof o?.S === 'string' ? longId(o.S) : `record ${record.eventID}`
    return { organizationId, failure }
  }
}

/** Returns undefined if nothing follows from a record. */
export function readRecord({ eventName, dynamodb }: DynamoDBRecord): StreamedChange | undefined {
  const before = itemOf(dynamodb?.OldImage)
  const after = itemOf(dynamodb?.NewImage)
  const item = after ?? before
  switch (item?.__edb_e__) {
    case 'goalReport':
      return eventName === 'INSERT' ? reportChange(item) : undefined
    case 'goalEdit':
      return eventName === 'INSERT' ? editChange(item) : undefined
    case 'goalAcknowledgement':
      return after && acknowledgementChange(before, after)
    case 'event':
      return eventName === 'INSERT' ? eventChange(item) : undefined
    case 'goalText':
      return eventName === 'INSERT' ? textsChange(item) : undefined
    case 'goalComment':
      return eventName === 'REMOVE' ? undefined : textsChange(item)
    case 'goalTextWords':
      return eventName === 'REMOVE' ? textWordsRemoval(item) : undefined
    case 'goalWords':
      return wordsChange(item, before, after)
    case 'goalRow':
      return eventName === 'REMOVE' ? removalChange(item) : undefined
    default:
      return undefined
  }
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['OldImage']

function itemOf(image: Image): Item | undefined {
  return image && unmarshall(image as Parameters<typeof unmarshall>[0])
}

/** The record of an image that has everything that its entity requires. */
function recordIn<E extends AnyEntity>(entity: E, item: Item | undefined) {
  const record = item && toRecord(entity, item)
  return record && itemIfComplete(entity, record) ? record : undefined
}

function reportChange(item: Item): StreamedChange | undefined {
  const report = recordIn(goalReportEntity, item)
  return (
    report && {
      ...historyChange(report, (title) => [reportEvent(report, title)]),
      relations: [relationsOfReport(report)],
      texts: [longId(report.goalKey)],
    }
  )
}

/** A new acknowledgement, or what was confirmed later. */
function acknowledgementChange(before: Item | undefined, after: Item): StreamedChange | undefined {
  const former = recordIn(goalAcknowledgementEntity, before)
  const one = recordIn(goalAcknowledgementEntity, after)
  if (!one) return undefined
  const known = former ? 1 + (former.later?.length ?? 0) : 0
  if (known > (one.later?.length ?? 0)) return undefined
  const isConfirming = former !== undefined || one.confirmed !== undefined
  return {
    ...historyChange(one, (title) => acknowledgementEvents(one, title, known)),
    ...(isConfirming && { relations: [relationsOfConfirmation(longId(one.goalKey))] }),
  }
}

function editChange(item: Item): StreamedChange | undefined {
  const edit = recordIn(goalEditEntity, item)
  return (
    edit && {
      ...historyChange(edit, (title) => [editEvent(edit, title)]),
      relations: [relationsOfEdit(edit)],
    }
  )
}

function historyChange(
  { organizationKey, goalKey }: GoalKey,
  eventsOf: (title: string) => Event[],
): StreamedChange {
  return { organizationId: longId(organizationKey), goal: { organizationKey, goalKey }, eventsOf }
}

/** Events without a history. That of a deleted goal follows from the removal of its row, in the order of the goal's records. */
function eventChange(item: Item): StreamedChange | undefined {
  const record = recordIn(eventEntity, item)
  const events = record?.events.filter(({ type }) => type !== 'goal.deleted') ?? []
  if (!record || events.length === 0) return undefined
  return { organizationId: longId(record.organizationKey), eventsOf: () => events }
}

/** The keys of goal records, as they are stored. */
function keyIn({ o: organizationKey, g: goalKey }: Item): GoalKey | undefined {
  return typeof organizationKey === 'string' && typeof goalKey === 'string'
    ? { organizationKey, goalKey }
    : undefined
}

/** New texts of a goal have to be found. */
function textsChange(item: Item): StreamedChange | undefined {
  const goal = keyIn(item)
  return goal && { organizationId: longId(goal.organizationKey), goal, texts: [longId(goal.goalKey)] }
}

/** The words of a deleted goal lead nowhere. */
function textWordsRemoval(item: Item): StreamedChange | undefined {
  const words = recordIn(goalTextWordsEntity, item)
  return (
    words && {
      organizationId: longId(words.organizationKey),
      goal: { organizationKey: words.organizationKey, goalKey: words.goalKey },
      work: (database) => removeWordsOf(database, words),
    }
  )
}

function wordsChange(
  item: Item,
  before: Item | undefined,
  after: Item | undefined,
): StreamedChange | undefined {
  const goal = keyIn(item)
  if (!goal) return undefined
  const wordsIn = (words: Item | undefined) =>
    String(words?.w ?? '')
      .split(' ')
      .filter(Boolean)
  const changes = postingChanges(wordsIn(before), wordsIn(after))
  return {
    organizationId: longId(goal.organizationKey),
    goal,
    work: (database) => writePostings(database, goal, changes),
  }
}

function removalChange(item: Item): StreamedChange | undefined {
  const goal = keyIn(item)
  if (!goal) return undefined
  const organizationId = longId(goal.organizationKey)
  const goalId = longId(goal.goalKey)
  const row = recordIn(goalRowEntity, item)
  return {
    organizationId,
    goal,
    deletionEventId: deletionEventId(goalId),
    ...(row && { relations: [relationsOfDeletion(decodeRow(row))] }),
    work: (database) => cleanUpDeletedGoal(database, { organizationId, goalId }),
    done: cleanedUp,
  }
}

const cleanedUp = 'cleaned up a deleted goal'
