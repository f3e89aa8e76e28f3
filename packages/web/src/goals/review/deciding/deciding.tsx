import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { whenOnline } from '../../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../../app/page-states.tsx'
import { useMayWrite } from '../../data/authority.ts'

// Few people are the reviewer of what they read.
const load = whenOnline(() => import('./controls.tsx'))
const Verification = lazy(async () => ({ default: (await load()).VerificationControl }))
const Removal = lazy(async () => ({ default: (await load()).RemoveCriterion }))

/** Says whether a goal needs a second person, for its reviewer and administrators to change. */
export function DecideVerification({ goal }: { goal: Goal }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  if (goal.reviewerUserId !== user.id && !(canAdminister && goal.verification === 'other_person')) return null
  return (
    <FailureBoundary fallback={null}>
      <Suspense fallback={<div className="min-h-8" />}>
        <Verification goal={goal} />
      </Suspense>
    </FailureBoundary>
  )
}

/** Offers the reviewer what others find in the form that edits the goal. */
export function DecideCriterion(props: ComponentProps<typeof Removal>) {
  const { goal } = props
  const { user } = useSession()
  const mayWrite = useMayWrite(goal)
  if (mayWrite || goal.verification !== 'other_person' || goal.reviewerUserId !== user.id) return null
  return (
    <FailureBoundary fallback={null}>
      <Suspense fallback={null}>
        <Removal {...props} />
      </Suspense>
    </FailureBoundary>
  )
}
