import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { draftKey, useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { hasDraft, startDraft } from '../../app/hooks/use-draft.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { hold } from '../../data/live/hold.ts'
import { offerUndo } from '../../data/undo/offer-undo.ts'
import { toast } from '../../ui/toast.ts'
import { usePeople } from '../data/people.ts'
import { goalQuery, reloadGoals } from '../data/queries.ts'
import { type Fact, type FactChange, isSameValue, PendingFacts, shownAs } from './pending-facts.ts'
import { texts } from './texts.ts'

export type ChangeFact = <F extends Fact>(fact: F, to: Goal[F]) => void

/** For as long as somebody needs to notice that a change was not saved. */
const shownMilliseconds = 10_000

/** Outlives the page, as saving does. */
const pending = new PendingFacts()

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

  const cached = () => queryClient.getQueryData(queryKey)?.goal ?? goal
  function put(changed: Partial<Goal>): void {
    queryClient.setQueryData(queryKey, (data) => data && { goal: { ...data.goal, ...changed } })
  }

  const saving = useMutation({
    scope: { id: scopeId },
    networkMode: 'always',
    mutationFn: async ({ fact, to }: FactChange) => {
      const [{ saveEdit }, { valuesOf }] = await Promise.all([
        import('../editing/merge/save-edit.ts'),
        import('../editing/form/goal-values.ts'),
      ])
      const current = cached()
      const from = pending.storedValue(current, fact)
      const before = valuesOf({ ...current, ...shownAs(fact, from) })
      const after = valuesOf({ ...current, ...shownAs(fact, to) })
      return {
        from,
        result: await saveEdit(goal.id, session.user.id, { before, after, version: current.version }),
      }
    },
  })

  function save(change: FactChange, isUndo = false): void {
    const { fact, to } = change
    const name = texts.names[fact]
    const release = hold()
    pending.begin(cached(), fact)
    put(shownAs(fact, to))
    saving
      .mutateAsync(change)
      .then(({ from, result }) => {
        if ('conflicting' in result) {
          put(pending.afterFailure(cached(), change))
          void reloadGoals(queryClient, organization.id)
          // Text typed into the form before is worth more than one fact.
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
        const isLast =
          queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scopeId }) === 0
        put(pending.afterSaving(cached(), change, saved.goal, isLast))
        // Before, it would show what the service has of the changes that are still on their way.
        if (isLast) void reloadGoals(queryClient, organization.id)
        const names = [...new Set(saved.authors.map((author) => authorOf(author)))].join(', ')
        if (isUndo) toast(texts.undone(name))
        else {
          offerUndo(names === '' ? texts.saved(name) : texts.savedBeside(name, names), () => {
            if (isSameValue(fact, cached()[fact], to)) save({ fact, to: from }, true)
          })
        }
      })
      .catch((error: unknown) => {
        put(pending.afterFailure(cached(), change))
        toast.error(texts.notSaved(name, describeFailure(error).sentence), {
          duration: shownMilliseconds,
          action: { label: texts.retry, onClick: () => save(change, isUndo) },
        })
      })
      .finally(() => {
        pending.end(cached(), fact)
        release()
      })
  }

  return (fact, to) => {
    if (!isSameValue(fact, cached()[fact], to)) save({ fact, to })
  }
}
