import { indexedWords } from '../../../goals/search/texts/entries.ts'
import { readDamage, writeIndex } from '../../../goals/search/texts/index-texts.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  goalTextPostingEntity,
  goalTextWordsEntity,
} from '../../../storage/table/entities/goals/goal-text-words.ts'
import { deleteItem, keyOfRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { Overtaken, type RepairStep } from '../../step.ts'

/** Search entries of long texts: indexes goals whose words differ, also those from before there was an index, and removes surplus postings. */
export const textStep: RepairStep = {
  name: 'texts',
  see: {
    async goalRow(repair, { organizationKey, goalKey }) {
      const goal = { organizationId: longId(organizationKey), goalId: longId(goalKey) }
      const damage = await readDamage(repair.database, goal)
      if (!damage) return
      await repair.run('goals found by their long texts', async () => {
        if (!(await writeIndex(repair.database, goalKeyOf(goal), damage))) throw new Overtaken()
      })
    },
    async goalTextPosting(repair, record, { pk, sk }) {
      const { organizationKey, goalKey, word } = record
      const key = { organizationKey, goalKey }
      const expected = keyOfRecord(goalTextPostingEntity, record)
      const isMoved = expected.pk !== pk || expected.sk !== sk
      const words = await readRecord(repair.database, goalTextWordsEntity, key)
      if (!isMoved && words && indexedWords(words.texts).has(word)) return
      await repair.write('postings of long texts removed', {
        posting: { Delete: deleteItem({ pk, sk }) },
        ...(!isMoved && {
          words: {
            ConditionCheck: words
              ? goalTextWordsEntity.remove(key).where(({ stamp }, { eq }) => eq(stamp, words.stamp))
              : goalTextWordsEntity.delete(key).where(({ stamp }, { notExists }) => notExists(stamp)),
          },
        }),
      })
    },
  },
}
