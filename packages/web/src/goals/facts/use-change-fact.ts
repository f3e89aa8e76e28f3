import type { Goal } from '@cairn/contract/schemas/goals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { describeFailure } from '../../api/failures.ts'
import { hasDraft, startDraft } from '../../app/use-draft.ts'
import { hold } from '../../live/hold.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { usePeople } from '../people.ts'
import { goalQuery, reloadGoals } from '../queries.ts'
import { texts } from './texts.ts'

/** The facts that are edited in place. */
export type Fact = 'title' | 'ownerUserId' | 'timeframe' | 'cadence' | 'labels'
type FactChange = { [F in Fact]: { fact: F; from: Goal[F]; to: Goal[F]; isUndo?: boolean } }[Fact]

export type ChangeFact = <F extends Fact>(fact: F, to: Goal[F]) => void

/** Undoing is offered for as long as somebody needs to notice a mistake. */
const shownMilliseconds = 8_000

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
    mutationFn: async ({ fact, from, to }: FactChange) => {
      const [{ saveEdit }, { valuesOf }] = await Promise.all([
        import('../merge/save-edit.ts'),
        import('../form/goal-values.ts'),
      ])
      const current = cached()
      const before = valuesOf({ ...current, [fact]: from })
      const after = valuesOf({ ...current, [fact]: to })
      return saveEdit(goal.id, session.user.id, { before, after, version: current.version })
    },
  })

  function save(change: FactChange): void {
    const { fact, from, to, isUndo = false } = change
    const name = texts.names[fact]
    const release = hold()
    put({ [fact]: to })
    const isLatest = () => JSON.stringify(cached()[fact]) === JSON.stringify(to)
    const undo = () => {
      if (isLatest()) save({ ...change, from: to, to: from, isUndo: true } as FactChange)
    }
    saving
      .mutateAsync(change)
      .then((result) => {
        if ('conflicting' in result) {
          if (isLatest()) put({ [fact]: from })
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
          toast.success(names === '' ? texts.saved(name) : texts.savedBeside(name, names), {
            duration: shownMilliseconds,
            action: { label: texts.undo, onClick: undo },
          })
        }
      })
      .catch((error: unknown) => {
        if (isLatest()) put({ [fact]: from })
        toast.error(texts.notSaved(name, describeFailure(error).sentence), {
          duration: shownMilliseconds,
          action: { label: texts.retry, onClick: () => save(change) },
        })
      })
      .finally(release)
  }

  return (fact, to) => {
    const from = cached()[fact]
    if (JSON.stringify(from) !== JSON.stringify(to)) save({ fact, from, to } as FactChange)
  }
}
