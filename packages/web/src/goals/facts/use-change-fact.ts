import type { Goal } from '@cairn/contract/schemas/goals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeFailure } from '../../api/failures.ts'
import { hasDraft, startDraft } from '../../app/use-draft.ts'
import { hold } from '../../live/hold.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'
import { offerUndo } from '../../undo/offer-undo.ts'
import { usePeople } from '../people.ts'
import { goalQuery, reloadGoals } from '../queries.ts'
import { texts } from './texts.ts'

/** The facts that are edited in place. */
export type Fact = 'title' | 'ownerUserId' | 'timeframe' | 'cadence' | 'labels'
type FactChange = { fact: Fact; to: Goal[Fact]; isUndo?: boolean }

export type ChangeFact = <F extends Fact>(fact: F, to: Goal[F]) => void

/** For as long as somebody needs to notice that a change was not saved. */
const shownMilliseconds = 10_000

/**
 * What the service has of the facts that are being saved, by goal and fact. The page shows what they are to become. Outlives the
 * page, as saving does.
 */
const confirmed = new Map<string, { value: Goal[Fact]; saves: number }>()

const isSame = (one: Goal[Fact], other: Goal[Fact]) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Changes a fact at once and saves it in the background, with Undo. Changes of one goal are saved one after the other. If
 * others changed other fields meanwhile, theirs are kept.
 *
 * @param onConflict  Called if somebody else changed the same fact. The draft of the edit form then has both changes.
 */
export function useChangeFact(goal: Goal, onConflict: () => void): ChangeFact {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { authorOf } = usePeople()
  const { queryKey } = goalQuery(organization.id, goal.id)
  const scopeId = `facts of ${goal.id}`
  const formKey = draftKey(session, `edit.${goal.id}`)

  const keyOf = (fact: Fact) => `${fact} of ${goal.id}`
  const cached = () => queryClient.getQueryData(queryKey)?.goal ?? goal
  function put(changed: Partial<Goal>): void {
    queryClient.setQueryData(queryKey, (data) => data && { goal: { ...data.goal, ...changed } })
  }

  const saving = useMutation({
    scope: { id: scopeId },
    networkMode: 'always',
    mutationFn: async ({ fact, to }: FactChange) => {
      const [{ saveEdit }, { valuesOf }] = await Promise.all([
        import('../merge/save-edit.ts'),
        import('../form/goal-values.ts'),
      ])
      const current = cached()
      const known = confirmed.get(keyOf(fact))
      // Null is a value too.
      const from = known ? known.value : current[fact]
      const before = valuesOf({ ...current, [fact]: from })
      const after = valuesOf({ ...current, [fact]: to })
      return {
        from,
        result: await saveEdit(goal.id, session.user.id, { before, after, version: current.version }),
      }
    },
  })

  function save(change: FactChange): void {
    const { fact, to, isUndo = false } = change
    const key = keyOf(fact)
    const name = texts.names[fact]
    const release = hold()
    const known = confirmed.get(key) ?? { value: cached()[fact], saves: 0 }
    known.saves += 1
    confirmed.set(key, known)
    put({ [fact]: to })
    const isLatest = () => isSame(cached()[fact], to)
    saving
      .mutateAsync(change)
      .then(({ from, result }) => {
        if ('conflicting' in result) {
          if (isLatest()) put({ [fact]: known.value })
          void reloadGoals(queryClient, organization.id)
          // What somebody typed into the form before is worth more than one fact.
          if (hasDraft(formKey)) {
            toast.error(texts.conflictBesideDraft(name))
            return
          }
          startDraft(formKey, result.conflicting)
          toast(texts.conflict)
          onConflict()
          return
        }
        const { saved } = result
        // A later change of another fact is on the screen already, and still on its way.
        const { version, updatedAt, updatedByUserId, [fact]: stored } = saved.goal
        known.value = stored
        const isLast =
          queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scopeId }) === 0
        put(
          isLast
            ? saved.goal
            : { version, updatedAt, updatedByUserId, ...(isLatest() && { [fact]: stored }) },
        )
        void reloadGoals(queryClient, organization.id)
        const names = [...new Set(saved.authors.map((author) => authorOf(author)))].join(', ')
        if (isUndo) toast(texts.undone(name))
        else {
          offerUndo(names === '' ? texts.saved(name) : texts.savedBeside(name, names), () => {
            if (isLatest()) save({ fact, to: from, isUndo: true })
          })
        }
      })
      .catch((error: unknown) => {
        if (isLatest()) put({ [fact]: known.value })
        toast.error(texts.notSaved(name, describeFailure(error).sentence), {
          duration: shownMilliseconds,
          action: { label: texts.retry, onClick: () => save(change) },
        })
      })
      .finally(() => {
        known.saves -= 1
        if (known.saves === 0) confirmed.delete(key)
        release()
      })
  }

  return (fact, to) => {
    if (!isSame(cached()[fact], to)) save({ fact, to })
  }
}
