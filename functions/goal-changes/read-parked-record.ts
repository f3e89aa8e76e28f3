import type { Change } from '@cairn/domain/background/changes/handle-changes'
import { postingChanges, writePostings } from '@cairn/domain/goals/search/postings'
import type { Database } from '@cairn/domain/storage/database/client'
import { readRecord as readStored } from '@cairn/domain/storage/database/read-record'
import { goalWordsEntity, wordsIn } from '@cairn/domain/storage/table/entities/goals/goal-words'
import type { DynamoDBRecord } from 'aws-lambda'
import { nameGoals } from './name-goals.ts'
import { type GoalKey, readRecord } from './read-record.ts'

/**
 * Returns what follows from a record of the stream that was parked; undefined if nothing does. Later records of its goal have been
 * handled since. Events tell what happened then, but the postings of words follow the words that the goal has now.
 */
export async function readParkedRecord(database: Database, parked: object): Promise<Change | undefined> {
  const record = parked as DynamoDBRecord
  const change = readRecord(record)
  if (!change) return undefined
  const [named] = await nameGoals(database, [change])
  const { NewImage, OldImage } = record.dynamodb ?? {}
  const isOfWords = (NewImage ?? OldImage)?.__edb_e__?.S === 'goalWords'
  if (!named || !isOfWords || !change.goal) return named
  const { goal } = change
  const known = [NewImage, OldImage].flatMap((image) => image?.w?.S?.split(' ') ?? []).filter(Boolean)
  return { ...named, work: (limited) => writeCurrentPostings(limited, goal, known) }
}

/** Lets exactly the current words lead to a goal, of these and its own. If they change meanwhile, it begins again. */
async function writeCurrentPostings(database: Database, goal: GoalKey, known: string[]): Promise<void> {
  const read = async () => {
    const words = await readStored(database, goalWordsEntity, goal)
    return words ? wordsIn(words) : []
  }
  let words = await read()
  for (;;) {
    const { added } = postingChanges([], words)
    const { removed } = postingChanges(known, words)
    await writePostings(database, goal, { added, removed })
    const latest = await read()
    if (latest.join(' ') === words.join(' ')) return
    known.push(...words)
    words = latest
  }
}
