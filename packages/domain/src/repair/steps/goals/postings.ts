import { keyWord, postingItems } from '../../../goals/search/postings.ts'
import { readItem, readRecord } from '../../../storage/database/read-record.ts'
import { maximumTransactionItems } from '../../../storage/database/transaction.ts'
import { goalPostingEntity } from '../../../storage/table/entities/goals/goal-posting.ts'
import {
  type GoalWordsRecord,
  goalWordsEntity,
  wordsIn,
} from '../../../storage/table/entities/goals/goal-words.ts'
import { keyOfRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import type { RepairStep } from '../../step.ts'

/** Search entries: adds the postings that the words of a goal lack, and removes those of other words. */
export const postingStep: RepairStep = {
  name: 'search',
  see: {
    async goalWords(repair, record) {
      const { organizationKey, goalKey } = record
      const goal = { organizationKey, goalKey }
      const words = [...new Set(wordsIn(record).map(keyWord))]
      const stored = await Promise.all(
        words.map((word) => readItem(repair.database, keyOfPosting({ ...goal, word }))),
      )
      const missing = words.filter((_, index) => stored[index] === undefined)
      const room = maximumTransactionItems - 1
      for (let start = 0; start < missing.length; start += room) {
        const added = missing.slice(start, start + room)
        await repair.write(
          'postings added',
          { ...postingItems(goal, { added, removed: [] }), words: unchanged(record) },
          added.length,
        )
      }
    },
    async goalPosting(repair, { organizationKey, goalKey, word }) {
      const goal = { organizationKey, goalKey }
      const words = await readRecord(repair.database, goalWordsEntity, goal)
      if (words && wordsIn(words).some((one) => keyWord(one) === word)) return
      // The first round would have written the words.
      if (!words && repair.isDryRun) return
      await repair.write('postings removed', {
        ...postingItems(goal, { added: [], removed: [word] }),
        words: words ? unchanged(words) : absent(goal),
      })
    },
  },
}

type GoalKey = Pick<GoalWordsRecord, 'organizationKey' | 'goalKey'>

function keyOfPosting({ word, ...goal }: GoalKey & { word: string }) {
  const [initial = ''] = word
  return keyOfRecord(goalPostingEntity, { ...goal, initial, word })
}

function unchanged({ organizationKey, goalKey, words }: GoalWordsRecord): TransactionItem {
  return {
    ConditionCheck: goalWordsEntity
      .remove({ organizationKey, goalKey })
      .where((stored, { eq }) => eq(stored.words, words)),
  }
}

function absent(goal: GoalKey): TransactionItem {
  return {
    ConditionCheck: goalWordsEntity.delete(goal).where(({ words }, { notExists }) => notExists(words)),
  }
}
