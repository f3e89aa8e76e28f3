import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { usePeople } from '../data/people.ts'
import { DecideVerification } from './deciding/deciding.tsx'
import { confirmableBy, isReviewed, isUnconfirmed } from './reviewable.ts'
import { texts } from './texts.ts'
import { useConfirm } from './use-confirm.ts'

/** The second person of a goal: who it is, and several criteria to confirm at once for whoever may. */
export function ConfirmPanel({ goal }: { goal: Goal }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const { nameOf } = usePeople()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const confirming = useConfirm(goal.id)
  if (!isReviewed(goal)) return null
  const { reviewerUserId, verification } = goal
  const confirmable = confirmableBy({ userId: user.id, canAdminister }, goal)
  const chosen = confirmable.filter(({ id }) => !left.has(id))
  const waiting = goal.criteria.filter(isUnconfirmed).length
  return (
    <div className="mt-3 space-y-2 rounded-xl bg-sunken px-4 py-3 text-[0.9375rem]">
      <p className="flex gap-2 font-medium">
        <UserRoundCheck className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span>
          {verification === 'other_person' ? texts.needsSecondPerson : texts.isReviewed}
          <span className="block text-sm font-normal text-ink-soft">
            {reviewerUserId === null
              ? texts.anybody
              : reviewerUserId === user.id
                ? texts.byYou
                : texts.by(nameOf(reviewerUserId))}{' '}
            {verification === 'other_person' && texts.beforeCompletion}
          </span>
        </span>
      </p>
      {confirmable.length > 0 ? (
        <form
          className="space-y-2"
          onSubmit={(event) => {
            event.preventDefault()
            confirming.mutate(chosen)
          }}
        >
          <fieldset>
            <legend className="sr-only">{texts.toConfirm}</legend>
            {confirmable.map(({ id, title, verdict }) => (
              <Checkbox
                key={id}
                label={title}
                hint={verdict && texts.saysMet(nameOf(verdict.authorityUserId))}
                checked={!left.has(id)}
                onChange={(isChecked) => {
                  const next = new Set(left)
                  if (isChecked) next.delete(id)
                  else next.add(id)
                  setLeft(next)
                }}
              />
            ))}
          </fieldset>
          <Button type="submit" variant="primary" busy={confirming.isPending} disabled={chosen.length === 0}>
            {texts.confirm(chosen.length)}
          </Button>
        </form>
      ) : (
        waiting > 0 && <p className="text-sm text-ink-soft">{texts.waiting(waiting)}</p>
      )}
      <FailureNotice failure={confirming.error} />
      <DecideVerification goal={goal} />
    </div>
  )
}
