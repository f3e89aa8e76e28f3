import { newestSearched } from '../../goals/search/texts/entries.ts'
import { decodeRow, type GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'

/** All records of a goal's partition. */
export type Partition = {
  /** Organization and goal, as shown in findings. */
  name: string
  goal: (RecordKey & { row: GoalRow; ownerKey: string }) | undefined
  standing: StoredRecord<'goalStanding'> | undefined
  words: StoredRecord<'goalWords'> | undefined
  textWords: StoredRecord<'goalTextWords'> | undefined
  texts: StoredRecord<'goalText'>[]
  reports: StoredRecord<'goalReport'>[]
  edits: StoredRecord<'goalEdit'>[]
  acknowledgements: StoredRecord<'goalAcknowledgement'>[]
  acknowledgementCounts: StoredRecord<'goalAcknowledgementCount'>[]
  questions: StoredRecord<'goalQuestion'>[]
  /** The keys of comments, watches, the reviewer, requests for reports, drafts and links, of which a goal may have many. */
  conversation: RecordKey[]
  /** The newest comments, in which words are searched. */
  comments: StoredRecord<'goalComment'>[]
  usedKeys: StoredRecord<'goalReportKey'>[]
  labelRows: StoredRecord<'goalLabelRow'>[]
  goalTimer: StoredRecord<'goalAlarm'> | undefined
  /** The records of its place among others. */
  places: (StoredRecord<'goalTree'> | StoredRecord<'goalNeighbors'>)[]
}

/** A partition with its row. */
export type GoalPartition = Partition & { goal: NonNullable<Partition['goal']> }

export function emptyPartition(): Partition {
  return {
    name: '',
    goal: undefined,
    standing: undefined,
    words: undefined,
    textWords: undefined,
    texts: [],
    reports: [],
    edits: [],
    acknowledgements: [],
    acknowledgementCounts: [],
    questions: [],
    conversation: [],
    comments: [],
    usedKeys: [],
    labelRows: [],
    goalTimer: undefined,
    places: [],
  }
}

/** Adds a record to its partition. Ignores records of other features. */
export function gather(partition: Partition, record: StoredRecord): void {
  switch (record.__edb_e__) {
    case 'goalRow':
      partition.goal = { pk: record.pk, sk: record.sk, row: decodeRow(record), ownerKey: record.ownerKey }
      break
    case 'goalStanding':
      partition.standing = record
      break
    case 'goalWords':
      partition.words = record
      break
    case 'goalTextWords':
      partition.textWords = record
      break
    case 'goalText':
      partition.texts.push(record)
      break
    case 'goalReport':
      partition.reports.push(record)
      break
    case 'goalEdit':
      partition.edits.push(record)
      break
    case 'goalAcknowledgement':
      partition.acknowledgements.push(record)
      break
    case 'goalAcknowledgementCount':
      partition.acknowledgementCounts.push(record)
      break
    case 'goalQuestion':
      partition.questions.push(record)
      break
    case 'goalComment':
      partition.conversation.push({ pk: record.pk, sk: record.sk })
      partition.comments = [...partition.comments, record].slice(-newestSearched)
      break
    case 'goalWatch':
    case 'goalReviewer':
    case 'goalReportRequest':
    case 'goalLinks':
    case 'goalDraft':
      partition.conversation.push({ pk: record.pk, sk: record.sk })
      break
    case 'goalReportKey':
      partition.usedKeys.push(record)
      break
    case 'goalLabelRow':
      partition.labelRows.push(record)
      break
    case 'goalAlarm':
      partition.goalTimer = record
      break
    case 'goalTree':
    case 'goalNeighbors':
      partition.places.push(record)
      break
    default:
      return
  }
  partition.name = `${longId(record.organizationKey)}/${longId(record.goalKey)}`
}
