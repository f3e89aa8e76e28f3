import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { type Attempt, nextAttempt } from '../../../data/api/attempt.ts'
import { apiWithKey } from '../../../data/api/client.ts'
import { useHold } from '../../../data/live/hold.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { goalQuery, reloadGoals } from '../../data/queries.ts'
import { texts } from './texts.ts'

/** Asks for the next period of a goal, and publishes the goal that continues it. */
export function ContinueDialog({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  useHold(true)
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const router = useRouter()
  // The same request again, after a lost response, publishes no second goal.
  const attempt = useRef<Attempt | null>(null)
  const [title, setTitle] = useState(goal.title)
  const [targetDate, setTargetDate] = useState('')
  const [isContinuous, setContinuous] = useState(goal.timeframe.kind === 'continuous')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function publish(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    const timeframe = isContinuous
      ? ({ kind: 'continuous' } as const)
      : ({ kind: 'deadline', targetDate } as const)
    try {
      const body = { timeframe, ...(title.trim() !== goal.title && { title }) }
      attempt.current = nextAttempt(attempt.current, body)
      const response = await apiWithKey(attempt.current.idempotencyKey).continueGoal({
        params: { goalId: goal.id },
        body,
      })
      queryClient.setQueryData(goalQuery(organization.id, response.goal.id).queryKey, response)
      void reloadGoals(queryClient, organization.id)
      onClose()
      await router.navigate({ to: '/goals/$goalId', params: { goalId: response.goal.id } })
      toast.success(texts.published)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={onClose} title={texts.heading} description={texts.intro}>
      <form className="space-y-5" onSubmit={(event) => void publish(event)}>
        <TextField
          label={texts.title}
          required
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        {!isContinuous && (
          <TextField
            label={texts.date}
            type="date"
            required
            value={targetDate}
            onChange={(event) => setTargetDate(event.target.value)}
          />
        )}
        <Checkbox label={texts.continuous} checked={isContinuous} onChange={setContinuous} />
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" busy={isBusy} busyText={texts.publishing}>
          {texts.publish}
        </Button>
      </form>
    </Dialog>
  )
}
