import { ServiceError } from '@cairn/contract/errors/errors'
import { recordEvents } from '../background/changes/record-events.ts'
import { deletionEvent } from '../events/goal-events.ts'
import type { Implementation } from '../requests/operation.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { maximumTransactionItems, transact } from '../storage/database/transaction.ts'
import { goalKeyOf, goalLabelRowEntity, goalRowEntity } from '../storage/table/entities/goals/goal-row.ts'
import { goalTreeEntity } from '../storage/table/entities/goals/goal-tree.ts'
import { type GoalWordsRecord, goalWordsEntity, wordsIn } from '../storage/table/entities/goals/goal-words.ts'
import { goalClaimEntity } from '../storage/table/entities/goals/work/goal-work.ts'
import { deleteItem, type TransactionItem, type Where } from '../storage/table/entity.ts'
import { shortId } from '../storage/table/short-id.ts'
import { readGoalPartition, removeGoalPartition } from './cleanup/goal-partition.ts'
import { readLinks, unlinkItems } from './continuing/links.ts'
import { countChange } from './counts/count-change.ts'
import { labelCounts } from './labels/label-counts.ts'
import { deadlineItems } from './record/deadlines.ts'
import { isUnchanged } from './record/goal-conditions.ts'
import { readGoalRow } from './record/read-goal.ts'
import { hasTrait } from './record/traits.ts'
import { requireWritable } from './rules/authority.ts'
import { postingChanges, postingItems } from './search/postings.ts'
import { textWordsKey } from './search/texts/index-texts.ts'
import { deleteTreeItem, leaveItems } from './tree/deciding/move-items.ts'
import { createWalker } from './tree/deciding/walk.ts'
import { relationsOfDeletion } from './tree/following/relation-change.ts'
import { readAuthority } from './tree/reading/sight.ts'
import { goalClaimed } from './work/claims/claim-errors.ts'
import { isAsRead, isHeldBy, isProgram, unchangedClaim } from './work/claims/claim-record.ts'
import { isCurrent, readWorkKeys } from './work/work.ts'

/**
 * Deletes a goal with its labels and its history. One transaction deletes the goal and its labels' copies of it,
 * updates the use counts, and deletes as much of the history as fits; batches delete the rest. After the transaction
 * nothing refers to the rest, and no report can add to it, because a report is conditional on the goal.
 */
export const deleteGoal: Implementation<'deleteGoal'> = async ({ database, now }, access, { params }) => {
  const { organizationId } = access
  const { goalId } = params
  const key = goalKeyOf({ organizationId, goalId })
  return retryOnLostRace(database, async () => {
    const [authority, stored, tree, partition, words, claim, hasWork, hasConversation, links] =
      await Promise.all([
        readAuthority(database, access, goalId),
        readGoalRow(database, organizationId, goalId),
        readRecord(database, goalTreeEntity, key),
        readGoalPartition(database, organizationId, goalId),
        // If the table has a stream, the change handler removes the postings.
        database.hasStream ? null : readRecord(database, goalWordsEntity, key),
        readRecord(database, goalClaimEntity, key),
        hasTrait(database, organizationId, 'hasWork'),
        hasTrait(database, organizationId, 'hasConversation'),
        readLinks(database, { organizationId, goalId }),
      ])
    const goal = requireWritable(authority, stored)
    if (isProgram(access) && isCurrent(claim, now) && !isHeldBy(claim, access)) throw goalClaimed(claim, now)
    if (tree?.below1) throw goalHasChildren()
    const [formerlyAbove, unlinks, work] = await Promise.all([
      createWalker(database, organizationId).above(goal.parentGoalId),
      unlinkItems(database, links),
      hasWork ? readWorkKeys(database, goal) : [],
    ])
    const writes: Record<string, TransactionItem> = {
      goal: { Delete: goalRowEntity.remove(key).where(isUnchanged(goal)) },
      ...labelCounts(organizationId, [], goal.labelIds),
      ...unlinks,
      tree: deleteTreeItem(key),
      claim: claim
        ? { Delete: goalClaimEntity.remove(key).where(isAsRead(claim)) }
        : unchangedClaim(key, null),
      ...leaveItems({ key, before: goal, tree, above: [], formerlyAbove }),
    }
    const count = countChange(goal, undefined)
    if (count) writes.count = count
    const { formerDeadline } = deadlineItems(goal, undefined)
    if (formerDeadline) writes.deadline = formerDeadline
    for (const labelId of goal.labelIds) {
      const labelRow = { ...key, labelKey: shortId(labelId) }
      writes[`label:${labelId}`] = { Delete: goalLabelRowEntity.delete(labelRow) }
    }
    Object.assign(writes, words && wordWrites(words))
    // A transaction must not contain a record twice.
    const named = Object.values(writes).map(
      ({ Delete, ConditionCheck }) =>
        (Delete ?? ConditionCheck)?.params({ table: database.tableName }) as Keyed,
    )
    const written = new Set(named.map((write) => write?.Key.sk))
    // Words of long texts say which postings there are: they go after these, behind the answer.
    if (!database.hasStream) written.add(textWordsKey(key).sk)
    // Open questions and reviews first: others see them.
    const rest = [...work, ...partition.keys].filter(({ sk }) => !written.has(sk))
    // One is for the event.
    const room = maximumTransactionItems - Object.keys(writes).length - 1
    for (const restKey of rest.slice(0, room)) {
      writes[`rest:${restKey.sk}`] = { Delete: deleteItem(restKey) }
    }
    // The parallel read of the partition may be older than the goal. Then it lacks the latest entry of the history.
    const isOlder = rest.filter(({ sk }) => /^[ue]#/.test(sk)).length < goal.version
    // Questions and comments change no version: some may have been written since.
    const isPartial =
      rest.length > room ||
      partition.last ||
      isOlder ||
      hasWork ||
      hasConversation ||
      writes.words?.ConditionCheck
    writes.change = recordEvents(database, {
      organizationId,
      events: [deletionEvent({ by: access, now }, goal)],
      relations: [relationsOfDeletion(goal)],
      // Also if it looks whole: acknowledgements and requests for reports change no version, and may have come since.
      deletedGoalId: goalId,
    })
    const failed = await transact(database, writes)
    if (failed.length > 0) return lostRace
    if (isPartial) await removeGoalPartition(database, organizationId, goalId)
    return undefined
  })
}

function goalHasChildren(): ServiceError {
  return new ServiceError('goal_has_children', 'The goal has sub-goals. Move or delete them first.')
}

type Keyed = { Key: { sk: string } } | undefined

/** A goal with more words than this keeps them until its postings are deleted, after the transaction. */
const maximumWords = maximumTransactionItems / 2

/** Deletes the words with their postings, or leaves both to `removeGoalPartition`. Fails if they have changed. */
function wordWrites(words: GoalWordsRecord): Record<string, TransactionItem> {
  const { organizationKey, goalKey } = words
  const unchanged: Where<typeof goalWordsEntity> = (stored, { eq }) => eq(stored.words, words.words)
  const changes = postingChanges(wordsIn(words), [])
  if (changes.removed.length > maximumWords) {
    return { words: { ConditionCheck: goalWordsEntity.remove(words).where(unchanged) } }
  }
  return {
    words: { Delete: goalWordsEntity.remove(words).where(unchanged) },
    ...postingItems({ organizationKey, goalKey }, changes),
  }
}
