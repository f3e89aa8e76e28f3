import type { GoalVerification } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SelectField } from '../../../ui/fields/field.tsx'
import { fieldNames } from '../../data/display-names.ts'
import { usePeople } from '../../data/people.ts'
import { texts } from './texts.ts'

/**
 * Whether the person may replace the reviewer, or switch the verification off: that of a goal which needs a second person is for its
 * reviewer and administrators. Everybody who may write a goal without one may set it.
 */
export function useMayWeaken(goal: Goal | undefined): boolean {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  return goal?.verification !== 'other_person' || canAdminister || goal.reviewerUserId === user.id
}

type ReviewerFieldProps = {
  goal: Goal | undefined
  ownerUserId: string | null
  reviewerUserId: string | null
  onChange: (reviewerUserId: string | null) => void
  problem: string | undefined
}

export function ReviewerField({ goal, ownerUserId, reviewerUserId, onChange, problem }: ReviewerFieldProps) {
  const { user } = useSession()
  const { members = [], nameOf } = usePeople()
  const mayWeaken = useMayWeaken(goal)
  const others = members.filter(({ userId }) => userId !== ownerUserId)
  const isListed = reviewerUserId === null || others.some(({ userId }) => userId === reviewerUserId)
  // A person who may change the goal may name a reviewer if there is none.
  const isLocked = !mayWeaken && goal?.reviewerUserId !== null
  return (
    <SelectField
      label={fieldNames.reviewerUserId}
      hint={isLocked ? texts.review.locked : texts.review.reviewerHint}
      value={reviewerUserId ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      problem={problem}
      disabled={isLocked}
      className="max-w-sm"
    >
      <option value="">{texts.review.nobody}</option>
      {!isListed && reviewerUserId !== null && (
        <option value={reviewerUserId}>{nameOf(reviewerUserId)}</option>
      )}
      {others.map(({ userId, displayName }) => (
        <option key={userId} value={userId}>
          {userId === user.id ? texts.owner.you(displayName) : displayName}
        </option>
      ))}
    </SelectField>
  )
}

type VerificationFieldProps = {
  goal: Goal | undefined
  verification: GoalVerification
  onChange: (verification: GoalVerification) => void
}

export function VerificationField({ goal, verification, onChange }: VerificationFieldProps) {
  const mayWeaken = useMayWeaken(goal)
  return (
    <div className="-mx-1 max-w-2xl">
      <Checkbox
        label={texts.review.verification}
        hint={mayWeaken ? texts.review.verificationHint : texts.review.locked}
        checked={verification === 'other_person'}
        disabled={!mayWeaken}
        onChange={(isChecked) => onChange(isChecked ? 'other_person' : 'none')}
      />
    </div>
  )
}
